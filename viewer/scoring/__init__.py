"""SCORES: matching, outcomes, pooling, ranking, sweep."""

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
from viewer.scoring.ranking import RECALL_FLOOR, Entry, Placed, Policy, Standing, frontier, rank
from viewer.scoring.sweep import SweepRow, commit_times, operating_point, sweep

__all__ = [
    "FATE_NAMES",
    "MS_PER_S",
    "RECALL_FLOOR",
    "Entry",
    "Fate",
    "GoldPack",
    "Latency",
    "Placed",
    "Policy",
    "Score",
    "Scored",
    "Standing",
    "SweepRow",
    "TaskOutcomes",
    "commit_times",
    "frontier",
    "operating_point",
    "pack_decisions",
    "pack_gold",
    "pool",
    "pool_by",
    "rank",
    "score_decisions",
    "score_submission",
    "sweep",
]
