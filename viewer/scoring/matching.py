"""Match committed decisions to gold: who claims what, what fired, what became of each decision.

::

    gold       ──────────────┤t            |==backchannel==|
    window            [t-τpre ... min(t+τmax, next)]
    decisions     ·       ▲ claimed    • redundant    ✕ false alarm    · ignored

Everything is per speaker and task, one *unit* each. All units of a split lie end to end in flat arrays
with offsets, so that one compiled call scores a whole submission. PROTOCOL section 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from viewer.compiled import compiled
from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.decisions import Submission
from viewer.dialogue.gold_sets import Gold, TaskGold
from viewer.dialogue.protocol import TASKS, ProtocolSettings
from viewer.dialogue.segments import FloatArray, IntArray

ByteArray = npt.NDArray[np.uint8]
UNCLAIMED = -1


class Fate(IntEnum):
    """What became of a decision, in order of precedence."""

    MASKED = 0
    HIT = 1
    REDUNDANT = 2
    FALSE_ALARM = 3
    REPEAT = 4
    IGNORED = 5


# As plain integers: a kernel stores them in arrays of bytes.
_MASKED, _HIT, _REDUNDANT, _FALSE_ALARM, _REPEAT, _IGNORED = (int(fate) for fate in Fate)

FATE_NAMES = {
    Fate.MASKED: "masked",
    Fate.HIT: "claimed",
    Fate.REDUNDANT: "redundant",
    Fate.FALSE_ALARM: "false_alarm",
    Fate.REPEAT: "repeat",
    Fate.IGNORED: "ignored",
}


@dataclass(frozen=True, eq=False, slots=True)
class GoldPack:
    """Gold of many conversations, flat.

    Unit ``(conversation * 2 + task) * 2 + speaker - 1`` owns rows ``offsets[unit]`` up to
    ``offsets[unit + 1]`` of its arrays; positives are sorted by time (stable) within a unit,
    negatives and excluded intervals keep the order of their sets.
    """

    conversation_ids: tuple[str, ...]
    positive_s: FloatArray
    positive_offsets: IntArray
    negative_start_s: FloatArray
    negative_end_s: FloatArray
    negative_offsets: IntArray
    excluded_start_s: FloatArray
    excluded_end_s: FloatArray
    excluded_offsets: IntArray


@dataclass(frozen=True, eq=False, slots=True)
class DecisionPack:
    """One submission's decisions, flat, in the units of a `GoldPack`."""

    time_s: FloatArray
    offsets: IntArray


@dataclass(frozen=True, eq=False, slots=True)
class Matches:
    """What `match` found, aligned with the rows of the packs.

    ``claimed`` (per positive): row of the decision that it claims, -1 for a miss.
    ``has_fired`` (per negative): 1 if the span fired. ``fates`` (per decision): `Fate` codes.
    """

    claimed: IntArray
    has_fired: ByteArray
    fates: ByteArray


def pack_gold(golds: Sequence[tuple[str, Gold]]) -> GoldPack:
    """Lay the gold of many conversations end to end.

    Parameters
    ----------
    golds
        ``(conversation_id, gold)`` in the order in which counts are pooled.

    Returns
    -------
    GoldPack
        All positives, negative spans and excluded intervals, unit by unit.

    Examples
    --------
    >>> len(pack_gold([]).positive_s)
    0
    """
    units = [
        _unit_gold(gold.of(task), speaker) for _, gold in golds for task in TASKS for speaker in SPEAKERS
    ]
    columns = [_flat([unit[part] for unit in units]) for part in range(5)]
    return GoldPack(
        tuple(conversation_id for conversation_id, _ in golds),
        columns[0][0], columns[0][1],
        columns[1][0], columns[2][0], columns[1][1],
        columns[3][0], columns[4][0], columns[3][1],
    )  # fmt: skip


def _unit_gold(gold: TaskGold, speaker: int) -> tuple[FloatArray, ...]:
    own_negatives = gold.negatives.speaker == speaker
    own_excluded = gold.excluded.speaker == speaker
    return (
        np.sort(gold.positives.time_s[gold.positives.speaker == speaker]),
        gold.negatives.start_s[own_negatives],
        gold.negatives.end_s[own_negatives],
        gold.excluded.start_s[own_excluded],
        gold.excluded.end_s[own_excluded],
    )


def _flat(arrays: Sequence[FloatArray]) -> tuple[FloatArray, IntArray]:
    """Concatenate arrays, with the offsets of each."""
    offsets = np.zeros(len(arrays) + 1, dtype=np.int64)
    np.cumsum([len(array) for array in arrays], out=offsets[1:])
    return (np.concatenate(arrays) if arrays else np.empty(0)), offsets


def pack_decisions(pack: GoldPack, submission: Submission) -> DecisionPack:
    """Lay a submission's decisions end to end, in the units of a gold pack.

    Parameters
    ----------
    pack
        Names the conversations and their order.
    submission
        Decisions; a conversation without an entry has none, one that the pack lacks is left out.

    Returns
    -------
    DecisionPack
        Commit times in seconds, unit by unit.

    Examples
    --------
    >>> pack_decisions(pack_gold([]), Submission({})).offsets.tolist()
    [0]
    """
    arrays = [
        submission.decisions(conversation_id, speaker).of(task)
        for conversation_id in pack.conversation_ids
        for task in TASKS
        for speaker in SPEAKERS
    ]
    return DecisionPack(*_flat(arrays))


def match(gold: GoldPack, decisions: DecisionPack, settings: ProtocolSettings) -> Matches:
    """Match every unit of a submission.

    Parameters
    ----------
    gold, decisions
        Packs over the same conversations; decision times strictly increasing within a unit.
    settings
        ``tau_pre_s`` and ``tau_max_s``, seconds.

    Returns
    -------
    Matches
        Claims, fired spans and fates.

    Notes
    -----
    Comparisons are plain float comparisons, window ends included: no slack, no rounding. Two equal
    positives have the same window and claim one decision each. A decision can fire two spans; it is
    then one false alarm and two false positives.

    References
    ----------
    PROTOCOL section 5.

    Examples
    --------
    >>> empty = pack_gold([])
    >>> len(match(empty, pack_decisions(empty, Submission({})), ProtocolSettings()).fates)
    0
    """
    return Matches(
        *_match_units(
            gold.positive_s, gold.positive_offsets,
            gold.negative_start_s, gold.negative_end_s, gold.negative_offsets,
            gold.excluded_start_s, gold.excluded_end_s, gold.excluded_offsets,
            decisions.time_s, decisions.offsets,
            settings.tau_pre_s, settings.tau_max_s,
        )
    )  # fmt: skip


@compiled
def window_ends(times_s: FloatArray, tau_max_s: float) -> FloatArray:
    """Return the last accepted time of each positive: ``tau_max_s`` later, or the next positive.

    Parameters
    ----------
    times_s
        One speaker's positives in seconds, ascending, shape ``(n,)``.
    tau_max_s
        How late a decision may come, seconds.

    Returns
    -------
    numpy.ndarray
        Seconds, shape ``(n,)``; equal positives have the same end.

    References
    ----------
    PROTOCOL section 5, step 2.

    Examples
    --------
    >>> window_ends(np.array([1.0, 1.0, 2.5]), 3.0).tolist()
    [2.5, 2.5, 5.5]
    """
    ends = np.empty(len(times_s))
    following = np.inf
    for row in range(len(times_s) - 1, -1, -1):
        if row + 1 < len(times_s) and times_s[row + 1] > times_s[row]:
            following = times_s[row + 1]
        ends[row] = min(times_s[row] + tau_max_s, following)
    return ends


@compiled
def _mask(times: FloatArray, fates: ByteArray, excluded_start: FloatArray, excluded_end: FloatArray) -> None:
    """Mark the decisions inside an excluded interval, ends included."""
    for row in range(len(excluded_start)):
        first = np.searchsorted(times, excluded_start[row], side="left")
        for decision in range(first, len(times)):
            if times[decision] > excluded_end[row]:
                break
            fates[decision] = _MASKED


@compiled
def _claim(
    times: FloatArray,
    fates: ByteArray,
    positives: FloatArray,
    claimed: IntArray,
    tau_pre: float,
    tau_max: float,
) -> None:
    """Let each positive claim its window's earliest free decision; the rest there is redundant."""
    ends = window_ends(positives, tau_max)
    for row in range(len(positives)):
        first = np.searchsorted(times, positives[row] - tau_pre, side="left")
        for decision in range(first, len(times)):
            if times[decision] > ends[row]:
                break
            if fates[decision] == _MASKED or fates[decision] == _HIT:
                continue
            if claimed[row] < 0:
                claimed[row] = decision
                fates[decision] = _HIT
            else:
                fates[decision] = _REDUNDANT


@compiled
def _fire(
    times: FloatArray,
    fates: ByteArray,
    starts: FloatArray,
    ends: FloatArray,
    has_fired: ByteArray,
    tau_pre: float,
) -> None:
    """Let the free decisions fire negative spans: the first of a span is a false alarm."""
    for row in range(len(starts)):
        first = np.searchsorted(times, starts[row] - tau_pre, side="left")
        for decision in range(first, len(times)):
            if times[decision] > ends[row]:
                break
            if fates[decision] <= _REDUNDANT:  # masked, claimed or in a positive window
                continue
            if has_fired[row] == 0:
                has_fired[row] = 1
                fates[decision] = _FALSE_ALARM
            elif fates[decision] == _IGNORED:
                fates[decision] = _REPEAT


@compiled
def match_unit(
    positives: FloatArray,
    negative_start: FloatArray,
    negative_end: FloatArray,
    excluded_start: FloatArray,
    excluded_end: FloatArray,
    times: FloatArray,
    tau_pre: float,
    tau_max: float,
    claimed: IntArray,
    has_fired: ByteArray,
    fates: ByteArray,
) -> None:
    """Mask, claim and fire in one unit.

    The last three are written: ``claimed`` (rows of ``times``) comes as `UNCLAIMED`, ``has_fired`` as 0,
    ``fates`` as `Fate.IGNORED`.
    """
    _mask(times, fates, excluded_start, excluded_end)
    _claim(times, fates, positives, claimed, tau_pre, tau_max)
    _fire(times, fates, negative_start, negative_end, has_fired, tau_pre)


@compiled
def _match_units(
    positives: FloatArray,
    positive_offsets: IntArray,
    negative_start: FloatArray,
    negative_end: FloatArray,
    negative_offsets: IntArray,
    excluded_start: FloatArray,
    excluded_end: FloatArray,
    excluded_offsets: IntArray,
    times: FloatArray,
    offsets: IntArray,
    tau_pre: float,
    tau_max: float,
) -> tuple[IntArray, ByteArray, ByteArray]:
    """Mask, claim and fire, unit by unit."""
    claimed = np.full(len(positives), UNCLAIMED, dtype=np.int64)
    has_fired = np.zeros(len(negative_start), dtype=np.uint8)
    fates = np.full(len(times), _IGNORED, dtype=np.uint8)
    for unit in range(len(offsets) - 1):
        own = slice(offsets[unit], offsets[unit + 1])
        own_positives = slice(positive_offsets[unit], positive_offsets[unit + 1])
        own_negatives = slice(negative_offsets[unit], negative_offsets[unit + 1])
        own_excluded = slice(excluded_offsets[unit], excluded_offsets[unit + 1])
        match_unit(
            positives[own_positives], negative_start[own_negatives], negative_end[own_negatives],
            excluded_start[own_excluded], excluded_end[own_excluded], times[own], tau_pre, tau_max,
            claimed[own_positives], has_fired[own_negatives], fates[own],
        )  # fmt: skip
        for row in range(positive_offsets[unit], positive_offsets[unit + 1]):
            if claimed[row] >= 0:
                claimed[row] += offsets[unit]
    return claimed, has_fired, fates
