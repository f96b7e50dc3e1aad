"""Show the running daemon: its clients, what they asked and what it costs."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from ripwire.cli import client
from ripwire.protocol.methods import STATUS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--address", action="store_true", help="only where it listens: a socket's path, or tcp:HOST:PORT"
    )
    parser.add_argument("--json", action="store_true", help="the answer as it is on the wire")


def run(args: argparse.Namespace) -> int:
    """0 when a daemon runs, 1 when none does."""
    session = client.running()
    if session is None:
        sys.stderr.write("ripwire: no daemon runs; an editor or `ripwire serve --background` starts one\n")
        return 1
    with session:
        result = session.request(STATUS, {})
    found: dict[str, Any] = msgspec.json.decode(result)
    if args.json:
        sys.stdout.write(f"{bytes(result).decode()}\n")
    elif args.address:
        sys.stdout.write(f"{found['daemon']['address']}\n")
    else:
        sys.stdout.write("\n".join(_lines(found)) + "\n")
    return 0


def _lines(found: dict[str, Any]) -> Iterator[str]:
    """The daemon first, then its sessions, then whatever else the wire carries, in the wire's own words."""
    daemon, sessions = found.pop("daemon"), found.pop("sessions")
    yield (
        f"ripwire {daemon.pop('version')}, process {daemon.pop('pid')}, for {_since(daemon.pop('started'))}, "
        f"at {daemon.pop('address')}"
    )
    yield from _rest(daemon, "  ")
    yield from _rest(found, "  ")
    yield f"  sessions: {len(sessions)}"
    for session in sessions:
        yield from _session(session)


def _session(session: dict[str, Any]) -> Iterator[str]:
    name = " ".join(part for part in (session["name"], session["version"]) if part)
    process = f", process {session['processId']}" if session["processId"] else ""
    yield f"    {session['client']}  {name or session['door']}{process}, for {_duration(session['seconds'])}"
    for root in session["roots"]:
        yield f"      {root}"
    for request in session["requests"]:
        yield f"      {request['method']} ({request['id']}) for {request['ms']:.0f} ms"


def _rest(values: dict[str, Any], indent: str) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield f"{indent}{key}: " + ", ".join(_named(name, inner) for name, inner in value.items())
        else:
            yield f"{indent}{key}: {_short(value)}"


def _named(name: str, value: object) -> str:
    if name == "memory" and isinstance(value, int):
        return f"{name} {value / 1e6:.1f} MB"
    return f"{name} {_short(value)}"


def _short(value: object) -> str:
    match value:
        case None | [] | {}:
            return "none"
        case list():
            return "; ".join(map(_short, value))
        case dict():
            return " ".join(f"{key}={_short(inner)}" for key, inner in value.items())
        case _:
            return str(value)


def _since(moment: float) -> str:
    return _duration(max(0.0, time.time() - moment))


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return (
        f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
    )
