"""TurnBench Viewer: dialogues, labels and model decisions on one timeline, scored live."""
