"""Files of one filter in the order of their times, patched where they changed, sorted anew when many did."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

Order = tuple[int, bytes]
"""−mtime in ns and path: sorted, the newest is first, and the path decides among equals."""
MANY = 500
"""To sort 78,000 anew takes 60 ms, to step over 500 less than one."""


@attrs.define(eq=False)
class Ranked:
    paths: frozenset[bytes] = frozenset()
    _order: list[Order] = attrs.field(factory=list)
    _stale: set[bytes] = attrs.field(factory=set)
    """Those whose place in `_order` is no longer theirs, or that have none."""

    def changed(self, paths: set[bytes]) -> None:
        self._stale |= paths

    def narrow(self, paths: frozenset[bytes], times: Mapping[bytes, int]) -> None:
        """These are the files now."""
        if paths is not self.paths:
            self._stale |= self.paths ^ paths
            self.paths = paths
        if len(self._stale) > MANY:
            self._order = sorted((-times[path], path) for path in paths)
            self._stale = set()

    def first(self, most: int | None, times: Mapping[bytes, int]) -> list[Order]:
        """The newest, at most so many; None: all."""
        if not self._stale:
            return self._order[:most]
        found = [(-times[path], path) for path in self._stale if path in self.paths]
        room = len(self.paths) if most is None else most
        for entry in self._order:
            if room == 0:
                break
            if entry[1] not in self._stale:
                found.append(entry)
                room -= 1
        return sorted(found)[:most]
