"""The SDK's server over our table: lists the tools, runs one, speaks both eras.

Imported late and off the loop by `door.py`: the SDK takes most of a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import uuid
import warnings
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from mcp import MCPError, types
from mcp.server.lowlevel import Server

from ripwire import __version__
from ripwire.errors import Failure
from ripwire.mcp import greeting
from ripwire.mcp.catalog import Offer
from ripwire.mcp.guest import Guest, Reply, Shared, readable
from ripwire.mcp.streams import lines, messages
from ripwire.mcp.table import TOOLS
from ripwire.services.status import RunningRequest, SessionInfo

log = logging.getLogger(__name__)

ROOTS_S = 2.0
"""How long a client may take to name its roots; some never do."""
INSTRUCTIONS = (
    "Search in the user's workspace. Paths in answers are relative to the root and can be used in the next "
    "call. The last line of an answer says complete, truncated or incomplete: only a complete answer proves "
    "that something is absent."
)


async def serve(
    shared: Shared, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes
) -> None:
    """One client, until it leaves."""
    incoming = lines(reader, first, shared.settings.limits_body_bytes)
    door = _Door(Guest(shared, shared.attendance.next_name("mcp")))
    with shared.attendance.present(door.guest.client, door.describe):
        async with messages(_greeted(incoming, door.guest), writer) as (read, write):
            server = door.server()
            await server.run(read, write, server.create_initialization_options())


async def _greeted(incoming: AsyncIterator[bytes], guest: Guest) -> AsyncIterator[bytes]:
    """The client's lines, without the one that our own pump puts in front of them."""
    async for line in incoming:
        told = greeting.read(line)
        if told is None:
            yield line
        else:
            guest.given, guest.started_in = told.roots, told.started_in


class _Door:
    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self._began = time.monotonic()
        self._running: dict[object, tuple[str, float]] = {}
        self._answered = 0
        self._asked_for_roots = False
        self._list = types.ListToolsResult(tools=[_listed(offer) for offer, _ in TOOLS.values()])

    def server(self) -> Server[Any]:
        with warnings.catch_warnings():
            # Roots are deprecated in the newest revision, and the only way to ask in the older ones.
            warnings.simplefilter("ignore")
            return Server(
                "ripwire",
                version=__version__,
                instructions=INSTRUCTIONS,
                on_list_tools=self.list_tools,
                on_call_tool=self.call_tool,
                on_roots_list_changed=self.roots_changed,
            )

    def describe(self) -> SessionInfo:
        now = time.monotonic()
        requests = [
            RunningRequest(id=str(key), method=name, ms=1000 * (now - began))
            for key, (name, began) in self._running.items()
        ]
        return SessionInfo(
            client=self.guest.client,
            door="mcp",
            roots=self.guest.roots,
            seconds=now - self._began,
            requests=tuple(requests),
            answered=self._answered,
        )

    async def list_tools(self, ctx: Any, params: Any) -> types.ListToolsResult:
        del ctx, params
        return self._list

    async def roots_changed(self, ctx: Any, params: Any) -> None:
        del ctx, params
        self._asked_for_roots = False

    async def call_tool(self, ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        """A tool's failure goes inside the result, so that the model can correct itself."""
        key = object()
        self._running[key] = (params.name, time.monotonic())
        try:
            await self._learn_roots(ctx)
            return await self._run(ctx, params)
        except MCPError:
            raise
        except Failure as failure:
            return _failed(failure)
        except Exception:
            incident = uuid.uuid4().hex[:8]
            log.exception("incident %s in %s", incident, params.name)
            return _error(f"Internal error (incident {incident}).")
        finally:
            del self._running[key]
            self._answered += 1

    async def _run(self, ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in TOOLS:
            known = ", ".join(TOOLS)
            raise MCPError(types.INVALID_PARAMS, f"No tool {params.name[:80]!r}; there are {known}")
        offer, run = TOOLS[params.name]
        given = offer.arguments.read(params.arguments or {})
        return _result(await run(self.guest, given, ctx.session.report_progress))

    async def _learn_roots(self, ctx: Any) -> None:
        """Asked once, where the revision has such a question and the client says that it has roots."""
        session = ctx.session
        able = getattr(session.client_capabilities, "roots", None)
        if self._asked_for_roots or self.guest.given or able is None or not session.can_send_request:
            return
        self._asked_for_roots = True
        with contextlib.suppress(Exception):  # a client that does not answer has no roots to tell
            async with asyncio.timeout(ROOTS_S):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    answer = session.list_roots()
                roots = (await answer).roots
                self.guest.told = tuple(self.guest.place(str(root.uri)) for root in roots)


def _listed(offer: Offer) -> types.Tool:
    return types.Tool(
        name=offer.name,
        title=offer.title,
        description=offer.description,
        input_schema=offer.arguments.schema(),
        annotations=types.ToolAnnotations(
            title=offer.title,
            read_only_hint=offer.read_only,
            destructive_hint=not offer.read_only,
            idempotent_hint=offer.read_only,
            open_world_hint=offer.open_world,
        ),
    )


def _result(reply: Reply) -> types.CallToolResult:
    content: list[Any] = []
    if reply.blocks is not None:
        adapter = types.CallToolResult.model_validate({"content": list(reply.blocks)}, by_name=False)
        content = list(adapter.content)
    else:
        content.append(types.TextContent(text=reply.text))
    content += [types.ResourceLink(name=readable(Path(path.name)), uri=path.as_uri()) for path in reply.links]
    structured = reply.structured or None
    return types.CallToolResult(content=content, structured_content=structured, is_error=reply.is_error)


def _failed(failure: Failure) -> types.CallToolResult:
    lines_ = [failure.message, failure.detail, *failure.problems, *failure.paths]
    text = "\n".join(dict.fromkeys(str(line)[:1000] for line in lines_ if line))
    result = _error(f"{failure.kind}: {text[:8000]}")
    result.structured_content = {"error": {"kind": str(failure.kind), "message": failure.message[:1000]}}
    return result


def _error(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)
