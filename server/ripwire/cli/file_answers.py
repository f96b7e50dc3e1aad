"""What `glob`, `files` and `fuzzy` answer without a daemon; loaded only then, since it needs the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ripwire.cli.local import Desk, typed
from ripwire.protocol.from_wire import files as files_from_wire
from ripwire.protocol.messages.glob import FilesParams, FilesResult, GlobParams
from ripwire.protocol.messages.quick_open import QuickOpenParams, QuickOpenResult
from ripwire.protocol.to_wire import answers, entries
from ripwire.protocol.to_wire import quick_open as quick_open_to_wire
from ripwire.services.files import files as files_service
from ripwire.services.glob import glob as glob_service
from ripwire.services.quick_open import QuickOpenQuery
from ripwire.services.quick_open import quick_open as quick_open_service


async def glob(desk: Desk, params: Mapping[str, Any]) -> FilesResult:
    query = files_from_wire.glob_query(typed(GlobParams, params), desk.caller.roots)
    answer = await glob_service(desk.backend, desk.caller, query)
    return answers.files(answer, desk.rest("files", _names(desk), answer.entries))


async def files(desk: Desk, params: Mapping[str, Any]) -> FilesResult:
    query = files_from_wire.files_query(typed(FilesParams, params), desk.caller.roots)
    encode = _names(desk)
    answer = await files_service(desk.backend, desk.caller, query, desk.sink("files", encode))
    return answers.files(answer, desk.rest("files", encode, answer.entries))


async def quick_open(desk: Desk, params: Mapping[str, Any]) -> QuickOpenResult:
    asked = typed(QuickOpenParams, params)
    query = QuickOpenQuery(query=asked.query, limit=asked.limit, timeout_ms=asked.timeout_ms or None)
    answer = await quick_open_service(desk.backend, desk.caller, query)
    return quick_open_to_wire.quick_open(answer, desk.caller.roots, "utf-8")


def _names(desk: Desk) -> entries.Files:
    return entries.Files(entries.Names(desk.caller.roots))
