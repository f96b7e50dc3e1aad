"""The files of one root that can hold symbols, and which of them are not what they were.  Knows no rows."""

from __future__ import annotations

import attrs

from ripwire.services.following import Follower, News
from ripwire.services.symbols import rows, sources
from ripwire.services.threads import joined

LISTING_S = 120.0


@attrs.frozen(eq=False)
class Told:
    """What has happened since one asked last."""

    stale: set[bytes]
    """New, or perhaps changed."""
    gone: set[bytes]
    everything: bool
    """Any file may have changed: each has to be looked at."""


@attrs.define(eq=False)
class Present:
    """Follows the root with everybody else's watcher; a root without file events is listed again."""

    follower: Follower
    wanted: frozenset[str]
    paths: set[bytes] = attrs.field(factory=set)
    """Relative to the root, as of the last news."""
    watched: bool = False
    _listed: set[bytes] = attrs.field(factory=set)
    _generation: int = -1

    async def news(self) -> Told:
        """`Failure` when the tree could not be listed.  Who is ended in the middle is behind."""
        news = await self.follower.news(LISTING_S)
        self.watched = news.unwatched is None
        if news.generation == self._generation:
            return Told(news.among(self.paths), set(), news.everything or not self.watched)
        return await joined(self._compared, news)

    def leave(self) -> None:
        self.follower.leave()

    def holds_symbols(self, path: bytes) -> bool:
        language = rows.language_of(path)
        return language is not None and sources.holds_code(language, self.wanted)

    def _compared(self, news: News) -> Told:
        """Against the list before: a file more in 100,000 costs no look at all of their names."""
        listed = set(news.paths)
        added = {path for path in listed - self._listed if self.holds_symbols(path)}
        gone = self.paths - listed
        self.paths = (self.paths - gone) | added
        self._listed, self._generation = listed, news.generation
        return Told(added | news.among(self.paths), gone, news.everything or not self.watched)
