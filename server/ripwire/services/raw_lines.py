"""Matching lines for whoever only passes them on: plain ones in rows, whose text nobody reads.

Content mode without context.  Reading a text into Python, building an entry around it and writing it out
again costs 2.5 µs a match; cut out of rg's record and spliced into an answer it costs 1 µs.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ripwire.rg import events
from ripwire.rg.gate import file_path
from ripwire.services.answers import Entry, MatchRows, Packed, Row
from ripwire.services.assembly import Place, match_of

LONGEST = 500
"""Bytes of JSON of a text in a row: no door wants to clip what is shorter."""

_BEFORE, _BEHIND = b'{"text":"', b'\\n"}'
_SIZE = LONGEST + len(_BEFORE) + len(_BEHIND)
_BACKSLASH, _R, _QUOTE = b'\\r"'


@attrs.define(eq=False)
class RawLines:
    """Takes raw matches, and read ones.  Not for multiline searches: there a text may hold many line ends."""

    place: Place
    _file: events.Text = attrs.field(factory=events.Text)
    _path: bytes = b""
    _skipping: bool = False

    def feed(self, records: Sequence[events.Given]) -> list[Packed]:
        """Written flat, without a call for each match: a million of them pass."""
        given, rows, raw, skipping = list[Packed](), list[Row](), events.RawMatch, self._skipping
        for record in records:
            if type(record) is raw:
                if skipping:
                    continue
                data = record.data
                text = bytes(data.lines)
                if text[-4:] == _BEHIND and text[8] == _QUOTE:
                    last = text[-5]
                    # What looks like a line's end may be a backslash and an n; and `\r` belongs to the end.
                    is_end = last != _BACKSLASH and (last != _R or text[-6] != _BACKSLASH)
                    if is_end and len(text) <= _SIZE and text.isascii():
                        try:
                            (span,) = data.submatches
                        except ValueError:
                            pass  # none, or several
                        else:
                            rows.append((data.line_number, span.start, span.end, text[9:-4]))
                            continue
                rows = self._closed(rows, given)
                given.append(match_of(self.place, self._path, data.read(self._file)))
            elif type(record) is events.Begin:
                rows = self._closed(rows, given)
                self._begin(record.data.path)
                skipping = self._skipping
            elif type(record) is events.Match and not skipping:  # what stands in for rg gives no raw ones
                given.append(match_of(self.place, self._path, record.data))
        self._closed(rows, given)
        return given

    def _closed(self, rows: list[Row], given: list[Packed]) -> list[Row]:
        """Give what stands together; then others may."""
        if rows:
            given.append(MatchRows(self.place.root, self._path, rows, self.place.source))
        return []

    def _begin(self, file: events.Text) -> None:
        self._file, self._path = file, file_path(file)
        self._skipping = self._path in self.place.skip

    def rest(self) -> list[Entry]:
        return []
