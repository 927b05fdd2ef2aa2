"""The glossary's seven classes and 17 labels: what each means, and its role in either task."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.dialogue.taxonomy import CLASS_NAMES, LABEL_CLASSES, LabelClass

CLASS_IDS: dict[LabelClass, str] = {
    LabelClass.TURN: "class_turn",
    LabelClass.INTERRUPTION: "class_int",
    LabelClass.NON_FLOOR_TAKING_INTERRUPTION: "class_nfi",
    LabelClass.BACKCHANNEL: "class_bc",
    LabelClass.NON_CONTENT: "class_nc",
    LabelClass.LAUGHTER: "class_la",
    LabelClass.AWKWARD_SILENCE: "class_aw",
}
CLASS_CODES: dict[LabelClass, str] = dict(
    zip(LabelClass, ("Turn", "INT", "NFI", "BC", "NC", "LA", "AS"), strict=True)
)
"""The codes that the timeline writes where a name does not fit."""

_OWN_CUT = "inside a pause of the same speaker, its start cuts the pause short"

ROLES: dict[LabelClass, tuple[str, str]] = {
    LabelClass.TURN: (
        "EOT: a turn; its end is an end of turn or a hold.",
        "INT: none of its own.",
    ),
    LabelClass.INTERRUPTION: (
        "EOT: counts as a turn; its start cuts a pause of either speaker short.",
        "INT: its start is a positive.",
    ),
    LabelClass.NON_FLOOR_TAKING_INTERRUPTION: (
        "EOT: no turn; its start cuts a pause of either speaker short.",
        "INT: all of it is excluded.",
    ),
    LabelClass.BACKCHANNEL: (
        f"EOT: no turn; {_OWN_CUT}, in the other's pause it changes nothing.",
        "INT: all of it is a negative span.",
    ),
    LabelClass.NON_CONTENT: (
        f"EOT: no turn; {_OWN_CUT}.",
        "INT: all of it is a negative span.",
    ),
    LabelClass.LAUGHTER: (f"EOT: no turn; {_OWN_CUT}.", "INT: none."),
    LabelClass.AWKWARD_SILENCE: (f"EOT: no turn; {_OWN_CUT}.", "INT: none."),
}
"""What a consensus event of each class does for EOT and for INT (PROTOCOL sections 3 and 4)."""

_CLASS_TEXTS: dict[LabelClass, str] = {
    LabelClass.TURN: "Speech that holds the floor, or was said while holding it.",
    LabelClass.INTERRUPTION: "A listener breaks into the other's turn and gets the floor.",
    LabelClass.NON_FLOOR_TAKING_INTERRUPTION: (
        "A listener breaks into the other's turn, and the other keeps the floor."
    ),
    LabelClass.BACKCHANNEL: "A short sign of listening that asks for no floor.",
    LabelClass.NON_CONTENT: (
        "What can be heard on a channel but says nothing: noise, bleed, sounds without words."
    ),
    LabelClass.LAUGHTER: "The speaker laughs.",
    LabelClass.AWKWARD_SILENCE: "A silence in which somebody was expected to speak.",
}

_LABEL_TEXTS: dict[str, str] = {
    "Normal Turn": "An ordinary turn: the speaker says what they have to say. Some deliveries call it "
    "Regular Turn.",
    "Strong Floor Hold": "A turn whose speaker makes clear that they will go on, and does not let the "
    "other in.",
    "Bounded Response": "A short, complete answer to what the other asked or said, which claims no more "
    "than that.",
    "Filler": "A sound such as “um” or “well” that keeps the floor while the speaker thinks.",
    "Overlap": "Speech at the same time as the other's, without either having broken in on purpose.",
    "Floor-taking Competitive Interruption": "A listener breaks in against the speaker, and takes the "
    "floor from them.",
    "Floor-taking Cooperative Interruption": "A listener breaks in to help or to agree, and takes the "
    "floor with it.",
    "Non-floor Taking Competitive Interruption": "A listener breaks in against the speaker, who does not "
    "give way.",
    "Non-floor Taking Cooperative Interruption": "A listener throws in a word that helps or agrees, and "
    "leaves the floor.",
    "Acknowledgement Backchannel": "A short “yes” or “okay”: the listener has understood or agrees.",
    "Continuer Backchannel": "A short “mhm”: the listener hears and wants the speaker to go on.",
    "Reaction Backchannel": "A short “oh” or “wow”: the listener shows what they feel about it.",
    "Non-Speech Noise": "A sound that no voice made, such as a cup, a chair or typing.",
    "Channel Bleed": "The other speaker's voice, heard faintly in this speaker's microphone.",
    "Speech, Non-Linguistic": "A sound of the voice that is no word, such as a sigh, a breath or "
    "clearing the throat.",
    "Laughter": "The speaker laughs.",
    "Awkward Silence": "A silence that lasts longer than is comfortable, where somebody was expected to "
    "speak.",
}


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A class or a label as the glossary lists it; ``labels`` are the fine labels that it covers."""

    id: str
    name: str
    short: str
    text: str
    related: tuple[str, ...]
    labels: tuple[str, ...]
    label_class: LabelClass
    is_class: bool


def label_id(label: str) -> str:
    """Return the glossary's id of a fine label.

    Examples
    --------
    >>> label_id("Speech, Non-Linguistic")
    'label_speech_non_linguistic'
    """
    words = "".join(letter if letter.isalnum() else " " for letter in label.lower()).split()
    return "_".join(("label", *words))


def labels_of(label_class: LabelClass) -> tuple[str, ...]:
    """Return the fine labels of a class."""
    return tuple(label for label, own in LABEL_CLASSES.items() if own is label_class)


def _class_row(label_class: LabelClass) -> LabelRow:
    labels = labels_of(label_class)
    related = ("label_view", *(label_id(label) for label in labels))
    name, code = CLASS_NAMES[label_class], CLASS_CODES[label_class]
    short = code if code != name else ""
    text = _CLASS_TEXTS[label_class]
    return LabelRow(CLASS_IDS[label_class], name, short, text, related, labels, label_class, is_class=True)


def _label_row(label: str, label_class: LabelClass) -> LabelRow:
    related = (CLASS_IDS[label_class],)
    short = "" if label_class.name.replace("_", " ").lower() == label.lower() else CLASS_NAMES[label_class]
    text = _LABEL_TEXTS[label]
    return LabelRow(label_id(label), label, short, text, related, (label,), label_class, is_class=False)


LABEL_ROWS: tuple[LabelRow, ...] = (
    *(_class_row(one) for one in LabelClass),
    *(_label_row(label, own) for label, own in LABEL_CLASSES.items()),
)
"""The classes, then the labels, in the order of the taxonomy."""
