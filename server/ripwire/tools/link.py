"""One connection to one MCP server, alive in a task of its own.

The SDK's scopes must be left by the task that entered them, so a task holds the connection and the
callers only ask it.  Knows no registry; tells its owner each new list of tools.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, TYPE_CHECKING, Any

from ripwire.config import McpServer
from ripwire.errors import Failure, Kind
from ripwire.tools.listing import Offered
from ripwire.tools.registry import CallResult, Progress

if TYPE_CHECKING:
    from mcp import Client

log = logging.getLogger(__name__)

CONNECT_S = 30.0
LIST_S = 30.0
IDLE_S = 600.0
MAX_PAGES = 100
STDERR_TAIL = 2000
MODERN = "2026-07-28"


Changed = Callable[[list[Offered]], Awaitable[None]]


class Link:
    def __init__(self, name: str, config: McpServer, changed: Changed) -> None:
        self._name = name
        self._config = config
        self._tell = changed
        self._client: Client | None = None
        self._stop = asyncio.Event()
        self._stale = asyncio.Event()
        self._wake = asyncio.Event()
        self._calls = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def open(self) -> bool:
        return self._client is not None and not self._stop.is_set()

    async def start(self, group: asyncio.TaskGroup) -> None:
        """Returns when the server is connected and listed; else says why it is not."""
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = group.create_task(self._live(ready), name=f"mcp server {self._name}")
        try:
            await ready
        except asyncio.CancelledError:
            self._halt()  # who waited has left, and nobody else knows this link yet
            raise

    async def refresh(self) -> None:
        """The list, asked for once more."""
        if self._client is not None:
            try:
                async with asyncio.timeout(LIST_S):
                    await self._list(self._client)
            except Exception as exc:
                raise self._lost(exc) from exc

    async def call(self, name: str, arguments: Mapping[str, Any], progress: Progress | None) -> CallResult:
        """What the server's tool gives; its own failure is a result, a lost connection is ours."""
        client = self._client
        if client is None:
            raise Failure(Kind.TOOL_FAILED, f"The connection to {self._name} ended")
        self._calls += 1
        try:
            callback: Any = progress
            result = await client.call_tool(name, dict(arguments), progress_callback=callback)
        except Exception as exc:  # any of the SDK's, of pydantic's or of the transport
            raise self._lost(exc) from exc
        finally:
            self._calls -= 1
            self._wake.set()
        content = [
            block.model_dump(mode="json", by_alias=True, exclude_none=True) for block in result.content
        ]
        structured = result.structured_content
        return CallResult(content=content, structured=structured, is_error=bool(result.is_error))

    async def close(self, grace_s: float) -> None:
        self._halt()
        if self._task is not None:
            _, alive = await asyncio.wait([self._task], timeout=grace_s)
            for task in alive:
                task.cancel()

    def _halt(self) -> None:
        self._stop.set()
        self._wake.set()

    def _lost(self, exc: Exception) -> Failure:
        """An error answer leaves the connection; anything else ends it, and the next call makes a new one."""
        mcp = importlib.import_module("mcp")
        closed = getattr(importlib.import_module("mcp.types"), "CONNECTION_CLOSED", -32000)
        if not isinstance(exc, mcp.MCPError) or exc.error.code == closed:
            self._halt()
        return Failure(Kind.TOOL_FAILED, f"{self._name} could not run the tool", detail=_told(exc))

    async def _live(self, ready: asyncio.Future[None]) -> None:
        """The whole life of the connection; never raises into the group."""
        with tempfile.TemporaryFile() as stderr:
            try:
                async with contextlib.AsyncExitStack() as stack:
                    async with asyncio.timeout(CONNECT_S):
                        self._client = await self._connect(stack, stderr)
                        await self._list(self._client)
                    if not ready.done():
                        ready.set_result(None)
                    await self._attend(self._client)
            except TimeoutError:
                self._fail(ready, f"no answer in {CONNECT_S:g} s", stderr)
            except Exception as exc:
                log.debug("mcp server %s", self._name, exc_info=True)
                self._fail(ready, _told(exc), stderr)
            finally:
                self._client = None
                self._halt()
                if not ready.done():
                    ready.cancel()

    def _fail(self, ready: asyncio.Future[None], why: str, stderr: IO[bytes]) -> None:
        if ready.done():
            log.info("mcp server %s: connection ended: %s", self._name, why)
            return
        tail = _tail(stderr)
        detail = f"{why}; its stderr ends: {tail}" if tail else why
        ready.set_exception(
            Failure(Kind.TOOL_FAILED, f"MCP server {self._name} did not start", detail=detail)
        )

    async def _connect(self, stack: contextlib.AsyncExitStack, stderr: IO[bytes]) -> Client:
        # The SDK takes most of a second to import: off the loop, or every client would notice.
        try:
            mcp = await asyncio.to_thread(importlib.import_module, "mcp")
        except ImportError as exc:
            raise Failure(Kind.NOT_CONFIGURED, "MCP servers need the extra: ripwire[mcp]") from exc
        transport = await self._transport(stack, stderr)
        client = mcp.Client(transport, cache=None, message_handler=self._heard)
        connected: Client = await stack.enter_async_context(client)
        return connected

    async def _transport(self, stack: contextlib.AsyncExitStack, stderr: IO[bytes]) -> Any:
        config = self._config
        if config.url:
            http = importlib.import_module("mcp.client.streamable_http")
            client = importlib.import_module("httpx2").AsyncClient(
                headers=config.headers, follow_redirects=False
            )
            return http.streamable_http_client(
                config.url, http_client=await stack.enter_async_context(client)
            )
        stdio = importlib.import_module("mcp.client.stdio")
        parameters = stdio.StdioServerParameters(
            command=config.command, args=list(config.args), env=config.env or None, cwd=config.cwd
        )
        return stdio.stdio_client(parameters, errlog=stderr)

    async def _list(self, client: Client) -> None:
        """Every page of the server's list, told to the owner."""
        self._stale.clear()
        offered: list[Offered] = []
        cursor: str | None = None
        for _ in range(MAX_PAGES):
            page = await client.list_tools(cursor=cursor)
            offered += [Offered(t.name, t.description or "", t.input_schema) for t in page.tools]
            cursor = page.next_cursor
            if not cursor:
                break
        await self._tell(offered)

    async def _attend(self, client: Client) -> None:
        """Until stopped or idle: a changed list is fetched again."""
        async with asyncio.TaskGroup() as group:
            listening = group.create_task(self._listen(client))
            while not self._stop.is_set():
                self._wake.clear()
                try:
                    async with asyncio.timeout(IDLE_S):
                        await self._wake.wait()
                except TimeoutError:
                    if not self._calls:
                        break
                if self._stale.is_set() and not self._stop.is_set():
                    async with asyncio.timeout(LIST_S):
                        await self._list(client)
            listening.cancel()

    async def _listen(self, client: Client) -> None:
        """The stateless revision tells changes only to those who listen."""
        tools = client.server_capabilities.tools
        if client.protocol_version < MODERN or tools is None or not tools.list_changed:
            return
        with contextlib.suppress(Exception):  # a server may not offer it after all; its list then stays
            async with client.listen(tools_list_changed=True) as events:
                async for _ in events:
                    self._changed()

    async def _heard(self, message: Any) -> None:
        if type(message).__name__ == "ToolListChangedNotification":
            self._changed()

    def _changed(self) -> None:
        self._stale.set()
        self._wake.set()


def _told(exc: BaseException) -> str:
    """One line of the innermost reason: the SDK raises groups of groups."""
    while isinstance(exc, BaseExceptionGroup):
        exc = exc.exceptions[0]
    if isinstance(exc, Failure):
        return exc.message
    return f"{type(exc).__name__}: {exc}"[:STDERR_TAIL]


def _tail(stderr: IO[bytes]) -> str:
    stderr.seek(0, 2)
    stderr.seek(max(0, stderr.tell() - STDERR_TAIL))
    return stderr.read().decode("utf-8", "replace").strip()
