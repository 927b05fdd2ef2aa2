"""Buckets of tokens: a burst, then a steady pace, for each address."""

from __future__ import annotations

from viewer.gate.rates import Buckets, Rate


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_answered_and_then_a_steady_pace() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=3, per_s=0.5), clock)
    assert [buckets.wait_s("a") for _ in range(5)] == [0, 0, 0, 2, 2]
    clock.now += 1.0
    assert buckets.wait_s("a") == 1
    clock.now += 1.0
    assert [buckets.wait_s("a"), buckets.wait_s("a")] == [0, 2]


def test_a_bucket_never_holds_more_than_a_burst() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=2, per_s=10), clock)
    clock.now += 1e6
    assert [buckets.wait_s("a") for _ in range(3)] == [0, 0, 1]


def test_addresses_do_not_pay_for_each_other() -> None:
    buckets = Buckets(Rate(burst=1, per_s=1), Clock())
    assert [buckets.wait_s(one) for one in ("10.0.0.1", "10.0.0.2", "10.0.0.1")] == [0, 0, 1]


def test_a_network_of_64_bits_is_one_address() -> None:
    buckets = Buckets(Rate(burst=1, per_s=1), Clock())
    same = ["2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1", "::ffff:10.0.0.1", "10.0.0.1"]
    assert [buckets.wait_s(one) for one in same] == [0, 1, 0, 0, 1]


def test_no_more_than_so_many_addresses_are_remembered() -> None:
    buckets = Buckets(Rate(burst=1, per_s=1e-9), Clock())
    for number in range(10_001):
        buckets.wait_s(f"host {number}")
    assert buckets.wait_s("host 0") == 0
    assert buckets.wait_s("host 10000") > 0
