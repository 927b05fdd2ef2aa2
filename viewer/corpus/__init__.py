"""Measures of a corpus that need no model: agreement between annotators, dynamics, labels, reactions."""

from viewer.corpus.agreement import (
    FRAME_S,
    PAIRS,
    Agreement,
    agreement,
    boundary_f1,
    count_agreement,
    frame_symbols,
    pool_agreement,
)
from viewer.corpus.disagreement import GROUPS, disagreements, unmatched_starts
from viewer.corpus.distributions import LENGTHS_MS, LENGTHS_S, SIGNED_MS, Binning, median_s
from viewer.corpus.dynamics import Dynamics, dynamics, dynamics_by_type, mean_dynamics
from viewer.corpus.floor import floor_sequence
from viewer.corpus.inventory import Inventory, inventory
from viewer.corpus.kappa import cohen_kappa, fleiss_kappa
from viewer.corpus.measures import CorpusMeasures, measure_corpus, measure_reactions
from viewer.corpus.moments import NO_ROW, NOBODY, Moments, pool_moments
from viewer.corpus.reactions import Reactions, reactions
from viewer.corpus.stretches import silences, stretches

__all__ = [
    "FRAME_S",
    "GROUPS",
    "LENGTHS_MS",
    "LENGTHS_S",
    "NOBODY",
    "NO_ROW",
    "PAIRS",
    "SIGNED_MS",
    "Agreement",
    "Binning",
    "CorpusMeasures",
    "Dynamics",
    "Inventory",
    "Moments",
    "Reactions",
    "agreement",
    "boundary_f1",
    "cohen_kappa",
    "count_agreement",
    "disagreements",
    "dynamics",
    "dynamics_by_type",
    "fleiss_kappa",
    "floor_sequence",
    "frame_symbols",
    "inventory",
    "mean_dynamics",
    "measure_corpus",
    "measure_reactions",
    "median_s",
    "pool_agreement",
    "pool_moments",
    "reactions",
    "silences",
    "stretches",
    "unmatched_starts",
]
