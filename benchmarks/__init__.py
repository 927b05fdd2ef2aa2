"""Figures, run on demand by ``make bench``: ratios against a named rival in the same run."""
