"""What every document carries, and the form of a score in it: shared by commands and exports."""

from __future__ import annotations

import dataclasses
from typing import Any

from viewer.dialogue.protocol import PROTOCOL_VERSION, ProtocolSettings
from viewer.environment import version
from viewer.scoring import Score

Document = dict[str, Any]


def stamped(content: Document, settings: ProtocolSettings | None = None) -> Document:
    """Add what every document carries: version, protocol, and whether the settings are the benchmark's."""
    stamp: Document = {"version": version(), "protocol": PROTOCOL_VERSION}
    if settings is not None:
        stamp["benchmark_settings"] = settings.is_benchmark
        stamp["settings"] = dataclasses.asdict(settings)
    return stamp | content


def score_document(score: Score) -> Document:
    """Return one task's score: DATA.md's ``S``."""
    latency = score.latency
    return {
        "tp": score.tp,
        "fn": score.fn,
        "fp": score.fp,
        "tn": score.tn,
        "recall": score.recall,
        "fp_rate": score.fp_rate,
        "latency_ms": None if latency is None else dataclasses.asdict(latency),
    }
