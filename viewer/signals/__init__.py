"""SOUND: what is computed from samples."""
