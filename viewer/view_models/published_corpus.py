"""What was published about the public corpus (PROTOCOL section 7), to lay beside what is open."""

from __future__ import annotations

from viewer.dialogue.protocol import BENCHMARK, TASKS
from viewer.workspace import SplitWork

TABLE: dict[str, dict[str, float]] = {
    kind: dict(
        zip(
            (
                "events_per_min",
                "turn_length_mean_s",
                "backchannels_per_min",
                "interruptions_per_min",
                "overlap_s",
            ),
            row,
            strict=True,
        )
    )
    for kind, row in {
        "Argumentative/Deliberative": (17.0, 10.0, 3.09, 2.48, 20.2),
        "Casual/Spontaneous": (20.9, 8.1, 5.20, 2.05, 29.7),
        "Collaborative/Problem-Solving": (21.4, 7.9, 3.97, 2.64, 38.2),
        "Instructional": (17.6, 10.5, 4.30, 1.52, 12.9),
        "Narrative/Storytelling": (18.8, 10.2, 4.76, 1.50, 23.0),
        "Task-Oriented/Transactional": (18.3, 8.9, 5.00, 1.75, 16.7),
        "": (19.0, 9.2, 4.32, 2.04, 23.7),
    }.items()
}
"""The dynamics by conversation type, the empty one for all dialogues, by fields of `Dynamics`."""
FLEISS_KAPPA = "0.78"
COHEN_KAPPA = "0.77 to 0.80"
BOUNDARY_F1 = "0.94 to 0.96"
_DEV_DIALOGUES = 38
_DEV_GOLD = (1904, 1063, 347, 3733)
"""EOT positives and negatives, INT positives and negatives of the public dev split."""
_PUBLISHED = "The published numbers are means over the 154 dialogues of the public corpus"


def published_note(work: SplitWork) -> str:
    """Return what the published numbers are of, and whether that is what is open."""
    if is_public_dev(work):
        return (
            f"{_PUBLISHED}. By its gold this split is its dev part, {_DEV_DIALOGUES} of them: differences "
            "are what one part makes."
        )
    return f"{_PUBLISHED}. This split is another corpus: differences say how it differs, not what is wrong."


def is_public_dev(work: SplitWork) -> bool:
    """Return whether a split is the public corpus's dev part: so many dialogues, and that gold."""
    if len(work.conversations) != _DEV_DIALOGUES:
        return False
    golds = work.golds(BENCHMARK).values()
    counts = [
        sum(len(getattr(gold.of(task), kind)) for gold in golds)
        for task in TASKS
        for kind in ("positives", "negatives")
    ]
    return tuple(counts) == _DEV_GOLD
