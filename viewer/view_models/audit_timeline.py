"""The dispute as the timeline's desk shows it: boundaries, and gold as the chosen verdict would have it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from viewer.audit import Question
from viewer.audit.questions import heard_tracks
from viewer.corrections import Choice
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.gold_sets import ConsensusEvents, Gold
from viewer.dialogue.segments import Segment
from viewer.dialogue.taxonomy import CLASS_NAMES, LabelClass
from viewer.view_models.audit_seat import Seat
from viewer.view_models.audit_words import code_of, question_title
from viewer.view_models.words import consensus_texts

AROUND_S = 1.0


def desk_text(
    question: Question,
    seat: Seat,
    source: Conversation,
    shown: Conversation,
    gold: Gold | None,
    own: Segment | None = None,
    *,
    known: Gold | None = None,
    is_corrected: bool = False,
) -> dict[str, Any]:
    """Return the timeline's text of a question.

    Parameters
    ----------
    question, seat
        What is asked, and what is chosen.
    source
        The dialogue as annotators labelled it: the boundaries are theirs.
    shown, gold
        The dialogue with corrections and the chosen verdict, and its gold.
    own
        The own verdict that is drawn, if that is chosen.
    known
        The gold that the timeline shows beside the desk: where ``gold`` has another event of the speaker,
        that is proposed too.
    is_corrected
        Whether that gold, and the verdicts on it, are those of corrections.
    """
    span = (question.start_s, question.end_s)
    draft = None
    if seat.choice is Choice.OWN and own is not None:
        draft = {
            "start_s": own.start_s,
            "end_s": own.end_s,
            "label": own.label,
            "class": code_of(own.label)[1],
        }
    return {
        "nonce": seat.nonce,
        "title": question_title(question),
        "span": {"speaker": question.speaker, "start_s": span[0], "end_s": span[1]},
        "boundaries": _boundaries(source, question),
        "proposed": [] if gold is None else _proposed(shown, gold, question, known),
        "excluded": [] if gold is None else _excluded(gold, question),
        "draft": draft,
        "is_corrected": is_corrected,
        "is_editable": True,
    }


def _boundaries(source: Conversation, question: Question) -> list[dict[str, Any]]:
    """Return every boundary of segments in or near the span; those of one moment as one."""
    found: dict[tuple[float, str, str], list[str]] = {}
    for name, track in heard_tracks(source, question.speaker).items():
        for row in track.rows(question.start_s - AROUND_S, question.end_s + AROUND_S).tolist():
            for kind, times in (("start", track.start_s), ("end", track.end_s)):
                key = (round(float(times[row]), 3), kind, track.labels[row])
                if name not in found.setdefault(key, []):
                    found[key].append(name)
    return [
        {"s": time, "annotators": "".join(names), "kind": kind, "label": label}
        for (time, kind, label), names in sorted(found.items())
    ]


def _proposed(
    shown: Conversation, gold: Gold, question: Question, known: Gold | None
) -> list[dict[str, Any]]:
    events = gold.label_events
    is_met = (events.speaker == question.speaker) & (events.start_s < question.end_s)
    is_met &= question.start_s < events.end_s
    if known is not None and known is not gold:
        is_met |= (events.speaker == question.speaker) & ~_is_in(events, known.label_events)
    texts = consensus_texts(shown, events)
    return [
        {
            "start_s": float(events.start_s[row]),
            "end_s": float(events.end_s[row]),
            "label": CLASS_NAMES[LabelClass(int(events.label_class[row]))],
            "class": int(events.label_class[row]),
            "text": texts[row],
        }
        for row in np.flatnonzero(is_met).tolist()
    ]


def _is_in(events: ConsensusEvents, known: ConsensusEvents) -> npt.NDArray[np.bool_]:
    """Return which events another gold has at the same times, of the same class."""
    have = set(zip(*_columns(known), strict=True))
    return np.array([one in have for one in zip(*_columns(events), strict=True)], dtype=bool)


def _columns(events: ConsensusEvents) -> tuple[list[float], ...]:
    columns = (events.speaker, events.start_s, events.end_s, events.label_class)
    return tuple(column.tolist() for column in columns)


def _excluded(gold: Gold, question: Question) -> list[dict[str, float]]:
    found = set()
    for spans in (gold.label_disputed, gold.turn_disputed):
        is_met = (spans.speaker == question.speaker) & (spans.start_s < question.end_s + AROUND_S)
        is_met &= question.start_s - AROUND_S < spans.end_s
        found |= set(zip(spans.start_s[is_met].tolist(), spans.end_s[is_met].tolist(), strict=True))
    return [{"start_s": start, "end_s": end} for start, end in sorted(found)]
