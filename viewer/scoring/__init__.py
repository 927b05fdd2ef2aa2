"""SCORES: matching, outcomes, pooling, sweep."""

from viewer.scoring.matching import (
    FATE_NAMES,
    Fate,
    GoldPack,
    pack_decisions,
    pack_gold,
)
from viewer.scoring.outcomes import (
    MS_PER_S,
    Latency,
    Score,
    Scored,
    TaskOutcomes,
    pool,
    score_decisions,
    score_submission,
)
from viewer.scoring.pooling import pool_by
from viewer.scoring.sweep import SweepRow, commit_times, operating_point, sweep

__all__ = [
    "FATE_NAMES",
    "MS_PER_S",
    "Fate",
    "GoldPack",
    "Latency",
    "Score",
    "Scored",
    "SweepRow",
    "TaskOutcomes",
    "commit_times",
    "operating_point",
    "pack_decisions",
    "pack_gold",
    "pool",
    "pool_by",
    "score_decisions",
    "score_submission",
    "sweep",
]
