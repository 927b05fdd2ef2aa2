"""Why is this gold? Of every event, pause and excluded interval in a span: who said so, and what cut it."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.audit import Question
from viewer.dialogue.conversation import ANNOTATORS, Conversation
from viewer.dialogue.gold_sets import ConsensusEvents, Gold, Spans
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.dialogue.taxonomy import CLASS_NAMES, LabelClass
from viewer.view_models.audit_words import TASK_NAMES
from viewer.view_models.formats import clock, seconds

NEAR_S = 0.001
_OTHER = {1: 2, 2: 1}
_CUTTING = (LabelClass.INTERRUPTION, LabelClass.NON_FLOOR_TAKING_INTERRUPTION)


def why_rows(
    conversation: Conversation, gold: Gold, question: Question, settings: ProtocolSettings
) -> list[dict[str, Any]]:
    """Return what gold has in and at the ends of a span, each with the sentence that says why.

    Parameters
    ----------
    conversation, gold
        The dialogue as it is shown, and the gold of exactly these tracks.
    question
        Its span and speaker.
    settings
        Those of the gold.

    References
    ----------
    PROTOCOL sections 3 and 4.
    """
    first, last, speaker = question.start_s - NEAR_S, question.end_s + NEAR_S, question.speaker
    rows = [
        *_consensus(conversation, gold.turn_events, "turn view", speaker, first, last),
        *_consensus(conversation, gold.label_events, "label view", speaker, first, last),
        *_turn_ends(gold, speaker, first, last),
        *_pauses(gold, speaker, first, last),
        *_excluded(conversation, gold, speaker, first, last, settings),
    ]
    return sorted(rows, key=lambda row: (row["start_s"], row["end_s"]))


def _row(title: str, start_s: float, end_s: float, sentence: str, parts: list[str]) -> dict[str, Any]:
    return {"title": title, "start_s": start_s, "end_s": end_s, "sentence": sentence, "parts": parts}


def _times(start_s: float, end_s: float) -> str:
    return f"{clock(start_s, 2)} to {clock(end_s, 2)}"


def _consensus(
    conversation: Conversation, events: ConsensusEvents, view: str, speaker: int, first: float, last: float
) -> list[dict[str, Any]]:
    is_met = (events.speaker == speaker) & (events.start_s <= last) & (events.end_s >= first)
    rows = []
    for at in np.flatnonzero(is_met).tolist():
        start, end = float(events.start_s[at]), float(events.end_s[at])
        members = [
            (name, conversation.track(speaker, name), row)
            for name, row in zip(ANNOTATORS, events.members[at].tolist(), strict=True)
            if row >= 0
        ]
        starts = [float(track.start_s[row]) for _, track, row in members]
        ends = [float(track.end_s[row]) for _, track, row in members]
        name = "Turn" if view == "turn view" else CLASS_NAMES[LabelClass(int(events.label_class[at]))]
        who = " and ".join(one for one, _, _ in members)
        sentence = (
            f"{who} agree in the {view}: starts within {seconds(max(starts) - min(starts))}, ends within "
            f"{seconds(max(ends) - min(ends))} of each other. Gold has the medians of their times."
        )
        parts = [
            f"{one}  {_times(float(track.start_s[row]), float(track.end_s[row]))}  {track.labels[row]}"
            for one, track, row in members
        ]
        rows.append(_row(f"{name}, {_times(start, end)}, {view}", start, end, sentence, parts))
    return rows


def _turn_ends(gold: Gold, speaker: int, first: float, last: float) -> list[dict[str, Any]]:
    """Say of each turn's end that is an EOT positive what made it one."""
    turns = gold.turn_events
    own = np.sort(turns.start_s[turns.speaker == speaker])
    is_other = turns.speaker == _OTHER[speaker]
    starts, ends = turns.start_s[is_other], turns.end_s[is_other]
    positives = gold.eot.positives
    times = positives.time_s[(positives.speaker == speaker) & (positives.time_s >= first)]
    rows = []
    for time in times[times <= last].tolist():
        after = own[own > time]
        others = np.sort(starts[starts > time])
        if not len(after):
            reason = f"Speaker {speaker} takes no further turn"
        elif len(others) and others[0] < after[0]:
            reason = f"Speaker {_OTHER[speaker]} takes the next turn at {clock(float(others[0]), 2)}"
        else:
            speaking = bool(np.any((starts < time) & (time < ends)))
            reason = f"Speaker {_OTHER[speaker]} is speaking" if speaking else "the floor changes"
        rows.append(_row(f"EOT positive, {clock(time, 2)}", time, time, f"The turn ends here: {reason}.", []))
    return rows


def _pauses(gold: Gold, speaker: int, first: float, last: float) -> list[dict[str, Any]]:
    negatives = gold.eot.negatives
    turns = gold.turn_events
    own = np.sort(turns.start_s[turns.speaker == speaker])
    rows = []
    for start, end in _spans_in(negatives, speaker, first, last):
        goes_on = own[own > start]
        resumes = float(goes_on[0]) if len(goes_on) else end
        sentence = f"A pause within Speaker {speaker}’s turns, who goes on at {clock(resumes, 2)}"
        if end < resumes:
            sentence += f"; cut at {clock(end, 2)} by {_cut(gold, speaker, end)}"
        rows.append(_row(f"Pause, {_times(start, end)}", start, end, f"{sentence}.", []))
    return rows


def _cut(gold: Gold, speaker: int, end: float) -> str:
    """Say what begins where a pause was cut."""
    for view, spans in (("turn view", gold.turn_disputed), ("label view", gold.label_disputed)):
        for one in spans.speaker[spans.start_s == end].tolist():
            return f"what annotators dispute of Speaker {one} in the {view}"
    events = gold.label_events
    for row in np.flatnonzero(events.start_s == end).tolist():
        found, whose = LabelClass(int(events.label_class[row])), int(events.speaker[row])
        if (whose == speaker and found is not LabelClass.TURN) or (whose != speaker and found in _CUTTING):
            return f"Speaker {whose}’s {CLASS_NAMES[found].lower()}"
    return "what is excluded of an interruption that does not take the floor"


def _excluded(
    conversation: Conversation,
    gold: Gold,
    speaker: int,
    first: float,
    last: float,
    settings: ProtocolSettings,
) -> list[dict[str, Any]]:
    rows = []
    views = ((Task.EOT, "turn view", gold.turn_disputed), (Task.INT, "label view", gold.label_disputed))
    for task, view, spans in views:
        for start, end in _spans_in(spans, speaker, first, last):
            parts = [
                f"{name}  {_times(float(track.start_s[row]), float(track.end_s[row]))}  {track.labels[row]}"
                for name in ANNOTATORS
                for track in (conversation.track(speaker, name),)
                for row in np.flatnonzero((track.start_s < end) & (start < track.end_s)).tolist()
            ]
            sentence = (
                f"Disputed in the {view}: no {settings.min_agree} annotators have starts and ends within "
                f"{seconds(settings.tolerance_s)} here, so {TASK_NAMES[task]} decisions are masked."
            )
            rows.append(_row(f"Excluded, {_times(start, end)}, {view}", start, end, sentence, parts))
    return rows


def _spans_in(spans: Spans, speaker: int, first: float, last: float) -> list[tuple[float, float]]:
    is_met = (spans.speaker == speaker) & (spans.start_s <= last) & (spans.end_s >= first)
    return list(zip(spans.start_s[is_met].tolist(), spans.end_s[is_met].tolist(), strict=True))
