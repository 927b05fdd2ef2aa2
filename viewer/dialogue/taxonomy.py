"""The 17 labels, their seven classes, and the two views that gold is built from.

PROTOCOL sections 1 and 3. A label that is not in the table is kept and shown, and takes no part in
gold or scores.
"""

from __future__ import annotations

from enum import IntEnum


class LabelClass(IntEnum):
    """The seven canonical classes, in the order in which every legend lists them."""

    TURN = 0
    INTERRUPTION = 1
    NON_FLOOR_TAKING_INTERRUPTION = 2
    BACKCHANNEL = 3
    NON_CONTENT = 4
    LAUGHTER = 5
    AWKWARD_SILENCE = 6


UNMAPPED = -1
"""Code of a segment whose label a view drops."""

CLASS_NAMES: dict[LabelClass, str] = {
    LabelClass.TURN: "Turn",
    LabelClass.INTERRUPTION: "Interruption",
    LabelClass.NON_FLOOR_TAKING_INTERRUPTION: "Non-floor-taking interruption",
    LabelClass.BACKCHANNEL: "Backchannel",
    LabelClass.NON_CONTENT: "NonContent",
    LabelClass.LAUGHTER: "Laughter",
    LabelClass.AWKWARD_SILENCE: "Awkward silence",
}

CLASS_CODES: dict[LabelClass, str] = {
    LabelClass.TURN: "T",
    LabelClass.INTERRUPTION: "INT",
    LabelClass.NON_FLOOR_TAKING_INTERRUPTION: "NFI",
    LabelClass.BACKCHANNEL: "BC",
    LabelClass.NON_CONTENT: "NC",
    LabelClass.LAUGHTER: "LA",
    LabelClass.AWKWARD_SILENCE: "AS",
}

LABEL_CLASSES: dict[str, LabelClass] = {
    "Normal Turn": LabelClass.TURN,
    "Strong Floor Hold": LabelClass.TURN,
    "Bounded Response": LabelClass.TURN,
    "Filler": LabelClass.TURN,
    "Overlap": LabelClass.TURN,
    "Floor-taking Competitive Interruption": LabelClass.INTERRUPTION,
    "Floor-taking Cooperative Interruption": LabelClass.INTERRUPTION,
    "Non-floor Taking Competitive Interruption": LabelClass.NON_FLOOR_TAKING_INTERRUPTION,
    "Non-floor Taking Cooperative Interruption": LabelClass.NON_FLOOR_TAKING_INTERRUPTION,
    "Acknowledgement Backchannel": LabelClass.BACKCHANNEL,
    "Continuer Backchannel": LabelClass.BACKCHANNEL,
    "Reaction Backchannel": LabelClass.BACKCHANNEL,
    "Non-Speech Noise": LabelClass.NON_CONTENT,
    "Channel Bleed": LabelClass.NON_CONTENT,
    "Speech, Non-Linguistic": LabelClass.NON_CONTENT,
    "Laughter": LabelClass.LAUGHTER,
    "Awkward Silence": LabelClass.AWKWARD_SILENCE,
}
"""The 17 fine labels and their classes."""

ALIASES: dict[str, str] = {"Regular Turn": "Normal Turn"}
"""Labels of raw deliveries that mean one of the seventeen."""

FLOOR_HOLDING_LABELS = frozenset({"Normal Turn", "Strong Floor Hold", "Bounded Response"})
"""The labels whose speaker changes and lengths the dynamics count (PROTOCOL section 7)."""


def label_class(label: str) -> LabelClass | None:
    """Return the class of a fine label or alias, or None for a label outside the taxonomy.

    Examples
    --------
    >>> label_class("Regular Turn").name
    'TURN'
    >>> label_class("Cough") is None
    True
    """
    return LABEL_CLASSES.get(ALIASES.get(label, label))


def label_view_code(label: str) -> int:
    """Return the label view's code of a label: its class, or ``UNMAPPED``."""
    found = label_class(label)
    return UNMAPPED if found is None else int(found)


def turn_view_code(label: str) -> int:
    """Return the turn view's code: Turn for turns and floor-taking interruptions, else ``UNMAPPED``."""
    found = label_class(label)
    in_view = found in (LabelClass.TURN, LabelClass.INTERRUPTION)
    return int(LabelClass.TURN) if in_view else UNMAPPED
