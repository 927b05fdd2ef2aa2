"""What the timeline draws: a dialogue's tracks, its gold, each model's decisions and their verdicts.

Each row holds what follows from the same things and nothing else: times of decisions are sent once for
a dialogue, times of gold once for its consensus, and a moved limit costs one letter for each decision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.decisions import Submission
from viewer.dialogue.gold_sets import Gold, Spans
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring import Fate
from viewer.scoring.matching import window_ends
from viewer.view_models.formats import type_name
from viewer.view_models.reasons import SpeakerView
from viewer.view_models.words import consensus_texts

Row = dict[str, Any]
NOTHING_TO_SCORE = "This dialogue has no labels: there is nothing to score."
UNSCORED_LETTER = "u"
FATE_LETTERS = {
    Fate.MASKED: "m",
    Fate.HIT: "h",
    Fate.REDUNDANT: "r",
    Fate.FALSE_ALARM: "f",
    Fate.REPEAT: "p",
    Fate.IGNORED: "i",
}
NO_UNIT: Row = {"fates": "", "owner": [], "claimed": None, "fired": None}
"""A speaker's unit of a task that a model does not support."""
LETTER_CODES = np.frombuffer("".join(FATE_LETTERS[fate] for fate in sorted(Fate)).encode(), dtype=np.uint8)
_DIGITS = np.frombuffer(b"01", dtype=np.uint8)
_DECIMALS = 6


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
    """Return the consensus, and both tasks' positives, negative spans and excluded intervals."""
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
        "positives": {
            str(task): [positives_of(gold, task, speaker).tolist() for speaker in SPEAKERS] for task in TASKS
        },
        "negatives": {
            str(task): [_span_row(gold.of(task).negatives, speaker) for speaker in SPEAKERS] for task in TASKS
        },
        "excluded": {
            str(task): [_span_row(gold.of(task).excluded, speaker) for speaker in SPEAKERS] for task in TASKS
        },
    }


def positives_of(gold: Gold, task: Task, speaker: int) -> FloatArray:
    """Return one speaker's positives in time order, seconds."""
    positives = gold.of(task).positives
    return np.sort(positives.time_s[positives.speaker == speaker])


def _span_row(spans: Spans, speaker: int) -> Row:
    """Return one speaker's spans by their starts; equal starts keep their order."""
    own = np.flatnonzero(spans.speaker == speaker)
    own = own[np.argsort(spans.start_s[own], kind="stable")]
    return {"start": spans.start_s[own].tolist(), "end": spans.end_s[own].tolist()}


def decisions_row(submission: Submission | None, conversation_id: str) -> Row:
    """Return when a model decided in a dialogue: per task, the times of each speaker."""
    found = submission or Submission({})
    return {
        str(task): [found.decisions(conversation_id, speaker).of(task).tolist() for speaker in SPEAKERS]
        for task in TASKS
    }


def windows_row(gold: Gold, settings: ProtocolSettings) -> Row:
    """Return the window of every positive: per task, one pair of columns for each speaker."""
    return {str(task): [_windows(gold, task, speaker, settings) for speaker in SPEAKERS] for task in TASKS}


def _windows(gold: Gold, task: Task, speaker: int, settings: ProtocolSettings) -> Row:
    times = positives_of(gold, task, speaker)
    return {
        "lo": np.round(times - settings.tau_pre_s, _DECIMALS).tolist(),
        "hi": np.round(window_ends(times, settings.tau_max_s), _DECIMALS).tolist(),
    }


def verdict_units(views: dict[Task, list[SpeakerView]]) -> Row:
    """Return one model's verdicts on a dialogue: per task, one unit for each speaker."""
    return {str(task): [_unit(view) for view in views[task]] for task in TASKS}


def _unit(view: SpeakerView) -> Row:
    return {
        "fates": LETTER_CODES[view.fates].tobytes().decode("ascii"),
        "owner": view.owners().tolist(),
        "claimed": view.claimed_rows().tolist(),
        "fired": _DIGITS[view.has_fired].tobytes().decode("ascii"),
    }


def unscored_units(decisions: Row) -> Row:
    """Return the units of decisions where nothing can be scored: ticks without a verdict."""
    return {
        task: [
            NO_UNIT | {"fates": UNSCORED_LETTER * len(times), "owner": [-1] * len(times)}
            for times in speakers
        ]
        for task, speakers in decisions.items()
    }
