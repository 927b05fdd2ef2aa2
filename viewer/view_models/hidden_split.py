"""What a split with hidden labels says of itself, and what it locks."""

from __future__ import annotations

from dataclasses import replace

from viewer.dialogue.protocol import BENCHMARK
from viewer.view_models.place import Place
from viewer.workspace import SplitWork

HIDDEN = "The labels of this split are hidden: audio and decisions only."
LOCKED = "The labels of this split are hidden: the protocol's parameters are locked to the benchmark's."


def locked(work: SplitWork, place: Place) -> Place:
    """Return a place with the benchmark's parameters if the split's labels are hidden (DATA section 6)."""
    return replace(place, settings=BENCHMARK) if work.is_hidden else place
