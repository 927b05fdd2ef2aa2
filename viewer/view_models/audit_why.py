"""Why is this gold? Events, pauses and excluded intervals in a question's span, with their reasons."""

from __future__ import annotations

from typing import Any

from viewer.audit import Question
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import TASKS, ProtocolSettings, Task
from viewer.view_models.audit_words import PARTS, TASK_NAMES
from viewer.view_models.formats import clock
from viewer.view_models.why_gold import EXCLUDED, NEGATIVES, POSITIVES, why_gold

NEAR_S = 0.001
ROLES = {"member": "agrees", "other": "does not", "alone": "disputed"}


def why_rows(
    conversation: Conversation, gold: Gold, question: Question, settings: ProtocolSettings
) -> list[dict[str, Any]]:
    """Return what gold has in a span and at its ends, by time, each with the sentence that says why.

    Parameters
    ----------
    conversation, gold
        The source, and its gold.
    question
        Its span and speaker.
    settings
        Those of the gold.

    References
    ----------
    PROTOCOL sections 3 and 4.
    """
    rows = []
    for task, part, start in _found(gold, question):
        found = why_gold(
            conversation, gold, settings, task=task, part=part, speaker=question.speaker, start_s=start
        )
        times = clock(start, 2)
        if part != POSITIVES:
            times = f"{times} to {clock(found['end_s'], 2)}"
        rows.append(
            {
                "title": f"{TASK_NAMES[task]} {PARTS[part]}, {times} ({found['view']} view)",
                "start_s": start,
                "sentence": found["sentence"],
                "parts": [
                    f"{one['annotator']}  {clock(one['start_s'], 3)} to {clock(one['end_s'], 3)}  "
                    f"{one['label']}, {ROLES[one['role']]}"
                    for one in found["heard"]
                ],
            }
        )
    return sorted(rows, key=lambda row: row["start_s"])


def _found(gold: Gold, question: Question) -> list[tuple[Task, str, float]]:
    """Return task, set and start of what gold has of the speaker in the span."""
    first, last, speaker = question.start_s - NEAR_S, question.end_s + NEAR_S, question.speaker
    found: dict[tuple[Task, str, float], None] = {}
    for task in TASKS:
        sets = gold.of(task)
        times = sets.positives.time_s[sets.positives.speaker == speaker]
        for time in times[(times >= first) & (times <= last)].tolist():
            found[task, POSITIVES, time] = None
        for part, spans in ((NEGATIVES, sets.negatives), (EXCLUDED, sets.excluded)):
            is_met = (spans.speaker == speaker) & (spans.start_s <= last) & (spans.end_s >= first)
            for start in spans.start_s[is_met].tolist():
                found[task, part, start] = None
    return list(found)
