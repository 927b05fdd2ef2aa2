"""A stretch of a dialogue as one JSON document, to keep or to attach to a report; see ``docs/exports.md``.

Times stand twice: ``*_s`` counts from the dialogue's start, ``*_in_clip_s`` from the clip's first sample.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from viewer.dialogue.conversation import ANNOTATORS, SPEAKERS, Conversation
from viewer.dialogue.gold_sets import Gold, Spans
from viewer.dialogue.protocol import PROTOCOL_VERSION, TASKS, ProtocolSettings
from viewer.dialogue.taxonomy import CLASS_NAMES, UNMAPPED, LabelClass
from viewer.environment import version
from viewer.errors import SettingsError
from viewer.view_models.clip_verdicts import ClipRange, model_rows
from viewer.view_models.formats import clock, seconds
from viewer.view_models.place import Place
from viewer.view_models.words import consensus_texts
from viewer.workspace import SplitWork

SCHEMA = "turnbench-clip"
SCHEMA_VERSION = 1

Document = dict[str, Any]


def clip(work: SplitWork, place: Place, start_s: float, stop_s: float) -> Document:
    """Return what stands between two times of the dialogue of a place.

    Parameters
    ----------
    work
        The split.
    place
        Its dialogue, active model, active task and protocol settings count.
    start_s, stop_s
        The range, seconds from the dialogue's start; cut at its ends and moved to whole samples.

    Returns
    -------
    dict
        The document. A split with hidden labels gives its sound's facts and decisions, nothing else.

    Raises
    ------
    UnknownNameError
        If the split has no such dialogue.
    SettingsError
        If nothing of the dialogue lies in the range.
    """
    conversation = work.conversation(place.dialogue)
    source = work.audio(place.dialogue)
    rate = source.sample_rate if source else None
    span = _range_of(conversation, start_s, stop_s, rate)
    found = None if work.row(place.dialogue) is None else work.golds(place.settings)[place.dialogue]
    return {
        "schema": SCHEMA,
        "schema_version": SCHEMA_VERSION,
        "version": version(),
        "protocol": PROTOCOL_VERSION,
        "corpus": {
            "title": work.corpus.title,
            "split": work.name,
            "licence": work.split.licence,
            "notice": work.split.notice,
            "has_hidden_labels": work.is_hidden,
        },
        "dialogue": _dialogue(conversation),
        "range": _range_row(span),
        "audio": source and {"key": source.key, "sample_rate": rate, "samples": source.samples},
        "settings": _settings(place.settings),
        "task": str(place.task),
        "model": place.model,
        "annotations": _annotations(conversation, span) if conversation.has_labels else None,
        "gold": None if found is None else _gold(conversation, found, span),
        "models": model_rows(work, place, span),
        "sentence": _sentence(conversation, span),
    }


def _range_of(conversation: Conversation, start_s: float, stop_s: float, rate: int | None) -> ClipRange:
    """Return the range within the dialogue, on whole samples where there is sound."""
    start_s, stop_s = max(start_s, 0.0), min(stop_s, conversation.duration_s)
    if rate is not None:
        # A billionth of a sample: what was a whole sample before it was divided by the rate is one again.
        first, last = math.floor(start_s * rate + 1e-6), math.ceil(stop_s * rate - 1e-6)
        start_s, stop_s = first / rate, min(last / rate, conversation.duration_s)
    if not start_s < stop_s:
        raise SettingsError(
            f"range: expected a stretch of 0 to {conversation.duration_s:g} s, found none between "
            f"{start_s:g} and {stop_s:g} s"
        )
    return ClipRange(start_s, stop_s, rate)


def _range_row(span: ClipRange) -> Document:
    row: Document = {"start_s": span.start_s, "stop_s": span.stop_s, "length_s": span.since(span.stop_s)}
    if span.sample_rate is None:
        return row | {"start_sample": None, "stop_sample": None}
    samples = (round(time * span.sample_rate) for time in (span.start_s, span.stop_s))
    return row | dict(zip(("start_sample", "stop_sample"), samples, strict=True))


def _dialogue(conversation: Conversation) -> Document:
    meta = conversation.metadata
    actors = (meta.speaker_1_actor_id, meta.speaker_2_actor_id)
    return {
        "id": conversation.conversation_id,
        "title": conversation.title,
        "type": conversation.conversation_type,
        "duration_s": conversation.duration_s,
        "speakers": [
            {"speaker": speaker, "actor": actor or ""}
            for speaker, actor in zip(SPEAKERS, actors, strict=True)
        ],
    }


def _settings(settings: ProtocolSettings) -> Document:
    limits = (
        f"decisions count from {seconds(settings.tau_pre_s)} early to {seconds(settings.tau_max_s)} late; a "
        f"consensus is {settings.min_agree} of 3 annotators within {seconds(settings.tolerance_s)}"
    )
    kind = "The benchmark's settings" if settings.is_benchmark else "Not the benchmark's settings"
    benchmark = {"is_benchmark": settings.is_benchmark, "sentence": f"{kind}: {limits}."}
    return dataclasses.asdict(settings) | benchmark


def _annotations(conversation: Conversation, span: ClipRange) -> list[Document]:
    """Return each annotator's segments that overlap the range, whole, in the file's order."""
    rows = []
    for speaker in SPEAKERS:
        for annotator in ANNOTATORS:
            track = conversation.track(speaker, annotator)
            columns = zip(
                track.start_s.tolist(), track.end_s.tolist(), track.label_view_codes.tolist(),
                track.labels, track.texts, strict=True,
            )  # fmt: skip
            rows.append(
                {
                    "speaker": speaker,
                    "annotator": annotator,
                    "segments": [
                        span.interval(start, end) | _class(code) | {"label": label, "text": text}
                        for start, end, code, label, text in columns
                        if span.touches(start, end)
                    ],
                }
            )
    return rows


def _class(code: int) -> Document:
    return {"class": None if code == UNMAPPED else CLASS_NAMES[LabelClass(code)], "class_code": code}


def _gold(conversation: Conversation, gold: Gold, span: ClipRange) -> Document:
    events = gold.label_events
    columns = zip(
        events.speaker.tolist(), events.start_s.tolist(), events.end_s.tolist(), events.label_class.tolist(),
        consensus_texts(conversation, events), strict=True,
    )  # fmt: skip
    return {
        "events": [
            {"speaker": speaker} | span.interval(start, end) | _class(code) | {"text": text}
            for speaker, start, end, code, text in columns
            if span.touches(start, end)
        ],
        "excluded": {str(task): _spans(gold.of(task).excluded, span) for task in TASKS},
    }


def _spans(spans: Spans, span: ClipRange) -> list[Document]:
    columns = zip(spans.speaker.tolist(), spans.start_s.tolist(), spans.end_s.tolist(), strict=True)
    return [
        {"speaker": speaker} | span.interval(start, end)
        for speaker, start, end in columns
        if span.touches(start, end)
    ]


def _sentence(conversation: Conversation, span: ClipRange) -> str:
    name = conversation.title
    if name != conversation.conversation_id:
        name = f"{name} ({conversation.conversation_id})"
    return (
        f"{name}, {clock(span.start_s, 2)} to {clock(span.stop_s, 2)} of {clock(conversation.duration_s, 2)}"
    )
