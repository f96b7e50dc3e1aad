"""ToolSearch's answers, in the client's words."""

from __future__ import annotations

from ripwire.protocol.messages import tools as wire
from ripwire.tools import rendering
from ripwire.tools.query import Found, Hit, escaped
from ripwire.tools.registry import CallResult, Tool
from ripwire.tools.toolbox import Listed


def listed(answer: Listed) -> wire.ListToolsResult:
    return wire.ListToolsResult(
        tools=[_tool(tool) for tool in answer.tools],
        fingerprint=answer.fingerprint,
        offers_search=answer.offers_search,
        schema_bytes=answer.schema_bytes,
        problems=list(answer.problems),
    )


def found(answer: Found, *, debug: bool) -> wire.SearchToolsResult:
    return wire.SearchToolsResult(
        tools=[_hit(hit, debug=debug) for hit in answer.hits],
        searched=answer.searched,
        missing=list(answer.missing),
        more=list(answer.more),
        more_count=answer.more_count,
        notes=list(answer.notes),
        saved_bytes=answer.saved_bytes,
        saved_tokens=answer.saved_tokens,
        text=rendering.text(answer),
    )


def called(result: CallResult) -> wire.CallToolResult:
    return wire.CallToolResult(
        content=list(result.content), structured_content=result.structured, is_error=result.is_error
    )


def _tool(tool: Tool) -> wire.WireTool:
    return wire.WireTool(
        name=tool.name,
        description=escaped(tool.description),
        server=tool.server,
        deferred=tool.deferred,
        always_load=tool.always_load,
    )


def _hit(hit: Hit, *, debug: bool) -> wire.WireFoundTool:
    return wire.WireFoundTool(
        name=hit.tool.name,
        server=hit.tool.server,
        description=escaped(hit.tool.description),
        definition=hit.definition,
        score=hit.score if debug else None,
        rank=hit.rank if debug else None,
    )
