"""`python -m ripwire.rg.fallback.walker ORDER`: searches or lists the working directory, and answers as rg.

Exit 0 found, 1 none, 2 an error; a `summary` record ends a search that came to its end.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ripwire.errors import Failure
from ripwire.rg.events import Summary, SummaryData, Totals
from ripwire.rg.fallback import scan
from ripwire.rg.fallback.python_walk import Order
from ripwire.rg.fallback.rules import IgnoreRules, keeper
from ripwire.rg.query import Filter
from ripwire.rg.selection import VCS

FLUSH_AT = 1 << 16


class Walker:
    """Counts what it does; `trouble` becomes exit 2."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.wanted = order.filter
        self.trouble = False
        self.totals = Totals()
        self._out = bytearray()

    def list_files(self) -> int:
        count = 0
        for path in self._paths():
            self._write(os.fsencode(path) + b"\0")
            count += 1
        return self._status(found=count > 0)

    def search(self) -> int:
        search = scan.Search.of(self.order)
        for path in self.order.files or self._paths():
            records = self._records(search, path)
            if records is not None:
                self._write(records)
        self._write(msgspec.json.encode(Summary(SummaryData(self.totals))) + b"\n")
        return self._status(found=self.totals.matches > 0)

    def flush(self) -> None:
        while self._out:
            del self._out[: os.write(1, self._out)]

    def _records(self, search: scan.Search, path: str) -> bytes | None:
        try:
            content = scan.read(Path(path))
        except OSError as exc:
            self._complain(path, exc)
            return None
        records, matches = search.records(path, content)
        self.totals.searches += 1
        self.totals.bytes_searched += len(content)
        if not records:
            return None
        self.totals.searches_with_match += 1
        self.totals.matches += matches
        return b"".join(msgspec.json.encode(record) + b"\n" for record in records)

    def _paths(self) -> Iterator[str]:
        keep = keeper(self.wanted, Path.cwd())
        return (path for path in self._walk(_rules(self.wanted), "") if keep(os.fsencode(path)))

    def _walk(self, rules: IgnoreRules | None, folder: str) -> Iterator[str]:
        try:
            entries = sorted(os.scandir(folder or "."), key=lambda entry: entry.name)
        except OSError as exc:
            self._complain(folder or ".", exc)
            return
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            follow = self.wanted.follow_symlinks
            if entry.is_dir(follow_symlinks=follow):
                if self._goes_into(entry.name) and not (rules and rules.hides_folder(path)):
                    yield from self._walk(rules, path)
            elif entry.is_file(follow_symlinks=follow):
                yield path
            elif follow and entry.is_symlink():
                self._complain(path, FileNotFoundError(2, "No such file or directory"))

    def _goes_into(self, name: str) -> bool:
        return name not in VCS and (self.wanted.hidden or not name.startswith("."))

    def _complain(self, path: str, exc: OSError) -> None:
        self.trouble = True
        sys.stderr.write(f"rg: ./{path}: {exc.strerror} (os error {exc.errno})\n".replace("./.:", ".:"))

    def _write(self, data: bytes) -> None:
        self._out += data
        if len(self._out) >= FLUSH_AT:
            self.flush()

    def _status(self, *, found: bool) -> int:
        self.flush()
        return 2 if self.trouble else 0 if found else 1


def _rules(wanted: Filter) -> IgnoreRules | None:
    return None if wanted.no_ignore else IgnoreRules(Path.cwd())


def main(order: Order) -> int:
    walker = Walker(order)
    try:
        return walker.list_files() if order.pattern is None else walker.search()
    except re.error as exc:
        return _refused(f"regex parse error:\n    {order.pattern}\nerror: {exc}")
    except (LookupError, Failure) as exc:
        return _refused(str(exc))
    except BrokenPipeError:
        return 1


def _refused(text: str) -> int:
    sys.stderr.write(text + "\n")
    return 2


if __name__ == "__main__":
    sys.stderr.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
    sys.exit(main(msgspec.json.decode(os.fsencode(sys.argv[1]), type=Order)))
