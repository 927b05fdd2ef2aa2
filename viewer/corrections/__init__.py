"""CORRECTIONS: a reviewer's verdicts as a layer over the annotators' tracks; the tracks stay as they are."""

from viewer.corrections.deciding import decided_segments, own_segment, words_of
from viewer.corrections.layer import apply_verdicts, overlapping, removed_segments
from viewer.corrections.sources import source_digest
from viewer.corrections.verdicts import Choice, Verdict, require_sound

__all__ = [
    "Choice",
    "Verdict",
    "apply_verdicts",
    "decided_segments",
    "overlapping",
    "own_segment",
    "removed_segments",
    "require_sound",
    "source_digest",
    "words_of",
]
