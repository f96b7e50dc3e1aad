"""The client's settings: from its options, its configuration, and its notices of change."""

from __future__ import annotations

import attrs
from lsprotocol import types as lsp

from ripwire.protocol.messages.session import DidChangeConfigurationParams
from ripwire.protocol.options import SECTION, load
from ripwire.protocol.session import Session


def apply(session: Session, options: object) -> None:
    """Take the client's settings; what is wrong is told in its log and the default stays."""
    loaded = load(options)
    session.settings = attrs.evolve(loaded.settings)
    session.problems = loaded.problems


async def started(session: Session) -> None:
    """After `initialized`: tell the problems so far, and ask for the client's own section."""
    _tell_problems(session)
    await _pull(session)


async def did_change_configuration(session: Session, params: DidChangeConfigurationParams) -> None:
    """Clients push their settings, or null, which asks us to pull."""
    if isinstance(params.settings, dict) and params.settings:
        apply(session, params.settings)
        _tell_problems(session)
    else:
        await _pull(session)


async def _pull(session: Session) -> None:
    if not session.who.has("workspace.configuration"):
        return
    wanted = lsp.ConfigurationParams(items=[lsp.ConfigurationItem(section=SECTION)])
    reply = await session.protocol.ask(lsp.WORKSPACE_CONFIGURATION, wanted)
    if reply.ok and isinstance(reply.value, list) and reply.value and reply.value[0]:
        apply(session, reply.value[0])
        _tell_problems(session)


def _tell_problems(session: Session) -> None:
    for problem in session.problems:
        session.tell(problem)
    session.problems = ()
