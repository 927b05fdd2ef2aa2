"""How sure the difference of two models' rates is: an interval and a test, both over dialogues.

Events of one dialogue share their speakers, their topic and their annotators, so a dialogue is the unit:
it is drawn as a whole, or swapped as a whole. What follows from that and what does not stands in
`docs/decisions/0009-comparison.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from viewer.dialogue.segments import FloatArray, IntArray
from viewer.scoring.comparison import Marks

RESAMPLES = 10_000
SEED = 20_260_828
FEWEST_DIALOGUES = 2
TAILS = (2.5, 97.5)
"""Percentiles between which an interval of 95 % lies."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of one pooled rate between two models, the first's minus the second's.

    Parameters
    ----------
    point
        The difference on all dialogues; None without events.
    interval
        The 95 % percentile interval over resampled dialogues; None with fewer than two dialogues.
    p
        Two-sided p of the sign-flip test; None without events.
    dialogues
        Dialogues that hold at least one event of the kind.
    differing
        Those of them in which the two models mark different numbers of events: no other dialogue can
        speak for a difference, and p is never below ``2 / 2 ** differing``.
    """

    point: float | None
    interval: tuple[float, float] | None
    p: float | None
    dialogues: int
    differing: int


def differences(marks: Marks, conversation_ids: Sequence[str], first: int = 0) -> list[Difference]:
    """Compare one model's pooled rate with every other's.

    Parameters
    ----------
    marks
        From `Aligned.hits` for recall, from `Aligned.fires` for fp rate.
    conversation_ids
        Names of the conversations, by position. Dialogues are drawn in the order of their names, so the
        order in which they were scored changes nothing.
    first
        Position of the model that the others are compared with.

    Returns
    -------
    list of Difference
        One for each model in order, that of ``first`` with itself included: ``first`` minus the other.

    Notes
    -----
    The same resamples serve every pair, so swapping two models mirrors point and interval.
    """
    counts, totals = _per_dialogue(marks, conversation_ids)
    rates = None if len(totals) < FEWEST_DIALOGUES else _resampled_rates(counts, totals)
    found = []
    for other in range(len(counts)):
        deltas = counts[first] - counts[other]
        interval = None if rates is None else _interval(rates[first] - rates[other])
        has_events = len(totals) > 0
        found.append(
            Difference(
                point=float(deltas.sum() / totals.sum()) if has_events else None,
                interval=interval,
                p=sign_flip_p(deltas) if has_events else None,
                dialogues=len(totals),
                differing=int(np.count_nonzero(deltas)),
            )
        )
    return found


def _per_dialogue(marks: Marks, conversation_ids: Sequence[str]) -> tuple[IntArray, IntArray]:
    """Return marked events per model and dialogue, and all events per dialogue; empty dialogues left out."""
    size = len(conversation_ids)
    totals = np.bincount(marks.conversation, minlength=size)
    counts = np.stack([np.bincount(marks.conversation[own], minlength=size) for own in marks.is_marked])
    order = np.array(sorted(np.flatnonzero(totals).tolist(), key=lambda row: conversation_ids[row]), int)
    return counts[:, order], totals[order]


@lru_cache(maxsize=4)
def draws(dialogues: int) -> FloatArray:
    """Return how often each dialogue stands in each resample: as many dialogues, with replacement.

    Parameters
    ----------
    dialogues
        How many there are to draw from, at least 1.

    Returns
    -------
    numpy.ndarray
        Shape ``(RESAMPLES, dialogues)``, each row adding up to ``dialogues``; seeded, so always the same.

    Examples
    --------
    >>> draws(3).shape, set(draws(3).sum(axis=1))
    ((10000, 3), {np.float64(3.0)})
    """
    drawn = np.random.default_rng(SEED).integers(0, dialogues, (RESAMPLES, dialogues))
    drawn += np.arange(RESAMPLES)[:, np.newaxis] * dialogues
    counts = np.bincount(drawn.ravel(), minlength=RESAMPLES * dialogues)
    weights = counts.reshape(RESAMPLES, dialogues).astype(np.float64)
    weights.flags.writeable = False  # shared by every session
    return weights


def _resampled_rates(counts: IntArray, totals: IntArray) -> FloatArray:
    """Return every model's pooled rate in every resample, shape ``(models, RESAMPLES)``."""
    weights = draws(len(totals))
    pooled = weights @ np.vstack([counts, totals]).T.astype(np.float64)
    rates: FloatArray = (pooled[:, :-1] / pooled[:, -1:]).T
    return rates


def _interval(values: FloatArray) -> tuple[float, float]:
    low, high = np.percentile(values, TAILS).tolist()
    return low, high


def sign_flip_p(deltas: IntArray) -> float:
    """Test whether two models are exchangeable within dialogues; exact and two-sided.

    If it were chance which of the two models had which outcomes in a dialogue, every dialogue's difference
    would be as likely with the other sign. p is the share of all ``2 ** n`` choices of signs whose sum
    is at least as far from 0 as the observed one. Gold is the same for both models, so the sum of counts
    orders them as the pooled rates do; sums of whole numbers are counted up dialogue by dialogue, so that
    no choice is left out and none is drawn at random.

    Parameters
    ----------
    deltas
        Events that the first model marks minus those that the second does, whole numbers, one for each
        dialogue.

    Returns
    -------
    float
        p in (0, 1]; 1 if no dialogue differs.

    References
    ----------
    R. A. Fisher, The Design of Experiments (1935), section 21: the randomisation test of paired differences.

    Examples
    --------
    >>> sign_flip_p(np.array([1, 1, 1])), sign_flip_p(np.array([2, -2])), sign_flip_p(np.array([0]))
    (0.25, 1.0, 1.0)
    """
    sizes = np.sort(np.abs(deltas[deltas != 0]))
    observed, reach = abs(int(deltas.sum())), int(sizes.sum())
    if observed == 0:
        return 1.0
    chances = np.zeros(2 * reach + 1)
    chances[reach] = 1.0
    for size in sizes.tolist():
        moved = np.zeros_like(chances)
        moved[size:] += chances[:-size] / 2
        moved[:-size] += chances[size:] / 2
        chances = moved
    return float(chances[: reach - observed + 1].sum() + chances[reach + observed :].sum())
