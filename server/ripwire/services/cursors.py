"""Cursors: where a paged answer goes on.  Opaque, kept for 120 s, bounded in number."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict

import attrs

from ripwire.errors import Failure, Kind

KEPT_S = 120.0
MOST = 256


@attrs.frozen
class Page:
    """The whole query, the last key shown, and what the tree looked like then."""

    query: object
    last_key: tuple[object, ...]
    seen: tuple[int, int, int]
    """Files matched, matches, bytes searched: when they differ later, the tree has changed."""
    shown: int


@attrs.define(eq=False)
class Cursors:
    _pages: OrderedDict[str, tuple[float, Page]] = attrs.field(factory=OrderedDict)

    def keep(self, page: Page) -> str:
        self._forget_old()
        token = secrets.token_urlsafe(12)
        self._pages[token] = (time.monotonic(), page)
        return token

    def page(self, token: str) -> Page:
        """`Failure` for a token that is unknown or older than 120 s."""
        self._forget_old()
        if token not in self._pages:
            raise Failure(Kind.INVALID_PARAMS, "the cursor is unknown or older than 120 s", "ask without it")
        return self._pages[token][1]

    def clear(self) -> None:
        self._pages.clear()

    def __len__(self) -> int:
        return len(self._pages)

    def _forget_old(self) -> None:
        oldest = time.monotonic() - KEPT_S
        while self._pages and (len(self._pages) >= MOST or next(iter(self._pages.values()))[0] < oldest):
            self._pages.popitem(last=False)
