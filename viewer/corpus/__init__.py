"""Measures of a corpus that need no model: agreement between annotators, dynamics of dialogues."""

from viewer.corpus.agreement import (
    Agreement,
    agreement,
    boundary_f1,
    cohen_kappa,
    fleiss_kappa,
    frame_symbols,
)
from viewer.corpus.dynamics import Dynamics, dynamics, dynamics_by_type, mean_dynamics

__all__ = [
    "Agreement",
    "Dynamics",
    "agreement",
    "boundary_f1",
    "cohen_kappa",
    "dynamics",
    "dynamics_by_type",
    "fleiss_kappa",
    "frame_symbols",
    "mean_dynamics",
]
