"""`ripwire/grep`: matching lines, files with matches, counts."""

from __future__ import annotations

from ripwire.protocol import results
from ripwire.protocol.from_wire import grep as from_client
from ripwire.protocol.messages.grep import GrepParams, GrepResult
from ripwire.protocol.pieces import EMPTY, Pieces
from ripwire.protocol.progress import work_done
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import answers, entries
from ripwire.services.grep import grep as service
from ripwire.services.modes import OutputMode

_KEYS = {OutputMode.CONTENT: "matches", OutputMode.FILES: "files", OutputMode.COUNT: "counts"}


async def grep(session: Session, params: GrepParams) -> Pieces[GrepResult]:
    query = from_client.query(params, session.roots, session.settings.timeout_ms)
    encode = entries.of_grep(params, session.roots, session.encoding)
    writer = results.ResultWriter(session, params.partial_result_token, _KEYS[params.output_mode], encode)
    caller = session.caller(params.stream, batch=params.batch)
    async with work_done(session, params.work_done_token, "Searching") as writer.progress:
        answer = await service(session.backend, caller, query, writer.sink)
        shown = await writer.finish(answer.entries)
    return shown.inside(answers.grep(answer, writer.key, EMPTY, encode.clipped))
