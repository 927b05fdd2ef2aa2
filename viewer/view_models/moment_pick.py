"""A pick of moments: what a number of the corpus page counts, and its form in links and messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS

LONGEST_TEXT = 20_000
LABEL = "label"
SEGMENT_MEASURES = ("events", "words", "backchannels", "interruptions", "overlap", "laughter", LABEL)
DISTRIBUTIONS = ("transfers", "pauses", "turns", "takes", "gold_pauses", "goes_on")
DIFFER = ("differ_abc", "differ_ab", "differ_ac", "differ_bc")
STARTS = ("starts_ab", "starts_ac", "starts_bc")
MEASURES = (*SEGMENT_MEASURES, *DISTRIBUTIONS, *DIFFER, *STARTS, "silences", "held", "last", "unopposed")
_TEXTS = {"type": "conversation_type", "pairing": "pairing", "in": "dialogue", "annotator": "annotator"}
_FILTERS = {"type": "conversation_type", "pairing": "pairing", "only": "dialogue"}
"""The page's options that narrow it, by the field of a pick that says the same."""
_NUMBERS = {"speaker": "speaker", "bin": "bin", "from": "first"}


@dataclass(frozen=True)
class MomentPick:
    """Which moments of the open split a number counts; every field narrows.

    Parameters
    ----------
    measure
        One of `MEASURES`.
    conversation_type, pairing, dialogue
        Narrow to these dialogues; empty: any.
    annotator, speaker
        Narrow to what one annotator heard, to one speaker; empty and 0: any.
    label
        The label, for the measure ``label``; the empty one is a label too.
    bin
        Narrow to a bin of a distribution; -1: any.
    first
        From which of the moments on they are listed.
    """

    measure: str
    conversation_type: str = ""
    pairing: str = ""
    dialogue: str = ""
    annotator: str = ""
    speaker: int = 0
    label: str = ""
    bin: int = -1
    first: int = 0


def to_text(pick: MomentPick) -> str:
    """Return a pick as one text without spaces, for a link or a message.

    Examples
    --------
    >>> to_text(MomentPick("takes", conversation_type="Casual/Spontaneous", bin=3))
    'takes~type:Casual%2FSpontaneous~bin:3'
    """
    blank = MomentPick(pick.measure)
    parts = [pick.measure]
    parts += [f"{LABEL}:{_quoted(pick.label)}"] if pick.measure == LABEL else []
    parts += [
        f"{name}:{_quoted(str(getattr(pick, field)))}"
        for name, field in (_TEXTS | _NUMBERS).items()
        if getattr(pick, field) != getattr(blank, field)
    ]
    return "~".join(parts)


def from_text(text: str) -> MomentPick | None:
    """Return the pick of a text, None if it is none.

    Examples
    --------
    >>> from_text("label~label:Laughter~annotator:b").annotator
    'b'
    >>> from_text("label"), from_text("takes~bin:x"), from_text("")
    (None, None, None)
    """
    if len(text) > LONGEST_TEXT:
        return None
    measure, *parts = text.split("~")
    named = [part.partition(":") for part in parts]
    values = {name: unquote(value) for name, _, value in named}
    label = values.pop(LABEL, None)
    is_known = measure in MEASURES and not values.keys() - (_TEXTS | _NUMBERS).keys()
    if (
        not is_known
        or len(named) > len({name for name, _, _ in named})
        or (label is None) is (measure == LABEL)
    ):
        return None
    numbers = {field: _number(values[name]) for name, field in _NUMBERS.items() if name in values}
    texts = {field: values[name] for name, field in _TEXTS.items() if name in values}
    if None in numbers.values():
        return None
    pick = MomentPick(measure, label=label or "", **texts, **numbers)  # type: ignore[arg-type]  # no None left
    is_whose = pick.speaker in (0, *SPEAKERS) and pick.annotator in ("", *ANNOTATORS)
    return pick if is_whose and (pick.bin < 0 or measure in DISTRIBUTIONS) else None


def is_pick(text: str) -> bool:
    """Return whether a text is a pick, or empty."""
    return not text or from_text(text) is not None


def followed(options: Mapping[str, str], name: str, value: str) -> str:
    """Return what the option ``moments`` becomes when another option changes.

    A list of the page's own dialogues follows the filter that says which they are, from its first moment on;
    one of a scope of its own, as of a row of a table, is closed.

    Parameters
    ----------
    options
        The options before the change, by name.
    name, value
        The option that changes, and what to.

    Examples
    --------
    >>> followed({"moments": "takes~from:200"}, "pairing", "FF")
    'takes~pairing:FF'
    >>> followed({"moments": "takes~pairing:MM"}, "pairing", "FF")
    ''
    """
    text = options.get("moments", "")
    pick, field = from_text(text), _FILTERS.get(name)
    if pick is None or field is None:
        return text
    if getattr(pick, field) != options.get(name, ""):
        return ""
    return to_text(replace(pick, first=0, **{field: value}))  # type: ignore[arg-type]  # a text field


def _quoted(name: str) -> str:
    return quote(name, safe="").replace("~", "%7E")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
