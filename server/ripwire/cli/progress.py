"""One line on stderr that says that a long search is alive; silent for its first second."""

from __future__ import annotations

import sys
import time

import attrs

LONG_S = 1.0
"""What takes longer wants a sign of life."""
REDRAW_S = 0.2
"""Five times a second: what a person can read."""
ERASE = "\r\x1b[K"


@attrs.define
class Progress:
    enabled: bool = attrs.field(factory=lambda: sys.stderr.isatty())  # noqa: PLW0108 - asked now, not at import
    message: str = ""
    _began: float = attrs.field(factory=time.monotonic)
    _drawn_at: float = 0.0
    _shown: bool = False

    def tick(self) -> None:
        """Draw, when it is time to."""
        now = time.monotonic()
        if not self.enabled or now - self._began < LONG_S or now - self._drawn_at < REDRAW_S:
            return
        self._drawn_at, self._shown = now, True
        tail = f", {self.message}" if self.message else ""
        sys.stderr.write(f"{ERASE}searching for {now - self._began:.0f} s{tail}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Before anything else is printed: both streams may be the same terminal."""
        if self._shown:
            self._shown = False
            sys.stderr.write(ERASE)
            sys.stderr.flush()
