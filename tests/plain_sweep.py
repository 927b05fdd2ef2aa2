"""The slow sweep: each candidate's decisions committed and scored by themselves; witness of the fast one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.gold_sets import Gold, Spans
from viewer.dialogue.protocol import BENCHMARK, ProtocolSettings, Task
from viewer.dialogue.segments import FloatArray
from viewer.scoring.matching import pack_gold
from viewer.scoring.outcomes import score_submission
from viewer.scoring.sweep import SweepRow, candidate_thresholds, decisions_at


def plain_sweep(
    probabilities: Probabilities,
    golds: Sequence[tuple[str, Gold]],
    settings: ProtocolSettings = BENCHMARK,
) -> list[SweepRow]:
    """Return every candidate's row, each scored by itself."""
    pack = pack_gold(golds)
    rows = []
    for theta in candidate_thresholds(probabilities).tolist():
        submission = decisions_at(probabilities, theta)
        score = score_submission(pack, submission, settings).pooled(probabilities.task)
        latency = score.latency
        rows.append(
            SweepRow(
                theta,
                score.recall,
                score.fp_rate,
                _backchannel_fire_rate(submission, golds, probabilities.task, settings),
                None if latency is None else latency.p10,
                None if latency is None else latency.p50,
                None if latency is None else latency.p90,
                score.tp,
                score.fp,
                score.fn,
            )
        )
    return rows


def _backchannel_fire_rate(
    submission: Submission,
    golds: Sequence[tuple[str, Gold]],
    task: Task,
    settings: ProtocolSettings,
) -> float | None:
    """Return the share of INT negative spans that any unmasked decision of the task touches."""
    fired = total = 0
    for conversation_id, gold in golds:
        spans, excluded = gold.interruption.negatives, gold.interruption.excluded
        for speaker in (1, 2):
            times = submission.decisions(conversation_id, speaker).of(task)
            free = times[~_is_in_any(times, excluded, speaker)]
            own = spans.speaker == speaker
            first = np.searchsorted(free, spans.start_s[own] - settings.tau_pre_s, side="left")
            last = np.searchsorted(free, spans.end_s[own], side="right")
            fired += int(np.count_nonzero(last > first))
            total += int(np.count_nonzero(own))
    return fired / total if total else None


def _is_in_any(times: FloatArray, spans: Spans, speaker: int) -> npt.NDArray[np.bool_]:
    own = spans.speaker == speaker
    starts, ends = spans.start_s[own], spans.end_s[own]
    inside: npt.NDArray[np.bool_] = ((times[:, None] >= starts) & (times[:, None] <= ends)).any(axis=1)
    return inside
