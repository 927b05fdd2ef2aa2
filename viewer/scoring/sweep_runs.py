r"""One speaker of one dialogue at every threshold: which commits stand, and what becomes of each.

Neighbouring thresholds commit nearly the same, so that the whole is told in *runs*: from threshold ``first``
up to, not including, ``stop`` a commit at ``frame`` stands with this fate::

    thresholds   0 1 2 3 4 5 6 7
    frame 120    ─hit──┤├─false alarm─┤
    frame 344      ├─redundant──┤

Exactly what committing and scoring at each threshold by itself gives. PROTOCOL sections 5 and 6.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.compiled import compiled
from viewer.dialogue.gold_sets import TaskGold
from viewer.dialogue.protocol import REFRACTORY_S, ProtocolSettings
from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring.matching import UNCLAIMED, ByteArray, Fate, match_unit
from viewer.scoring.sweep import committed_frames

NO_OWNER = -1
_FALSE_ALARM, _REPEAT, _IGNORED = int(Fate.FALSE_ALARM), int(Fate.REPEAT), int(Fate.IGNORED)
_FIRST_SIZE = 256


@dataclass(frozen=True, eq=False, slots=True)
class SweptUnit:
    """Every threshold's commits of one speaker on one task, as runs over the thresholds.

    Parameters
    ----------
    frame, fate, owner, first, stop
        A run in each row, by frame, then by threshold: the commit's frame, its `Fate` code, the row of the
        positive that it claims (positives by time) or of the first negative span that it fires (spans by
        start), `NO_OWNER` otherwise; thresholds ``first`` to ``stop - 1``.
    span, span_first, span_stop
        Negative spans (rows by start) and the thresholds at which they have fired.
    """

    frame: IntArray
    fate: IntArray
    owner: IntArray
    first: IntArray
    stop: IntArray
    span: IntArray
    span_first: IntArray
    span_stop: IntArray


def swept_unit(
    track: FloatArray,
    frame_rate_hz: float,
    thresholds: FloatArray,
    gold: TaskGold,
    speaker: int,
    settings: ProtocolSettings,
) -> SweptUnit:
    """Commit and judge one speaker's frames at every threshold.

    Parameters
    ----------
    track
        Probability per frame, shape ``(frames,)``.
    frame_rate_hz
        Frames per second; the commit of frame ``i`` is at ``(i + 1) / frame_rate_hz``.
    thresholds
        Shape ``(n,)``.
    gold
        The dialogue's gold of the task that the frames are about.
    speaker
        1 or 2.
    settings
        ``tau_pre_s`` and ``tau_max_s``, seconds.

    Returns
    -------
    SweptUnit
        Runs over the rows of ``thresholds``.

    References
    ----------
    PROTOCOL sections 5 and 6.

    Examples
    --------
    >>> from viewer.dialogue.gold_sets import Events, Spans
    >>> nothing = Spans(np.empty(0, int), np.empty(0), np.empty(0))
    >>> gold = TaskGold(Events(np.array([1]), np.array([0.5])), nothing, nothing)
    >>> swept = swept_unit(np.array([0.3, 0.1]), 2.0, np.array([0.1, 0.2, 0.3]), gold, 1, ProtocolSettings())
    >>> swept.frame.tolist(), swept.first.tolist(), swept.stop.tolist()
    ([0], [0], [2])
    """
    positives = np.sort(gold.positives.time_s[gold.positives.speaker == speaker])
    spans = np.flatnonzero(gold.negatives.speaker == speaker)
    spans = spans[np.argsort(gold.negatives.start_s[spans], kind="stable")]
    masks = gold.excluded.speaker == speaker
    commits, fired = _runs(
        track, frame_rate_hz, thresholds, max(1, round(REFRACTORY_S * frame_rate_hz)),
        positives, gold.negatives.start_s[spans], gold.negatives.end_s[spans],
        gold.excluded.start_s[masks], gold.excluded.end_s[masks],
        settings.tau_pre_s, settings.tau_max_s,
    )  # fmt: skip
    commits = commits[np.lexsort((commits[:, 3], commits[:, 0]))]
    return SweptUnit(*commits.T, *fired[:, [0, 3, 4]].T)


@compiled
def _runs(
    track: FloatArray,
    rate_hz: float,
    thresholds: FloatArray,
    refractory_frames: int,
    positives: FloatArray,
    starts: FloatArray,
    ends: FloatArray,
    excluded_start: FloatArray,
    excluded_end: FloatArray,
    tau_pre: float,
    tau_max: float,
) -> tuple[IntArray, IntArray]:
    """Return the runs of commits and those of fired spans: rows of place, fate, owner, first, stop."""
    commits = np.empty((_FIRST_SIZE, 5), dtype=np.int64)
    fired = np.empty((_FIRST_SIZE, 5), dtype=np.int64)
    commit_count = fired_count = 0
    run_of_frame = np.full(len(track), -1, dtype=np.int64)
    run_of_span = np.full(len(starts), -1, dtype=np.int64)
    reached = ends.copy()
    for row in range(1, len(reached)):
        reached[row] = max(reached[row], reached[row - 1])
    for step in range(len(thresholds)):
        frames = committed_frames(track, thresholds[step], refractory_frames)
        times = (frames + 1) / rate_hz
        claimed = np.full(len(positives), UNCLAIMED, dtype=np.int64)
        has_fired = np.zeros(len(starts), dtype=np.uint8)
        fates = np.full(len(times), _IGNORED, dtype=np.uint8)
        match_unit(
            positives, starts, ends, excluded_start, excluded_end, times, tau_pre, tau_max,
            claimed, has_fired, fates,
        )  # fmt: skip
        owners = _owners(times, fates, claimed, reached)
        for at in range(len(times)):
            commits, commit_count = _noted(
                commits, commit_count, run_of_frame, int(frames[at]), fates[at], owners[at], step
            )
        for row in range(len(has_fired)):
            if has_fired[row] == 1:
                fired, fired_count = _noted(fired, fired_count, run_of_span, row, 0, 0, step)
    return commits[:commit_count], fired[:fired_count]


@compiled
def _owners(times: FloatArray, fates: ByteArray, claimed: IntArray, reached: FloatArray) -> IntArray:
    """Return each decision's positive or first fired span; ``reached`` is the running maximum of the ends."""
    owners = np.full(len(times), NO_OWNER, dtype=np.int64)
    for row in range(len(claimed)):
        if claimed[row] != UNCLAIMED:
            owners[claimed[row]] = row
    for at in range(len(times)):
        if fates[at] == _FALSE_ALARM or fates[at] == _REPEAT:
            owners[at] = np.searchsorted(reached, times[at], side="left")
    return owners


@compiled
def _noted(
    runs: IntArray, count: int, run_of: IntArray, place: int, fate: int, owner: int, step: int
) -> tuple[IntArray, int]:
    """Let the run of a place go on for a step, or begin another; ``runs`` grows as it must."""
    run = run_of[place]
    goes_on = run >= 0 and runs[run, 4] == step and runs[run, 1] == fate and runs[run, 2] == owner
    if not goes_on:
        if count == len(runs):
            runs = np.concatenate((runs, np.empty_like(runs)))
        run = run_of[place] = count
        count += 1
        runs[run, 0] = place
        runs[run, 1] = fate
        runs[run, 2] = owner
        runs[run, 3] = step
    runs[run, 4] = step + 1
    return runs, count
