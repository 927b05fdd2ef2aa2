"""Gold: what annotators agree on, and what a model must detect."""

from viewer.gold.floor import build_gold

__all__ = ["build_gold"]
