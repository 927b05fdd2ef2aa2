"""Running the built-in detectors: on a dialogue, and in the background."""

from viewer.runs.background import BackgroundRun
from viewer.runs.running import detect_dialogue, eot_probabilities, kept_run, submission_of

__all__ = ["BackgroundRun", "detect_dialogue", "eot_probabilities", "kept_run", "submission_of"]
