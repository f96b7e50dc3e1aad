"""Run the daemon that all editors, agents and shells of this user share."""

from __future__ import annotations

import argparse
import sys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--background", action="store_true", help="start it, print where it is, and return")
    parser.add_argument("--detached", action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    if args.background:
        return _in_background()
    from ripwire.daemon import run as daemon

    return daemon.run(detached=args.detached)


def _in_background() -> int:
    from ripwire.cli import client
    from ripwire.daemon import spawn

    address = client.where()
    spawn.find_or_start(address).close()
    sys.stdout.write(f"{address.folder}\n")
    return 0
