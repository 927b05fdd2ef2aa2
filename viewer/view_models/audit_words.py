"""Words of the audit desk: what is asked, what was decided, what gold gained and lost."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.audit import GoldChange, Kind, Question, Queue
from viewer.corrections import Choice
from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import Segment
from viewer.dialogue.taxonomy import CLASS_NAMES, LabelClass, label_class
from viewer.view_models.formats import clock

QUEUE_TITLES = {
    Queue.DISPUTE: "Disputes",
    Queue.TWO_TO_ONE: "Two to one",
    Queue.ALL_MISS: "Every model misses",
    Queue.ALL_FIRE: "Every model fires",
    Queue.EDGE: "Near a rule's edge",
    Queue.SPOT: "Spot checks",
}
KIND_TITLES = {
    Kind.FLOOR: "Floor taken or not",
    Kind.LABEL: "Label",
    Kind.BOUNDARY: "Boundaries apart",
    Kind.MISSING: "One heard nothing",
    Kind.EXTRA: "Only one heard it",
    Kind.WINDOW: "Decision near a window's end",
    Kind.EVENT: "Event",
}
CHOICE_TITLES = {
    Choice.A: "a is right",
    Choice.B: "b is right",
    Choice.C: "c is right",
    Choice.CONSENSUS: "Consensus is right",
    Choice.OWN: "Own label",
    Choice.CANNOT_TELL: "Cannot tell",
}
CHOICES = tuple(CHOICE_TITLES)
"""In the order of the keys 1 to 6."""
TASK_NAMES = {Task.EOT: "EOT", Task.INT: "INT"}
CODES = {
    LabelClass.TURN: "Turn",
    LabelClass.INTERRUPTION: "INT",
    LabelClass.NON_FLOOR_TAKING_INTERRUPTION: "NFI",
    LabelClass.BACKCHANNEL: "BC",
    LabelClass.NON_CONTENT: "NC",
    LabelClass.LAUGHTER: "LA",
    LabelClass.AWKWARD_SILENCE: "AS",
}
PARTS = {"positives": "positive", "negatives": "negative span", "excluded": "excluded interval"}
_SHOWN_ENDS = 2


def code_of(label: str) -> tuple[str, int]:
    """Return a label's short name and the code of its class, -1 outside the taxonomy."""
    found = label_class(label)
    return (label, -1) if found is None else (CODES[found], int(found))


def question_title(question: Question) -> str:
    """Return what a question is about, in a few words."""
    if question.queue in (Queue.ALL_MISS, Queue.ALL_FIRE):
        task = TASK_NAMES[question.task] if question.task else ""
        return f"{task} that every model {'misses' if question.queue is Queue.ALL_MISS else 'fires on'}"
    if question.queue is Queue.EDGE and question.kind is Kind.BOUNDARY:
        return "Boundaries about 0.2 s apart"
    if question.queue is Queue.SPOT:
        return f"Spot check: {_classes(question)}"
    if question.kind is Kind.LABEL:
        return _classes(question)
    return KIND_TITLES[question.kind]


def _classes(question: Question) -> str:
    heard = [label for one in question.heard for label in one.split(" + ") if label]
    found = [label_class(label) for label in heard]
    names = dict.fromkeys(CLASS_NAMES[one] for one in found if one is not None)
    text = " or ".join(name.lower() for name in names)
    return f"{text[:1].upper()}{text[1:]}" or KIND_TITLES[question.kind]


def segments_text(segments: Sequence[Segment]) -> str:
    """Return what would be written, as short as can be: ``Turn, ends 14.62``."""
    if not segments:
        return "nothing is there"
    names = [code_of(one.label)[0] for one in segments]
    ends = ", ".join(_short(one.end_s) for one in segments[:_SHOWN_ENDS])
    more = " …" if len(segments) > _SHOWN_ENDS else ""
    if len(segments) > 1 and len(set(names)) == 1:
        return f"{len(segments)} × {names[0]}, ends {ends}{more}"
    return f"{' + '.join(names)}, ends {ends}{more}"


def _short(time_s: float) -> str:
    """Return a time without its minutes: beside it stands where it is."""
    return clock(time_s, 2).partition(":")[2]


def change_text(change: GoldChange) -> str:
    """Return one event that gold gained or lost."""
    what = f"{TASK_NAMES[change.task]} {PARTS[change.part]}"
    at = f"at {clock(change.start_s, 2)}"
    if change.part != "positives":
        at = f"{clock(change.start_s, 2)} to {clock(change.end_s, 2)}"
    return f"{what} {at}, Speaker {change.speaker}"
