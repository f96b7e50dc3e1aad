"""`ripwire/glob`: files by name."""

from __future__ import annotations

from ripwire.protocol.from_wire import files as from_client
from ripwire.protocol.messages.glob import FilesResult, GlobParams
from ripwire.protocol.pieces import EMPTY, Pieces
from ripwire.protocol.progress import work_done
from ripwire.protocol.results import ResultWriter
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import answers, entries
from ripwire.services.glob import glob as service


async def glob(session: Session, params: GlobParams) -> Pieces[FilesResult]:
    query = from_client.glob_query(params, session.roots, session.settings.timeout_ms)
    writer = ResultWriter(
        session, params.partial_result_token, "files", entries.Files(entries.Names(session.roots))
    )
    async with work_done(session, params.work_done_token, "Looking for files"):
        answer = await service(session.backend, session.caller(), query)
        shown = await writer.finish(answer.entries)
    return shown.inside(answers.files(answer, EMPTY))
