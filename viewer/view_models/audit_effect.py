"""What corrections move, and what the chosen verdict would: gold, every model's scores, before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from viewer.audit import Effect, GoldChange, Moved
from viewer.dialogue.protocol import Task
from viewer.scoring import Score
from viewer.view_models.audit_words import TASK_NAMES, change_text
from viewer.view_models.formats import DASH, MINUS, plain_ms, rate
from viewer.workspace import SplitWork

SHOWN_CHANGES = 8
_DECIMALS = 3

Scores = Mapping[str, Mapping[Task, Moved]]


def net_changes(before: Effect, after: Effect, conversation_id: str) -> list[GoldChange]:
    """Return what gold gains and loses in a dialogue from one set of corrections to another, by time."""
    counts: Counter[tuple[Task, str, int, float, float]] = Counter()
    for effect, sign in ((before, -1), (after, 1)):
        for one in effect.changes.get(conversation_id, ()):
            key = (one.task, one.part, one.speaker, one.start_s, one.end_s)
            counts[key] += sign if one.is_gained else -sign
    found = [GoldChange(*key, number > 0) for key, number in counts.items() for _ in range(abs(number))]
    return sorted(found, key=lambda one: (one.start_s, one.end_s, one.part, one.task))


def effect_rows(
    work: SplitWork,
    before: Effect | None,
    after: Effect,
    *,
    conversation_id: str,
    model: str,
    task: Task,
) -> dict[str, Any]:
    """Return what moves from one set of corrections to another, the active model first.

    Parameters
    ----------
    work
        The source.
    before, after
        What each set moves against the source; ``before`` None is the source itself.
    conversation_id
        The dialogue that is shown beside the split.
    model, task
        The active ones.
    """
    first = before or Effect({}, after.split, {})
    changes = net_changes(first, after, conversation_id)
    names = [name for name in [model, *after.split] if name in after.split and task in after.split[name]]
    return {
        "task": TASK_NAMES[task],
        "gold": [{"is_gained": one.is_gained, "text": change_text(one)} for one in changes[:SHOWN_CHANGES]],
        "gold_more": max(len(changes) - SHOWN_CHANGES, 0),
        "gold_note": "" if changes else "In this dialogue gold stays as it is.",
        "models": [
            _model_row(work, first, after, name, task, conversation_id, is_source=before is None)
            for name in dict.fromkeys(names)
        ],
        "note": "" if names else "No model decides on this task: only gold can move.",
    }


def _model_row(
    work: SplitWork,
    before: Effect,
    after: Effect,
    name: str,
    task: Task,
    conversation_id: str,
    *,
    is_source: bool,
) -> dict[str, Any]:
    split = after.split[name][task]
    started = split.before if is_source else before.split[name][task].after
    dialogue = _of_dialogue(before, after, name, task, conversation_id)
    return {
        "title": work.model(name).title,
        "split": scores_row(Moved(started, split.after)),
        "dialogue": None if dialogue is None else scores_row(dialogue),
    }


def _of_dialogue(before: Effect, after: Effect, name: str, task: Task, conversation_id: str) -> Moved | None:
    ended = after.dialogues.get(conversation_id, {}).get(name, {}).get(task)
    started = before.dialogues.get(conversation_id, {}).get(name, {}).get(task)
    if ended is None and started is None:
        return None
    source = ended.before if ended is not None else started.before if started is not None else Score()
    return Moved(
        started.after if started is not None else source, ended.after if ended is not None else source
    )


def scores_row(moved: Moved) -> dict[str, Any]:
    """Return recall, fp rate, p50 and the four counts, before and after, in words."""
    before, after = moved.before, moved.after
    return {
        "recall": _pair(rate(before.recall), rate(after.recall), _moved(before.recall, after.recall)),
        "recall_note": f"{_share(after.tp, after.fn)} (was {_share(before.tp, before.fn)})"
        if (after.tp, after.fn) != (before.tp, before.fn)
        else _share(after.tp, after.fn),
        "fp_rate": _pair(rate(before.fp_rate), rate(after.fp_rate), _moved(before.fp_rate, after.fp_rate)),
        "fp_note": f"{_share(after.fp, after.tn)} (was {_share(before.fp, before.tn)})"
        if (after.fp, after.tn) != (before.fp, before.tn)
        else _share(after.fp, after.tn),
        "p50": _pair(_p50(before), _p50(after), ""),
        "counts": [
            _pair(str(one), str(other), "")
            for one, other in (
                (before.tp, after.tp),
                (before.fn, after.fn),
                (before.fp, after.fp),
                (before.tn, after.tn),
            )
        ],
    }


def _pair(before: str, after: str, moved: str) -> dict[str, Any]:
    return {"before": before, "after": after, "is_moved": before != after or moved != "", "moved": moved}


def _moved(before: float | None, after: float | None) -> str:
    if before is None or after is None or before == after:
        return ""
    difference = after - before
    for decimals in range(_DECIMALS, 2 * _DECIMALS + 1):
        text = f"{abs(difference):.{decimals}f}"
        if float(text):
            return f"{MINUS if difference < 0 else '+'}{text}"
    return ""


def _share(part: int, rest: int) -> str:
    return f"{part} of {part + rest}"


def _p50(score: Score) -> str:
    return DASH if score.latency is None else plain_ms(score.latency.p50)
