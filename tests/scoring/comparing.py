"""Marks of several models, for the tests of comparisons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from viewer.scoring import Marks

PerDialogue = Sequence[tuple[int, Sequence[int]]]


def marks_of(per_dialogue: PerDialogue) -> Marks:
    """Return marks of dialogues: ``(events, (how many of them each model marks, …))``, the first ones."""
    conversation = np.repeat(np.arange(len(per_dialogue)), [total for total, _ in per_dialogue])
    models = len(per_dialogue[0][1])
    is_marked = [
        [event < counts[model] for total, counts in per_dialogue for event in range(total)]
        for model in range(models)
    ]
    return Marks(conversation, np.array(is_marked, dtype=bool).reshape(models, len(conversation)))


def names_of(per_dialogue: PerDialogue) -> list[str]:
    """Return a name for each dialogue, in their order."""
    return [f"dialogue-{position:02}" for position in range(len(per_dialogue))]
