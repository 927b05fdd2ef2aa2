"""In what order tiles are computed, what is dropped, and what is kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.media.sites import FakeSource, Waiting, noise
from viewer.errors import SettingsError
from viewer.media.signal_store import GivenUpError, SignalStore
from viewer.media.sources import PcmArray
from viewer.signals.tiles import Kind

RATE = 8000
TILE_BYTES = 2 * 256


@pytest.fixture
def store() -> Iterator[SignalStore]:
    """A store with one thread that keeps three tiles of intensity, and lets three wait."""
    made = SignalStore(kept_bytes=3 * TILE_BYTES, max_waiting=3, threads=1)
    yield made
    made.close()


@pytest.fixture
def source() -> FakeSource:
    """Twenty tiles of level 0."""
    return FakeSource("plain", noise(RATE * 25), RATE)


class Closed(Waiting):
    """A recording that tells when somebody has come to its gate."""

    def __init__(self, key: str, *, length_s: int = 25) -> None:
        super().__init__(key, noise(RATE * length_s), RATE)
        self.is_reached = threading.Event()

    def read(self, start: int, stop: int) -> PcmArray:
        self.is_reached.set()
        return super().read(start, stop)


def hold_up(store: SignalStore) -> Closed:
    """Let the only thread wait at a gate."""
    gate = Closed("gate")
    store.request(gate, Kind.INTENSITY, 0, 0)
    assert gate.is_reached.wait(60)
    return gate


def test_the_newest_request_comes_first(store: SignalStore, source: FakeSource) -> None:
    gate = hold_up(store)
    tickets = [store.request(source, Kind.INTENSITY, 0, number) for number in (1, 2, 3)]
    store.request(source, Kind.INTENSITY, 0, 2)  # asked for again: newest now
    gate.gate.set()
    for ticket in tickets:
        assert len(ticket.future.result(60)) == TILE_BYTES
    assert [round(start / (40 * 256)) for start, _ in source.reads] == [2, 3, 1]


def test_a_tile_that_nobody_waits_for_is_dropped(store: SignalStore, source: FakeSource) -> None:
    gate = hold_up(store)
    ticket = store.request(source, Kind.INTENSITY, 0, 1)
    other = store.request(source, Kind.INTENSITY, 0, 1)
    left = store.request(source, Kind.INTENSITY, 0, 2)
    store.give_up(ticket)
    store.give_up(left)
    with pytest.raises(GivenUpError, match="nobody waits"):
        left.future.result(60)
    gate.gate.set()
    assert len(other.future.result(60)) == TILE_BYTES
    assert len(source.reads) == 1


def test_a_tile_under_way_stops_at_its_next_block(store: SignalStore) -> None:
    gate = Closed("long", length_s=300)
    ticket = store.request(gate, Kind.INTENSITY, 4, 0)
    assert gate.is_reached.wait(60)
    store.give_up(ticket)
    gate.gate.set()
    with pytest.raises(GivenUpError, match="nobody waits"):
        ticket.future.result(60)
    assert len(gate.reads) == 1
    again = store.request(gate, Kind.INTENSITY, 4, 0)
    assert len(again.future.result(60)) > 0
    assert len(gate.reads) > 3


def test_of_too_many_the_oldest_is_refused(store: SignalStore, source: FakeSource) -> None:
    gate = hold_up(store)
    tickets = [store.request(source, Kind.INTENSITY, 0, number) for number in range(4)]
    with pytest.raises(GivenUpError, match="more than 3 tiles wait"):
        tickets[0].future.result(60)
    gate.gate.set()
    assert all(ticket.future.result(60) for ticket in tickets[1:])


def test_the_last_used_tiles_are_kept(store: SignalStore, source: FakeSource) -> None:
    for number in (0, 1, 2, 0, 3):  # 1 is the least recently used when 3 comes
        store.request(source, Kind.INTENSITY, 0, number).future.result(60)
    assert len(source.reads) == 4
    for number in (0, 2, 3):
        store.request(source, Kind.INTENSITY, 0, number).future.result(60)
    assert len(source.reads) == 4
    store.request(source, Kind.INTENSITY, 0, 1).future.result(60)
    assert len(source.reads) == 5


def test_what_cannot_be_computed_says_why_and_is_not_kept(store: SignalStore, source: FakeSource) -> None:
    with pytest.raises(SettingsError, match="tile: expected 0 to 19 on level 0, found 20"):
        store.request(source, Kind.MEL, 0, 20).future.result(60)
    source.fails_from = 0
    with pytest.raises(OSError, match="no sync code found"):
        store.request(source, Kind.MEL, 0, 0).future.result(60)
    source.fails_from = None
    assert store.request(source, Kind.MEL, 0, 0).future.result(60)


def test_a_closed_store_refuses_what_waits(source: FakeSource) -> None:
    store = SignalStore(threads=1)
    gate = hold_up(store)
    ticket = store.request(source, Kind.MEL, 0, 0)
    threading.Timer(0.1, gate.gate.set).start()
    store.close()
    with pytest.raises(GivenUpError, match="the server stops"):
        ticket.future.result(60)
