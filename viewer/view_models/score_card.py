"""The score card: one model's numbers on one task, of the dialogue or of the whole split."""

from __future__ import annotations

import dataclasses
from typing import Any

from viewer.dialogue.protocol import FP_BUDGET, FP_CEILING
from viewer.scoring import Score
from viewer.view_models.formats import DASH, plain_ms, plural, rate
from viewer.view_models.hidden_split import HIDDEN
from viewer.view_models.place import Place
from viewer.view_models.timeline_rows import NOTHING_TO_SCORE
from viewer.workspace import LoadedModel, SplitWork

Card = dict[str, Any]
NO_MODEL = "Add a model's decisions to score this conversation."


def score_card(work: SplitWork, place: Place) -> Card:
    """Return the score card of a place."""
    score, message = score_at(work, place, place.scope)
    model = work.models.get(place.model)
    return _numbers(score) | {
        "models": [_model_row(model, place.model) for model in work.models.values()],
        "task": str(place.task),
        "scope": place.scope,
        "has_score": score is not None,
        "message": message,
        "problems": [str(problem) for problem in model.problems] if model else [],
        "other_line": _other_line(work, place),
        "budget": FP_BUDGET,
        "ceiling": FP_CEILING,
        "is_benchmark": place.settings.is_benchmark,
        "is_locked": work.is_hidden,
        "settings": dataclasses.asdict(place.settings),
    }


def score_at(work: SplitWork, place: Place, scope: str) -> tuple[Score | None, str]:
    """Return a model's score in a scope, or None and the sentence that says why there is none."""
    model = work.models.get(place.model)
    if model is None:
        return None, NO_MODEL
    if model.submission is None:
        return None, _file_problems(model)
    if work.is_hidden:
        return None, HIDDEN
    if scope == "dialogue" and place.dialogue in model.missing:
        return None, f"{model.title} has no decisions for this dialogue."
    if not model.submission.supports(place.task):
        return None, f"{model.title} commits no {place.task.upper()} event anywhere: not supported."
    scored = work.scored(place.model, place.settings)
    row = work.row(place.dialogue)
    if scored is None or (scope == "dialogue" and row is None):
        return None, why_unscored(work, place.dialogue)
    if scope == "dialogue" and row is not None:
        return scored.score(row, place.task), ""
    if all(work.row(name) is None for name in work.scorable_ids):
        return None, "No dialogue of this split can be scored."
    if model.missing:
        return (
            None,
            f"No split score: {model.title} has no decisions for {plural(len(model.missing), 'dialogue')}.",
        )
    return scored.pooled(place.task), _partly(work)


def _file_problems(model: LoadedModel) -> str:
    return f"{model.title} is not scored: {plural(len(model.problems), 'problem')} in its file."


def why_unscored(work: SplitWork, conversation_id: str) -> str:
    """Return why a dialogue has no score."""
    if work.is_hidden:
        return HIDDEN
    conversation = work.conversations.get(conversation_id)
    if conversation is not None and not conversation.has_labels:
        return NOTHING_TO_SCORE
    return "This dialogue's files have errors, so it is not scored."


def _partly(work: SplitWork) -> str:
    """Return the note on a split score that leaves dialogues out."""
    total = len(work.split.conversation_ids)
    scored = sum(work.row(name) is not None for name in work.scorable_ids)
    return "" if scored == total else f"{scored} of {total} dialogues have labels that can be scored."


def _other_line(work: SplitWork, place: Place) -> str:
    """Return the same score in the other scope, in one line."""
    scope, name = ("split", "Split") if place.scope == "dialogue" else ("dialogue", "This dialogue")
    score, message = score_at(work, place, scope)
    if score is None:
        return f"{name}: {message}"
    return f"{name}: recall {rate(score.recall)}, fp rate {rate(score.fp_rate)}"


def _model_row(model: LoadedModel, active: str) -> Card:
    notes = ["yours"] if model.is_session_own else []
    if model.submission is None:
        notes.append("not scored: its file has errors")
    if model.missing:
        notes.append(f"partial: {plural(len(model.missing), 'dialogue')} missing")
    return {
        "name": model.name,
        "title": model.title,
        "note": ", ".join(notes),
        "is_active": model.name == active,
    }


def _numbers(score: Score | None) -> Card:
    if score is None:
        score = Score()
    latency = score.latency
    percentiles = None if latency is None else [latency.p10, latency.p50, latency.p90]
    counts = (
        ("hit", "TP hit", score.tp),
        ("false_alarm", "FP alarm", score.fp),
        ("miss", "FN miss", score.fn),
        ("quiet", "TN quiet", score.tn),
    )
    p10, p50, p90 = (DASH,) * 3 if percentiles is None else (plain_ms(value) for value in percentiles)
    return {
        "recall": rate(score.recall),
        "recall_note": f"{score.tp} of {score.tp + score.fn}",
        "fp_rate": rate(score.fp_rate),
        "fp_note": f"{score.fp} of {score.fp + score.tn}",
        "fp_value": score.fp_rate,
        "fp_state": fp_state(score.fp_rate),
        "latency": {
            "p10": p10,
            "p50": p50,
            "p90": p90,
            "ms": percentiles,
            "points_ms": score.latencies_ms.tolist(),
        },
        "counts": [{"fate": fate, "label": label, "count": count} for fate, label, count in counts],
    }


def fp_state(fp_rate: float | None) -> str:
    """Return where an fp rate stands: within the budget, within the ceiling, over it."""
    if fp_rate is None:
        return "none"
    if fp_rate <= FP_BUDGET:
        return "budget"
    return "ceiling" if fp_rate <= FP_CEILING else "over"


def counts_of(score: Score | None) -> dict[str, int | None]:
    """Return the four counts, None where nothing is scored."""
    if score is None:
        return {"hits": None, "misses": None, "false_alarms": None, "quiet": None}
    return {"hits": score.tp, "misses": score.fn, "false_alarms": score.fp, "quiet": score.tn}
