"""ToolSearch on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from ripwire.errors import Failure, Kind
from ripwire.protocol import methods
from ripwire.protocol.messages import tools as msg
from ripwire.protocol.progress import work_done
from ripwire.protocol.session import Session
from ripwire.protocol.to_wire import tools as wire
from ripwire.tools.registry import CallResult, Progress, Runner, Tool
from ripwire.tools.toolbox import LONGEST_CALL_S, Toolbox


async def register(session: Session, params: msg.RegisterParams) -> msg.RegisterResult:
    tools = [Tool(**attrs.asdict(tool, recurse=False)) for tool in params.tools]
    runner = _runner(session) if params.callable else None
    count = _toolbox(session).register(session.client, tools, shared=params.shared, runner=runner)
    return msg.RegisterResult(count)


async def unregister(session: Session, params: msg.UnregisterParams) -> msg.RegisterResult:
    return msg.RegisterResult(_toolbox(session).unregister(session.client, params.names))


async def list_tools(session: Session, params: msg.ListToolsParams) -> msg.ListToolsResult:
    return wire.listed(await _toolbox(session).listed(session.client, params.context_tokens))


async def search(session: Session, params: msg.SearchToolsParams) -> msg.SearchToolsResult:
    found = await _toolbox(session).search(
        session.client, params.query, max_results=params.max_results, scorer=params.scorer
    )
    return wire.found(found, debug=params.debug)


async def call(session: Session, params: msg.CallToolParams) -> msg.CallToolResult:
    timeout_s = params.timeout_ms / 1000 if params.timeout_ms else None
    async with work_done(session, params.work_done_token, f"Running {params.name}") as progress:

        async def tell(done: float, total: float | None, message: str | None) -> None:
            share = f"{done:g} of {total:g}" if total else f"{done:g}"
            progress.report(f"{share} {message or ''}".strip())

        result = await _toolbox(session).call(
            session.client, params.name, params.arguments or {}, timeout_s=timeout_s, progress=tell
        )
    return wire.called(result)


def _toolbox(session: Session) -> Toolbox:
    if session.shared.tools is None:
        raise Failure(Kind.NOT_CONFIGURED, "This server has no tools")
    return session.shared.tools


def _runner(session: Session) -> Runner:
    """Calls go back to the client that registered the tool, as requests of ours."""

    async def run(tool: Tool, arguments: Mapping[str, Any], progress: Progress | None) -> CallResult:
        del progress
        asked = {"name": tool.name, "arguments": dict(arguments)}
        reply = await session.protocol.ask(methods.TOOLS_RUN, asked, LONGEST_CALL_S)
        if not reply.ok:
            raise Failure(Kind.TOOL_FAILED, f"The client that registered {tool.name} did not run it")
        return _result(reply.value)

    return run


def _result(value: Any) -> CallResult:
    """A client may answer as MCP does, or with any value."""
    if isinstance(value, dict) and isinstance(value.get("content"), list):
        return CallResult(
            content=value["content"],
            structured=value.get("structuredContent"),
            is_error=value.get("isError") is True,
        )
    return CallResult(content=[{"type": "text", "text": str(value)}], structured=value)
