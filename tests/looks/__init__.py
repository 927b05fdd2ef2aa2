"""What can be computed about the looks of the page, without a browser."""
