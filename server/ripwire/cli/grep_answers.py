"""What `grep` answers without a daemon; loaded only then, since it needs the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ripwire.cli.local import Desk, typed
from ripwire.protocol.from_wire import grep as from_wire
from ripwire.protocol.messages.grep import GrepParams, GrepResult
from ripwire.protocol.to_wire import answers, entries
from ripwire.services.grep import grep as service
from ripwire.services.modes import OutputMode

KEYS = {OutputMode.CONTENT: "matches", OutputMode.FILES: "files", OutputMode.COUNT: "counts"}


async def grep(desk: Desk, params: Mapping[str, Any]) -> GrepResult:
    asked = typed(GrepParams, params)
    query = from_wire.query(asked, desk.caller.roots)
    encode = entries.of_grep(asked, desk.caller.roots, "utf-8")
    key = KEYS[query.output_mode]
    answer = await service(desk.backend, desk.caller, query, desk.sink(key, encode))
    return answers.grep(answer, key, desk.rest(key, encode, answer.entries), encode.clipped)
