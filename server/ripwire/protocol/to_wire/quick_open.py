"""Ranked file names, in the client's words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ripwire.protocol.messages.quick_open import QuickOpenResult, WireNamedFile
from ripwire.protocol.to_wire import outcome, positions
from ripwire.protocol.to_wire.entries import Names
from ripwire.services.quick_open import NamedFile, QuickOpenAnswer


def quick_open(answer: QuickOpenAnswer, roots: Sequence[Path], encoding: str) -> QuickOpenResult:
    names = Names(roots)
    return QuickOpenResult(
        files=[_file(names, file, encoding) for file in answer.files],
        outcome=outcome.outcome(answer.outcome),
        total=answer.total,
        line=None if answer.line is None else max(0, answer.line - 1),
        character=None if answer.column is None else max(0, answer.column - 1),
    )


def _file(names: Names, file: NamedFile, encoding: str) -> WireNamedFile:
    uri, path = names.of(file.root, file.path)
    before = len(path) - len(file.path.decode("utf-8", "replace"))
    characters = [before + index for index in file.positions]
    return WireNamedFile(uri, path, file.score, _units(path, characters, encoding), file.is_open)


def _units(path: str, characters: Sequence[int], encoding: str) -> list[int]:
    if path.isascii() or encoding == "utf-32":
        return list(characters)
    return [positions.units(path[:index].encode(), encoding) for index in characters]
