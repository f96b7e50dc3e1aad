"""What the three commands about symbols share: places as people write them, places as ripgrep prints them."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs
import msgspec
from msgspec import Raw

from ripwire.cli import options, render
from ripwire.cli.names import Names, path_of
from ripwire.protocol.messages.common import WireRange
from ripwire.protocol.messages.grep import WireMatch
from ripwire.protocol.to_wire import uris
from ripwire.services.symbols import reading

_PLACE = re.compile(r"^(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?:?$")


class Location(msgspec.Struct):
    uri: str
    range: WireRange


@attrs.frozen
class Place:
    """`line` and `column` from 0; the column in bytes, as ripgrep counts it."""

    file: Path
    line: int
    column: int | None = None


def place_of(text: str) -> Place | None:
    """`FILE:LINE` or `FILE:LINE:COLUMN`, both from 1; None for a mere name."""
    found = _PLACE.match(text)
    if found is None:
        return None
    column = int(found["column"]) - 1 if found["column"] else None
    return Place(options.absolute(found["file"]), int(found["line"]) - 1, column)


def with_column(place: Place) -> Place:
    """Without a column, the first name of the line that is not a keyword of a definition."""
    if place.column is not None:
        return place
    line = _line(place.file, place.line)
    words = list(re.finditer(r"[^\W\d][\w$]*", line))
    named = re.match(
        r"\s*(?:(?:export|pub|public|private|protected|static|async|const|let|var|final|abstract|default)\s+)*"
        r"(?:class|def|fn|func|function|struct|enum|trait|interface|type|module|namespace|impl)\s+",
        line,
    )
    begin = named.end() if named else 0
    start = next((word.start() for word in words if word.start() >= begin), 0)
    return attrs.evolve(place, column=len(line[:start].encode()))


def params(place: Place) -> dict[str, object]:
    """Of the wire, in UTF-8 columns."""
    position = {"line": place.line, "character": place.column or 0}
    return {"textDocument": {"uri": uris.of_path(place.file)}, "position": position}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", metavar="FILE:LINE[:COLUMN]|NAME", help="a place as ripgrep prints it, or a name"
    )
    options.add_paths(parser)
    options.add_output(parser)


def told(args: argparse.Namespace, found: Sequence[Location]) -> int:
    """Print like ripgrep: `path:line:text`.  The exit code: 0 some, 1 none."""
    terminal = sys.stdout.isatty()
    colours = render.colours(args.color, sys.stdout.buffer)
    printer = render.Printer(names=Names(args.path), colours=colours, heading=terminal, numbers=True)
    printer.matches(_matches(found))
    return 0 if found else 1


def answered(args: argparse.Namespace, result: Raw) -> int:
    """As JSON when that was asked for, else like ripgrep."""
    found = msgspec.json.decode(result, type=list[Location])
    if not args.json:
        return told(args, found)
    sys.stdout.write(f"{bytes(result).decode()}\n")
    return 0 if found else 1


def _matches(found: Iterable[Location]) -> list[WireMatch]:
    texts: dict[str, list[str]] = {}
    matches: list[WireMatch] = []
    for one in found:
        if one.uri not in texts:
            texts[one.uri] = _lines(path_of(one.uri))
        number = one.range.start.line
        text = texts[one.uri][number] if number < len(texts[one.uri]) else ""
        last = matches[-1] if matches else None
        if last is not None and (last.uri, last.line) == (one.uri, number):
            last.ranges.append(one.range)
        else:
            matches.append(WireMatch(one.uri, "", number, [one.range], text))
    return matches


def _line(file: Path, number: int) -> str:
    lines = _lines(bytes(file))
    return lines[number] if number < len(lines) else ""


def _lines(path: bytes) -> list[str]:
    read = reading.read(path)
    return read[1].split("\n") if read else []
