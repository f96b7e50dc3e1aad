"""What keeps the web's side small and polite: a cache with an age, and a pace for each host."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")
Clock = Callable[[], float]


class Cache(Generic[V]):
    """The last `entries` values, each for `age_s` seconds."""

    def __init__(self, entries: int, age_s: float, clock: Clock = time.monotonic) -> None:
        self._entries = entries
        self._age_s = age_s
        self._clock = clock
        self._kept: OrderedDict[Hashable, tuple[float, V]] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        since, value = self._kept.get(key, (0.0, None))
        if value is None or self._clock() - since > self._age_s:
            self._kept.pop(key, None)
            return None
        self._kept.move_to_end(key)
        return value

    def put(self, key: Hashable, value: V) -> None:
        self._kept[key] = (self._clock(), value)
        self._kept.move_to_end(key)
        while len(self._kept) > self._entries:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        self._kept.clear()


class Pace:
    """At most `burst` requests to a host at once, then one each `every_s`; whoever is early waits."""

    def __init__(self, burst: int, every_s: float, hosts: int = 1024, clock: Clock = time.monotonic) -> None:
        self._lead_s = burst * every_s
        self._every_s = every_s
        self._hosts = hosts
        self._clock = clock
        self._next: OrderedDict[str, float] = OrderedDict()

    def due(self, host: str) -> float:
        """Seconds to wait before asking this host, counting this request."""
        now = self._clock()
        slot = max(self._next.pop(host, 0.0), now - self._lead_s) + self._every_s
        self._next[host] = slot
        if len(self._next) > self._hosts:
            self._next.popitem(last=False)
        return max(0.0, slot - now)

    async def turn(self, host: str) -> None:
        await asyncio.sleep(self.due(host))
