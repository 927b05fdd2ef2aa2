"""SCORES: matching, outcomes, pooling, ranking, comparison, sweep."""

from viewer.scoring.comparison import (
    Aligned,
    Joint,
    Marks,
    Pair,
    align,
    exclusive_counts,
    joint,
    latency_differences_ms,
    pair,
    pair_by,
    percentiles_ms,
)
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
from viewer.scoring.resampling import RESAMPLES, SEED, Difference, differences
from viewer.scoring.sweep import SweepRow, commit_times, operating_point, sweep

__all__ = [
    "FATE_NAMES",
    "MS_PER_S",
    "RECALL_FLOOR",
    "RESAMPLES",
    "SEED",
    "Aligned",
    "Difference",
    "Entry",
    "Fate",
    "GoldPack",
    "Joint",
    "Latency",
    "Marks",
    "Pair",
    "Placed",
    "Policy",
    "Score",
    "Scored",
    "Standing",
    "SweepRow",
    "TaskOutcomes",
    "align",
    "commit_times",
    "differences",
    "exclusive_counts",
    "frontier",
    "joint",
    "latency_differences_ms",
    "operating_point",
    "pack_decisions",
    "pack_gold",
    "pair",
    "pair_by",
    "percentiles_ms",
    "pool",
    "pool_by",
    "rank",
    "score_decisions",
    "score_submission",
    "sweep",
]
