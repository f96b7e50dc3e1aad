"""Which subcommand was typed, and what its failure looks like to a person.  Knows no subcommand itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ripwire.cli.commands import COMMANDS, PUMPS

INTERRUPTED = 130
"""What shells expect of a program that was ended by Ctrl-C."""


def command_line(arguments: Sequence[str]) -> int:
    """The exit code of whatever `arguments` ask for."""
    first = arguments[0] if arguments else ""
    if first == "mcp" or (first.startswith("-") and "--stdio" in arguments):
        return _pump(arguments)
    match list(arguments):
        case [] | ["-h" | "--help" | "help"]:
            sys.stdout.write(overview())
            return 0
        case ["-V" | "--version" | "version"]:
            from ripwire import __version__

            sys.stdout.write(f"ripwire {__version__}\n")
            return 0
        case ["help", name, *_]:
            return command_line([name, "--help"])
        case [name, *rest] if name in COMMANDS:
            return _run(name, rest)
        case [name, *_]:
            return _unknown(name)
    raise AssertionError(arguments)


def _pump(arguments: Sequence[str]) -> int:
    """Bytes from a client to the daemon and back; or only how an agent is told to start that."""
    if any(argument.startswith("--print-config") for argument in arguments):
        from ripwire.cli import print_config

        return print_config.run(arguments)
    from ripwire.cli import stdio

    return stdio.run(arguments)


def overview() -> str:
    """What `ripwire --help` prints."""
    rows = [(name, text) for name, (_, text) in COMMANDS.items()] + list(PUMPS.items())
    width = max(len(name) for name, _ in rows) + 2
    listed = "".join(f"  {name:<{width}}{text}\n" for name, text in rows)
    return (
        "usage: ripwire COMMAND [ARGUMENTS]\n\n"
        f"{listed}\n"
        "ripwire COMMAND --help tells more.  Exit codes: 0 found, 1 none, 2 failed or incomplete.\n"
    )


def _run(name: str, rest: list[str]) -> int:
    import argparse
    import importlib

    from ripwire.cli import spelling

    module = importlib.import_module(COMMANDS[name][0])
    parser = argparse.ArgumentParser(prog=f"ripwire {name}", description=module.__doc__, allow_abbrev=False)
    module.add_arguments(parser)
    args = parser.parse_intermixed_args(spelling.spelled(rest, parser))
    try:
        return int(module.run(args))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_left()
    except Exception as exc:  # noqa: BLE001 - told below, or raised again there
        return _explain(exc)


def _explain(exc: Exception) -> int:
    """Failures are told in words; anything else is a bug, and its traceback helps to report it."""
    from ripwire.cli import report
    from ripwire.errors import Failure

    if isinstance(exc, Failure):
        report.failure(exc)
    elif isinstance(exc, OSError):
        report.trouble(str(exc))
    else:
        raise exc
    return 2


def _reader_left() -> int:
    """`ripwire grep … | head`: who reads has seen enough, and Python must not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _unknown(name: str) -> int:
    import difflib

    near = difflib.get_close_matches(name, [*COMMANDS, *PUMPS], n=1)
    hint = f"Did you mean `ripwire {near[0]}`?" if near else "`ripwire --help` lists the commands."
    sys.stderr.write(f"ripwire: there is no command {name!r}. {hint}\n")
    return 2
