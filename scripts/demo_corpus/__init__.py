"""Generator of the demo corpus: scripted dialogues, synthetic voices, simulated annotators."""
