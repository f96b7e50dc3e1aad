"""Search the user's tools, list them, or call one.

ripwire tools search send a slack message
ripwire tools search 'select:mcp__files__read_file'
ripwire tools list
ripwire tools call mcp__files__read_file '{"path": "README.md"}'
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from ripwire import config
from ripwire.cli import options
from ripwire.cli.ask import ask
from ripwire.cli.local import Desk, typed
from ripwire.errors import Failure, Kind
from ripwire.protocol import methods
from ripwire.protocol.messages import tools as msg
from ripwire.protocol.to_wire import tools as wire
from ripwire.tools.toolbox import Toolbox


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("search", "list", "call"))
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="the query; for call a tool and its arguments as JSON"
    )
    parser.add_argument("--max-results", type=int, metavar="N", help="at most 20; default: 5")
    parser.add_argument("--scorer", choices=("bm25", "weights"), help="how tools are ranked")
    parser.add_argument("--debug", action="store_true", help="scores and ranks, with --json")
    parser.add_argument("--timeout", type=int, metavar="MS", help="of a call, in milliseconds")
    parser.add_argument("--json", action="store_true", help="the answer as it is on the wire")
    parser.add_argument("--standalone", action="store_true", help="in this process, even when a daemon runs")


def run(args: argparse.Namespace) -> int:
    """0 found or done, 1 nothing found, 2 the tool failed."""
    match args.action:
        case "search":
            given = options.given(maxResults=args.max_results, scorer=args.scorer, debug=args.debug)
            found = _asked(args, methods.TOOLS_SEARCH, {"query": " ".join(args.words), **given}, _search)
            return _print(args, found, found["text"], 0 if found["tools"] else 1)
        case "list":
            found = _asked(args, methods.TOOLS_LIST, {}, _list)
            lines = [f"{tool['name']}  {_first_line(tool['description'])}" for tool in found["tools"]]
            return _print(args, found, "\n".join([*lines, *found["problems"]]), 0 if lines else 1)
        case _:
            name, arguments = _call_of(args.words)
            params = {"name": name, "arguments": arguments, **options.given(timeoutMs=args.timeout)}
            found = _asked(args, methods.TOOLS_CALL, params, _call)
            return _print(args, found, "\n".join(map(_block, found["content"])), 2 if found["isError"] else 0)


def _call_of(words: list[str]) -> tuple[str, dict[str, Any]]:
    """A name, and a JSON object where there are arguments."""
    if not words:
        raise Failure(Kind.INVALID_PARAMS, "a call names a tool")
    try:
        arguments = msgspec.json.decode(" ".join(words[1:]) or "{}")
    except msgspec.DecodeError as exc:
        raise Failure(Kind.INVALID_PARAMS, "the tool's arguments are not JSON", detail=str(exc)) from exc
    if not isinstance(arguments, dict):
        raise Failure(Kind.INVALID_PARAMS, "the tool's arguments are not a JSON object")
    return words[0], arguments


def _asked(args: argparse.Namespace, method: str, params: Mapping[str, Any], work: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(ask(args, method, params, lambda: work, roots=[]))
    return found


def _print(args: argparse.Namespace, found: Mapping[str, Any], text: str, code: int) -> int:
    sys.stdout.write((msgspec.json.encode(found).decode() if args.json else text) + "\n")
    return code


def _block(block: Mapping[str, Any]) -> str:
    return str(block["text"]) if block.get("type") == "text" else msgspec.json.encode(block).decode()


def _first_line(text: str) -> str:
    return next(iter(text.strip().splitlines()), "")[:120]


def _toolbox() -> Any:
    settings = config.load().settings
    return Toolbox.opened(settings, config.cache_folder(settings))


async def _search(desk: Desk, params: Mapping[str, Any]) -> msg.SearchToolsResult:
    asked = typed(msg.SearchToolsParams, params)
    async with _toolbox() as box:
        found = await box.search(
            desk.caller.client, asked.query, max_results=asked.max_results, scorer=asked.scorer
        )
    return wire.found(found, debug=asked.debug)


async def _list(desk: Desk, params: Mapping[str, Any]) -> msg.ListToolsResult:
    del params
    async with _toolbox() as box:
        return wire.listed(await box.listed(desk.caller.client))


async def _call(desk: Desk, params: Mapping[str, Any]) -> msg.CallToolResult:
    asked = typed(msg.CallToolParams, params)
    timeout_s = asked.timeout_ms / 1000 if asked.timeout_ms else None
    async with _toolbox() as box:
        result = await box.call(desk.caller.client, asked.name, asked.arguments, timeout_s=timeout_s)
    return wire.called(result)
