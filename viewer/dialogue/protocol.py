"""The protocol's parameters. Others than the benchmark's can be tried, and are marked as such."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from viewer.errors import SettingsError

PROTOCOL_VERSION = "2026-08-28"
"""Version of the rules (PROTOCOL.md) that every JSON document carries."""

SEARCH_DISTANCE_S = 0.5
"""How far an annotator's segment may start from the anchor to be its candidate (section 3)."""

FP_BUDGET = 0.10
"""Largest fp rate on dev at which an operating point may be chosen (section 6)."""

FP_CEILING = 0.15
"""Largest fp rate on test with which an entry is ranked (section 6)."""

REFRACTORY_S = 2.0
"""How long after a committed edge no other is committed (section 6)."""


class Task(StrEnum):
    """The two decisions to detect."""

    EOT = "eot"
    INT = "int"


TASKS = (Task.EOT, Task.INT)


@dataclass(frozen=True, slots=True)
class ProtocolSettings:
    """Parameters that replace the protocol's constants wherever they stand (section 5, end).

    Parameters
    ----------
    tau_pre_s
        How early a decision may come, 0 to 60 s. The benchmark's: 0.25.
    tau_max_s
        How late a decision may come, 0 to 60 s. The benchmark's: 3.0.
    tolerance_s
        Largest spread of starts and of ends in a consensus, 0 to 0.5 s. The benchmark's: 0.2.
    min_agree
        Annotators that must agree, 2 or 3. The benchmark's: 2.

    Raises
    ------
    SettingsError
        If a value is out of its range or not finite.

    Examples
    --------
    >>> ProtocolSettings().is_benchmark, ProtocolSettings(tau_max_s=1.0).is_benchmark
    (True, False)
    """

    tau_pre_s: float = 0.25
    tau_max_s: float = 3.0
    tolerance_s: float = 0.2
    min_agree: int = 2

    def __post_init__(self) -> None:
        _require("tau_pre", self.tau_pre_s, 0.0, 60.0, "seconds")
        _require("tau_max", self.tau_max_s, 0.0, 60.0, "seconds")
        _require("tolerance", self.tolerance_s, 0.0, 0.5, "seconds")
        if self.min_agree not in (2, 3):
            raise SettingsError(f"min_agree: expected 2 or 3 annotators, found {self.min_agree}")

    @property
    def is_benchmark(self) -> bool:
        """True if every parameter is the benchmark's."""
        return self == BENCHMARK


def _require(name: str, value: float, low: float, high: float, unit: str) -> None:
    if not (math.isfinite(value) and low <= value <= high):
        raise SettingsError(f"{name}: expected {low:g} to {high:g} {unit}, found {value!r}")


BENCHMARK = ProtocolSettings()
