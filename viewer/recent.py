"""Results that are kept for the next who asks, the least recently used one dropped first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

Value = TypeVar("Value")


@dataclass
class Recent:
    """Results by key, the least recently used one dropped first; safe from many threads."""

    size: int
    values: dict[Hashable, object] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key, made on first use."""
        with self.lock:
            value = self.values.pop(key) if key in self.values else make()
            self.values[key] = value
            while len(self.values) > self.size:
                self.values.pop(next(iter(self.values)))
        return value  # type: ignore[return-value]  # one key, one maker, one type
