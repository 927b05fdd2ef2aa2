"""How often one address may ask: a bucket of tokens for each, which fills at a steady pace."""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

_ADDRESSES = 10_000
_PREFIX_V6 = 64


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and then so many per second."""

    burst: float
    per_s: float


class Buckets:
    """The buckets of all addresses for one kind of request, the longest unused dropped first.

    Parameters
    ----------
    rate
        Size and pace of each bucket.
    clock
        Seconds that never run backwards.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def wait_s(self, address: str) -> int:
        """Take a token: 0 if there was one, else the whole seconds until there is one again."""
        now, key = self._clock(), _network(address)
        level, then = self._levels.pop(key, (self._rate.burst, now))
        level = min(self._rate.burst, level + (now - then) * self._rate.per_s)
        is_there = level >= 1
        self._levels[key] = (level - 1 if is_there else level, now)
        if len(self._levels) > _ADDRESSES:
            del self._levels[next(iter(self._levels))]
        return 0 if is_there else math.ceil((1 - level) / self._rate.per_s)


def _network(address: str) -> str:
    """Return what one customer has: an IPv4 address, or a whole IPv6 network of 64 bits."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((int(found), _PREFIX_V6), strict=False))
    return str(found)
