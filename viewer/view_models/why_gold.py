"""Why is this gold? Who heard what, which view counts, and what cut a pause: plain rows and one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.gold_sets import ConsensusEvents, Gold, Spans
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.dialogue.taxonomy import CLASS_NAMES, LabelClass
from viewer.errors import UnknownNameError
from viewer.view_models.formats import clock, seconds

POSITIVES, NEGATIVES, EXCLUDED = ("positives", "negatives", "excluded")
TURN_VIEW, LABEL_VIEW = ("turn", "label")
MEMBER, OTHER, ALONE = ("member", "other", "alone")
_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class _Event:
    """A consensus event: its extents, class and members."""

    start_s: float
    end_s: float
    label_class: LabelClass
    members: tuple[int, ...]


def why_gold(
    conversation: Conversation,
    gold: Gold,
    settings: ProtocolSettings,
    *,
    task: Task,
    part: str,
    speaker: int,
    start_s: float,
) -> dict[str, Any]:
    """Explain one event, pause or excluded interval of gold.

    Parameters
    ----------
    conversation, gold, settings
        The gold and what it was built from.
    task, part, speaker, start_s
        Which: ``positives``, ``negatives`` or ``excluded`` of a task, by its start in seconds.

    Returns
    -------
    dict
        ``view`` ("turn" or "label"), ``start_s``, ``end_s``; ``heard``: one row for each segment that
        overlaps, ``{annotator, label, start_s, end_s, role}``, role "member" (of the consensus), "other",
        or "alone" (part of a dispute); ``cuts``: what cut a pause, ``{what, speaker, at_s}``; ``sentence``.

    Raises
    ------
    UnknownNameError
        If gold has no such event.
    """
    if part == EXCLUDED:
        return _why_excluded(conversation, gold, task, speaker, start_s)
    if task is Task.EOT:
        return _why_turn_end(conversation, gold, settings, part, speaker, start_s)
    wanted = (
        (LabelClass.INTERRUPTION,) if part == POSITIVES else (LabelClass.BACKCHANNEL, LabelClass.NON_CONTENT)
    )
    for event in _events(gold.label_events, speaker):
        if event.start_s == start_s and event.label_class in wanted:
            what = CLASS_NAMES[event.label_class].lower()
            counts = "a model must detect its start" if part == POSITIVES else "a model must stay quiet in it"
            sentence = (
                f"{_agreement(event, settings)} on {_article(what)} {what} of speaker {speaker}; {counts}."
            )
            return _answer(conversation, LABEL_VIEW, speaker, event, sentence)
    raise _unknown(task, part, speaker, start_s)


def _why_turn_end(
    conversation: Conversation,
    gold: Gold,
    settings: ProtocolSettings,
    part: str,
    speaker: int,
    time_s: float,
) -> dict[str, Any]:
    turns = list(_events(gold.turn_events, speaker))
    event = next((one for one in turns if one.end_s == time_s), None)
    positives, negatives = gold.eot.positives, gold.eot.negatives
    known = (
        (positives.speaker == speaker) & (positives.time_s == time_s)
        if part == POSITIVES
        else (negatives.speaker == speaker) & (negatives.start_s == time_s)
    )
    if event is None or not known.any():
        raise _unknown(Task.EOT, part, speaker, time_s)
    agreed = f"{_agreement(event, settings)} on a turn of speaker {speaker} that ends at {_at(time_s)}"
    others = list(_events(gold.turn_events, 3 - speaker))
    next_self = min((one.start_s for one in turns if one.start_s > time_s), default=np.inf)
    if part == POSITIVES:
        sentence = f"{agreed}; the floor leaves them: {_who_goes_on(others, time_s, next_self, 3 - speaker)}."
        return _answer(conversation, TURN_VIEW, speaker, event, sentence)
    end = float(negatives.end_s[known][0])
    cuts = list(_cuts(gold, speaker, time_s, end, next_self))
    sentence = (
        f"{agreed}; they go on at {_at(next_self)} before speaker {3 - speaker} speaks, so it is a pause"
    )
    if cuts:
        first = cuts[0]["what"]
        sentence += f", cut short at {_at(end)}, after {seconds(end - time_s)}, by {first}"
    answer = _answer(conversation, TURN_VIEW, speaker, event, f"{sentence}.")
    return answer | {"start_s": time_s, "end_s": end, "cuts": cuts}


def _who_goes_on(others: list[_Event], time_s: float, next_self: float, other: int) -> str:
    speaking = [one for one in others if one.start_s < time_s < one.end_s]
    if np.isinf(next_self):
        return "they take no further turn"
    if speaking:
        return f"speaker {other} is speaking, from {_at(speaking[0].start_s)} to {_at(speaking[0].end_s)}"
    following = min(one.start_s for one in others if one.start_s > time_s)
    return f"speaker {other} starts at {_at(following)}, before they go on at {_at(next_self)}"


def _cuts(
    gold: Gold, speaker: int, start_s: float, end_s: float, next_self: float
) -> Iterator[dict[str, Any]]:
    """Yield everything that begins where a pause was cut; nothing if it reaches the next turn."""
    if end_s == next_self:
        return
    for view, spans in ((LABEL_VIEW, gold.label_disputed), (TURN_VIEW, gold.turn_disputed)):
        met = (spans.start_s == end_s) & (spans.start_s < next_self) & (spans.end_s > start_s)
        for who in spans.speaker[met].tolist():
            yield {"what": f"a dispute about speaker {who} in the {view} view", "speaker": who, "at_s": end_s}
    events = gold.label_events
    begins = events.start_s == end_s
    for who, code in zip(events.speaker[begins].tolist(), events.label_class[begins].tolist(), strict=True):
        found = LabelClass(code)
        is_own = who == speaker and found is not LabelClass.TURN
        is_barge_in = who != speaker and found in (
            LabelClass.INTERRUPTION,
            LabelClass.NON_FLOOR_TAKING_INTERRUPTION,
        )
        if is_own or is_barge_in:
            name = CLASS_NAMES[found].lower()
            yield {"what": f"{_article(name)} {name} of speaker {who}", "speaker": who, "at_s": end_s}


def _why_excluded(
    conversation: Conversation, gold: Gold, task: Task, speaker: int, start_s: float
) -> dict[str, Any]:
    view = TURN_VIEW if task is Task.EOT else LABEL_VIEW
    disputed = gold.turn_disputed if task is Task.EOT else gold.label_disputed
    for start, end in _spans(disputed, speaker):
        if start == start_s:
            rows = [one | {"role": ALONE} for one in _heard(conversation, view, speaker, start, end, ())]
            who = ", ".join(dict.fromkeys(one["annotator"] for one in rows))
            sentence = (
                f"What {who} heard from {_at(start)} to {_at(end)} no other annotator heard alike in the "
                f"{view} view, and no consensus overlaps it: speaker {speaker}'s decisions do not count."
            )
            return {
                "view": view, "start_s": start, "end_s": end, "heard": rows, "cuts": [], "sentence": sentence,
            }  # fmt: skip
    if task is Task.INT:
        for event in _events(gold.label_events, speaker):
            is_wanted = event.label_class is LabelClass.NON_FLOOR_TAKING_INTERRUPTION
            if is_wanted and event.start_s == start_s:
                sentence = (
                    f"Speaker {speaker} interrupts without taking the floor, from {_at(event.start_s)} to "
                    f"{_at(event.end_s)}: neither right nor wrong to detect, so decisions there do not count."
                )
                return _answer(conversation, LABEL_VIEW, speaker, event, sentence)
    raise _unknown(task, EXCLUDED, speaker, start_s)


def _answer(
    conversation: Conversation, view: str, speaker: int, event: _Event, sentence: str
) -> dict[str, Any]:
    rows = _heard(conversation, view, speaker, event.start_s, event.end_s, event.members)
    return {
        "view": view,
        "start_s": event.start_s,
        "end_s": event.end_s,
        "heard": list(rows),
        "cuts": [],
        "sentence": sentence,
    }


def _heard(
    conversation: Conversation,
    view: str,
    speaker: int,
    start_s: float,
    end_s: float,
    members: tuple[int, ...],
) -> Iterator[dict[str, Any]]:
    """Yield the segments of a view that overlap a span, and the members, which need not by rounding."""
    for position, annotator in enumerate(ANNOTATORS):
        track = conversation.track(speaker, annotator)
        codes = track.turn_view_codes if view == TURN_VIEW else track.label_view_codes
        member = members[position] if members else -1
        is_met = (codes >= 0) & (track.start_s < end_s) & (start_s < track.end_s)
        for row in np.flatnonzero(is_met | (np.arange(len(track)) == member)).tolist():
            yield {
                "annotator": annotator,
                "label": track.labels[row],
                "start_s": float(track.start_s[row]),
                "end_s": float(track.end_s[row]),
                "role": MEMBER if row == member else OTHER,
            }


def _events(events: ConsensusEvents, speaker: int) -> Iterator[_Event]:
    own = np.flatnonzero(events.speaker == speaker)
    own = own[np.argsort(events.start_s[own], kind="stable")]
    for row in own.tolist():
        times = (float(events.start_s[row]), float(events.end_s[row]))
        yield _Event(*times, LabelClass(int(events.label_class[row])), tuple(events.members[row].tolist()))


def _spans(spans: Spans, speaker: int) -> Iterator[tuple[float, float]]:
    own = spans.speaker == speaker
    yield from zip(spans.start_s[own].tolist(), spans.end_s[own].tolist(), strict=True)


def _agreement(event: _Event, settings: ProtocolSettings) -> str:
    names = [name for name, row in zip(ANNOTATORS, event.members, strict=True) if row >= 0]
    who = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"Annotators {who} agree within {seconds(settings.tolerance_s)}, by their medians,"


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


def _at(time_s: float) -> str:
    return clock(time_s, _DECIMALS)


def _unknown(task: Task, part: str, speaker: int, start_s: float) -> UnknownNameError:
    return UnknownNameError(
        f"{task.upper()} {part}: expected one of speaker {speaker} that starts at {start_s!r} s, found none"
    )
