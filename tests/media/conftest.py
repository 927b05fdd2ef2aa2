"""A site that serves a few recordings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.media.sites import FakeSource, Silence, Site, noise, serving_sources


@pytest.fixture
def short() -> FakeSource:
    """A recording of 1,000 samples: a file of 4,044 bytes."""
    return FakeSource("short", noise(1000))


@pytest.fixture
def long() -> FakeSource:
    """A recording of 20 s: 3.8 MB, many chunks, and more than a socket holds."""
    return FakeSource("long", noise(960_000, seed=8))


@pytest.fixture
def broken() -> FakeSource:
    """A recording whose second half cannot be decoded."""
    return FakeSource("broken", noise(400_000, seed=9), fails_from=200_000)


@pytest.fixture
def empty() -> FakeSource:
    """A recording without a sample."""
    return FakeSource("empty", noise(0))


@pytest.fixture
def huge() -> Silence:
    """A recording of a quarter of an hour: more than any socket holds."""
    return Silence("huge", noise(0))


@pytest.fixture
def site(
    short: FakeSource, long: FakeSource, broken: FakeSource, empty: FakeSource, huge: Silence, tmp_path: Path
) -> Iterator[Site]:
    """All of them, served."""
    with serving_sources([short, long, broken, empty, huge], folder=tmp_path / "peaks") as running:
        yield running
