"""Obvious spellings, read as they were meant: `--hidden=true`, `--head_limit=20`, `10MB`.

The wire is exact and says what it expected; here a person or a model types, and argparse alone would
only say "unrecognized arguments".
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def spelled(arguments: Sequence[str], parser: argparse.ArgumentParser) -> list[str]:
    """`arguments` as argparse wants them."""
    actions = {name: action for action in parser._actions for name in action.option_strings}  # noqa: SLF001 - argparse has no public list
    switches = {name for name, action in actions.items() if action.nargs == 0}
    found: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            return [*found, argument, *rest]
        action = actions.get(argument)
        if action is None or argument in switches:
            found += _spelled(argument, switches)
        elif (value := next(rest, None)) is None:
            found.append(argument)
        else:  # joined, because argparse takes a value that begins with a dash for an option
            found.append(f"{action.option_strings[-1]}={value}")
    return found


def size(text: str) -> int:
    """`10M`, `10MB`, `10mib`, `10485760` → bytes, as ripgrep's `--max-filesize` counts them."""
    match = re.fullmatch(r"\s*(\d+)\s*([kmg]?)(?:i?b)?\s*", text, re.IGNORECASE)
    if match is None:
        raise argparse.ArgumentTypeError(f"expected a size such as 500K, 10M or 1G, not {text!r}")
    return int(match[1]) * UNITS[match[2].lower()]


def count(text: str) -> int:
    """A number of something: not negative, and `1_000` or `1,000` is one thousand."""
    digits = text.strip().replace(",", "").replace("_", "")
    if not digits.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a number, not {text!r}")
    return int(digits)


def seconds(text: str) -> int:
    """`2`, `1.5`, `2s`, `500ms` → milliseconds."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(ms|s)?\s*", text, re.IGNORECASE)
    if match is None:
        raise argparse.ArgumentTypeError(f"expected seconds such as 5, 1.5 or 500ms, not {text!r}")
    return round(float(match[1]) * (1 if (match[2] or "").lower() == "ms" else 1000))


def _spelled(argument: str, switches: set[str]) -> list[str]:
    name, equals, value = argument.partition("=")
    if not name.startswith("--"):
        return [argument]
    name = name.replace("_", "-")
    if not equals or name not in switches:
        return [name + equals + value]
    if value.lower() in YES:
        return [name]
    return [] if value.lower() in NO else [argument]
