"""`ripwire` and `python -m ripwire`: hands over to the command line, importing nothing heavy."""

from __future__ import annotations

import sys

from ripwire.cli.main import command_line

BUILD_SYMBOLS = "--build-symbols"
"""Not for people: the daemon starts itself so, to build a table of symbols in a process of its own."""


def main() -> int:
    if getattr(sys, "frozen", False):
        from ripwire.rg.embedded import become_rg

        become_rg(sys.argv)  # the standalone program under the name rg: nothing else is imported then
    if sys.argv[1:2] == [BUILD_SYMBOLS]:
        from ripwire.services.symbols import worker

        return worker.run(sys.argv[2])
    return command_line(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
