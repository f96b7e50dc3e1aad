"""`ripwire/files`: the files that a search would read."""

from __future__ import annotations

from ripwire.protocol.from_wire import files as from_client
from ripwire.protocol.messages.glob import FilesParams, FilesResult
from ripwire.protocol.pieces import EMPTY, Pieces
from ripwire.protocol.progress import work_done
from ripwire.protocol.results import ResultWriter
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import answers, entries
from ripwire.services.files import files as service


async def files(session: Session, params: FilesParams) -> Pieces[FilesResult]:
    query = from_client.files_query(params, session.roots, session.settings.timeout_ms)
    writer = ResultWriter(
        session, params.partial_result_token, "files", entries.Files(entries.Names(session.roots))
    )
    caller = session.caller(batch=params.batch)
    async with work_done(session, params.work_done_token, "Listing files") as writer.progress:
        answer = await service(session.backend, caller, query, writer.sink)
        shown = await writer.finish(answer.entries)
    return shown.inside(answers.files(answer, EMPTY))
