"""What the timeline draws: a dialogue's tracks, its gold, and each model's verdicts."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.decisions import Submission
from viewer.dialogue.gold_sets import Gold, Spans
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring import FATE_NAMES, Fate, TaskOutcomes
from viewer.view_models.event_ids import event_ids
from viewer.view_models.formats import type_name
from viewer.view_models.reasons import SpeakerView
from viewer.view_models.words import GoldWords, consensus_texts

Row = dict[str, Any]
UNSCORED = "unscored"
NOTHING_TO_SCORE = "This dialogue has no labels: there is nothing to score."
_EMPTY_UNIT: Row = {
    "positives": {"id": [], "time": [], "lo": [], "hi": [], "decision": [], "reason": []},
    "negatives": {"id": [], "start": [], "end": [], "fired": [], "reason": []},
    "decisions": {"id": [], "event": [], "time": [], "fate": [], "reason": []},
}
EMPTY_UNITS: list[Row] = [_EMPTY_UNIT, _EMPTY_UNIT]
"""Both speakers' units of a task that a model does not support."""
FATE_WORDS = FATE_NAMES | {Fate.HIT: "hit"}


def dialogue_row(conversation: Conversation, media: Row | None, problems: list[Row]) -> Row:
    """Return a dialogue with its six tracks, as the timeline reads it."""
    meta = conversation.metadata
    actors = (meta.speaker_1_actor_id, meta.speaker_2_actor_id)
    return {
        "id": conversation.conversation_id,
        "title": conversation.title,
        "type": type_name(conversation.conversation_type),
        "duration_s": conversation.duration_s,
        "media": media,
        "speakers": [
            {"name": f"Speaker {speaker}", "actor": actor or ""}
            for speaker, actor in zip(SPEAKERS, actors, strict=True)
        ],
        "tracks": [
            _track_row(conversation, speaker, annotator) for speaker in SPEAKERS for annotator in ANNOTATORS
        ],
        "has_labels": conversation.has_labels,
        "problems": problems,
    }


def _track_row(conversation: Conversation, speaker: int, annotator: str) -> Row:
    track = conversation.track(speaker, annotator)
    return {
        "speaker": speaker,
        "annotator": annotator,
        "start": track.start_s.tolist(),
        "end": track.end_s.tolist(),
        "class": track.label_view_codes.tolist(),
        "label": list(track.labels),
        "text": list(track.texts),
    }


def gold_row(conversation: Conversation, gold: Gold | None) -> Row | None:
    """Return the consensus and the excluded intervals of both tasks; None without gold."""
    if gold is None:
        return None
    events = gold.label_events
    texts = np.array(consensus_texts(conversation, events), dtype=object)
    return {
        "events": [
            {
                "start": events.start_s[events.speaker == speaker].tolist(),
                "end": events.end_s[events.speaker == speaker].tolist(),
                "class": events.label_class[events.speaker == speaker].tolist(),
                "text": texts[events.speaker == speaker].tolist(),
            }
            for speaker in SPEAKERS
        ],
        "excluded": {
            str(task): [_span_row(gold.of(task).excluded, speaker) for speaker in SPEAKERS] for task in TASKS
        },
    }


def _span_row(spans: Spans, speaker: int) -> Row:
    own = spans.speaker == speaker
    return {"start": spans.start_s[own].tolist(), "end": spans.end_s[own].tolist()}


def verdict_units(
    outcomes: dict[Task, TaskOutcomes], gold: Gold, words: GoldWords, settings: ProtocolSettings
) -> Row:
    """Return one model's verdicts on a dialogue: per task, one unit for each speaker."""
    return {
        str(task): [_unit(task, speaker, outcomes[task], gold, words, settings) for speaker in SPEAKERS]
        for task in TASKS
    }


def _unit(
    task: Task,
    speaker: int,
    outcomes: TaskOutcomes,
    gold: Gold,
    words: GoldWords,
    settings: ProtocolSettings,
) -> Row:
    view = SpeakerView.of(task, speaker, settings, outcomes, gold.of(task), words)
    fired = outcomes.negatives.has_fired[outcomes.negatives.speaker == speaker].tolist()
    times, starts = view.positives_s.tolist(), view.span_starts_s.tolist()
    decisions = view.decisions_s.tolist()
    names = {"p": _ids(task, "p", speaker, times), "n": _ids(task, "n", speaker, starts)}
    own = _ids(task, "d", speaker, decisions)
    owners = [view.owner(row) for row in range(len(decisions))]
    return {
        "positives": {
            "id": names["p"],
            "time": times,
            "lo": (view.positives_s - settings.tau_pre_s).tolist(),
            "hi": view.window_ends_s.tolist(),
            "decision": [None if np.isnan(time) else time for time in view.claimed_s.tolist()],
            "reason": [view.positive(row) for row in range(len(times))],
        },
        "negatives": {
            "id": names["n"],
            "start": starts,
            "end": view.span_ends_s.tolist(),
            "fired": fired,
            "reason": [view.negative(row, has_fired=bool(one)) for row, one in enumerate(fired)],
        },
        "decisions": {
            "id": own,
            "event": [
                name if owner is None else names[owner[0]][owner[1]]
                for name, owner in zip(own, owners, strict=True)
            ],
            "time": decisions,
            "fate": [FATE_WORDS[Fate(int(fate))] for fate in view.fates.tolist()],
            "reason": [view.decision(row) for row in range(len(decisions))],
        },
    }


def _ids(task: Task, kind: str, speaker: int, times: list[float]) -> list[str]:
    return event_ids(task, kind, [speaker] * len(times), times)


def unscored_units(submission: Submission, conversation_id: str, reason: str) -> Row:
    """Return a model's decisions where nothing can be scored: ticks without a verdict."""
    return {
        str(task): [
            _unscored_unit(task, speaker, submission.decisions(conversation_id, speaker).of(task), reason)
            for speaker in SPEAKERS
        ]
        for task in TASKS
    }


def _unscored_unit(task: Task, speaker: int, times_s: FloatArray, reason: str) -> Row:
    times = times_s.tolist()
    names = _ids(task, "d", speaker, times)
    return _EMPTY_UNIT | {
        "decisions": {
            "id": names,
            "event": names,
            "time": times,
            "fate": [UNSCORED] * len(times),
            "reason": [f"A decision; {reason[0].lower()}{reason[1:]}"] * len(times),
        },
    }
