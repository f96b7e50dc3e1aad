"""End the daemon: its sessions are told, their searches end, and nothing of it is left."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time

import msgspec

from ripwire.cli import client, report
from ripwire.daemon.lock import Lock
from ripwire.protocol.messages.status import StatusResult
from ripwire.protocol.methods import STATUS

WAIT_S = 20.0
POLL_S = 0.05


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", "-q", action="store_true", help="say nothing when it works")


def run(args: argparse.Namespace) -> int:
    """0 when none runs any more, 2 when one does."""
    session = client.running()
    if session is None:
        return _told("no daemon runs", args)
    with session:
        status = msgspec.json.decode(session.request(STATUS, {}), type=StatusResult)
    os.kill(status.daemon.pid, signal.SIGTERM)
    if not _ended():
        report.trouble(f"process {status.daemon.pid} has not ended within {WAIT_S:.0f} s; its log says why")
        return 2
    return _told(f"the daemon (process {status.daemon.pid}) has ended", args)


def _ended() -> bool:
    """True once the daemon let go of its lock, which it does last."""
    lock = Lock(client.where().lock)
    deadline = time.monotonic() + WAIT_S
    while not lock.take():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_S)
    lock.release()
    return True


def _told(text: str, args: argparse.Namespace) -> int:
    if not args.quiet:
        sys.stdout.write(f"{text}\n")
    return 0
