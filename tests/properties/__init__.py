"""Properties that hold for every conversation, tried on drawn ones."""
