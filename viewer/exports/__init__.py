"""EXPORTS: the page that opens without a server, put together from the modules of the app itself."""
