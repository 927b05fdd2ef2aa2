"""What a server makes ready before anybody asks: scores of its first split, compiled code of the sweep."""

from __future__ import annotations

import numpy as np

from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.protocol import BENCHMARK, Task
from viewer.view_models.leaderboard import leaderboard
from viewer.view_models.leaderboard_scores import BoardQuery
from viewer.view_models.model_sweep import sweep_probabilities
from viewer.view_models.opening import instructive_place
from viewer.view_models.sweep_timeline import swept_row
from viewer.workspace import SplitWork

_RATE_HZ = 1.0


def make_ready(work: SplitWork) -> None:
    """Score every model of a split, then load the sweep's code: the first page waits for the scores alone."""
    score_models(work)
    try_sweep(work)


def score_models(work: SplitWork) -> None:
    """Score every model of a split: what the first place, the leaderboard and Compare are made from."""
    place, _ = instructive_place(work)
    leaderboard(work, BoardQuery(model=place.model))


def try_sweep(work: SplitWork) -> None:
    """Sweep made-up probabilities over a split, so that the sweep page's compiled code is there.

    Nothing of it is kept. On hidden labels, and where nothing can be scored, there is no sweep to come.
    """
    if work.is_hidden or not work.scorable_ids:
        return
    frames = {name: int(work.durations[name] * _RATE_HZ) for name in work.scorable_ids}
    entries = {name: (_made_up(count), _made_up(count)) for name, count in frames.items()}
    sweep = sweep_probabilities(work, Probabilities(Task.EOT, _RATE_HZ, entries), BENCHMARK)
    for name in work.scorable_ids:
        if swept_row(work, sweep, "", name, BENCHMARK) is not None:
            return


def _made_up(count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return probabilities that rise now and then."""
    return np.arange(count, dtype=np.float64) % 7 / 7
