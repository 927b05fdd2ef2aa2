"""Plain rows of what each view shows; all arithmetic and every sentence of the page."""
