"""``score`` where labels are hidden: one pooled, rounded reply."""

from __future__ import annotations

from pathlib import Path

from viewer.commands import documents, tables
from viewer.dialogue.protocol import BENCHMARK, TASKS, ProtocolSettings
from viewer.errors import HiddenLabelsError
from viewer.hidden import HiddenReply, least_decisions, score_hidden
from viewer.loaders import Split
from viewer.loaders.problems import plain


def reply_of(
    split: Split, predictions: Path, settings: ProtocolSettings, *, with_outcomes: bool
) -> HiddenReply:
    """Score a submission on hidden labels; a call that asks for more is refused, and not counted.

    Raises
    ------
    HiddenLabelsError
        If outcomes are asked for, or the settings are not the benchmark's.
    """
    if with_outcomes:
        raise _refusal(split, "--outcomes", "no outcome of a single event leaves them")
    if not settings.is_benchmark:
        raise _refusal(split, "other protocol parameters than the benchmark's", "they are locked")
    reply = score_hidden(split, predictions)
    for task in reply.untold:
        least = least_decisions(len(split.conversation_ids))
        tables.note(
            f"{task.upper()} is not told: expected at least {least} decisions in the file, found fewer "
            "(what a few decisions score would tell of single labels)"
        )
    tables.note(f"{reply.scorings_used} of {reply.scorings_limit} scorings on {plain(split.name)} used")
    return reply


def print_reply(split: str, reply: HiddenReply, *, as_json: bool) -> None:
    """Print a reply as a document or as a table."""
    if as_json:
        print(documents.as_text(documents.stamped(documents.hidden_document(split, reply), BENCHMARK)))
        return
    header = (f"{split}, labels hidden", "recall", "fp rate", "p10 ms", "p50 ms", "p90 ms")
    rows = []
    for task in TASKS:
        score = reply.tasks[task]
        latency = score.latency
        percentiles = (None, None, None) if latency is None else (latency.p10, latency.p50, latency.p90)
        rates = (tables.number(score.recall), tables.number(score.fp_rate))
        rows.append([task.upper(), *rates, *(tables.number(value, 0) for value in percentiles)])
    tables.print_rows("Score", header, rows)


def _refusal(split: Split, found: str, why: str) -> HiddenLabelsError:
    return HiddenLabelsError(f"split {plain(split.name)}, labels hidden: found {found} ({why})")
