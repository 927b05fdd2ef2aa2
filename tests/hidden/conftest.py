"""A count of scorings for each test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def scorings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of scorings, with as many as a test may want."""
    path = tmp_path / "scorings.sqlite"
    monkeypatch.setenv("TURNBENCH_SCORINGS", str(path))
    monkeypatch.setenv("TURNBENCH_SCORINGS_LIMIT", "100000")
    return path
