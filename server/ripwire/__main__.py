"""`ripwire` and `python -m ripwire`: hands over to the command line, importing nothing heavy."""

from __future__ import annotations

import sys

from ripwire.cli.main import command_line


def main() -> int:
    return command_line(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
