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

    Parameters
    ----------
    label
        As it stands in the file; upper and lower case differ.

    Returns
    -------
    LabelClass or None
        One of the seven classes; None for any other text, the empty one included.

    References
    ----------
    PROTOCOL section 1.

    Examples
    --------
    >>> label_class("Regular Turn").name
    'TURN'
    >>> label_class("Cough") is None
    True
    """
    return LABEL_CLASSES.get(ALIASES.get(label, label))


def label_view_code(label: str) -> int:
    """Return the label view's code of a label: its class, or ``UNMAPPED``.

    Parameters
    ----------
    label
        As it stands in the file.

    Returns
    -------
    int
        A `LabelClass` code, 0 to 6, or -1.

    References
    ----------
    PROTOCOL section 3.

    Examples
    --------
    >>> label_view_code("Laughter"), label_view_code("Cough")
    (5, -1)
    """
    found = label_class(label)
    return UNMAPPED if found is None else int(found)


def turn_view_code(label: str) -> int:
    """Return the turn view's code: Turn for turns and floor-taking interruptions, else ``UNMAPPED``.

    Parameters
    ----------
    label
        As it stands in the file.

    Returns
    -------
    int
        0 (Turn) or -1.

    References
    ----------
    PROTOCOL section 3.

    Examples
    --------
    >>> turn_view_code("Floor-taking Competitive Interruption"), turn_view_code("Laughter")
    (0, -1)
    """
    found = label_class(label)
    in_view = found in (LabelClass.TURN, LabelClass.INTERRUPTION)
    return int(LabelClass.TURN) if in_view else UNMAPPED
