"""The tests, in folders that mirror those of the viewer."""
