"""How the journal's tables came to be, step by step; run by `viewer.journal.open_database`."""
