"""What rg says on stderr: a thread that could not start, a mistake of the caller, a path it could not read.

Only known texts become the caller's error; the rest is kept as notes.
"""

from __future__ import annotations

import re

import attrs

from ripwire.errors import Kind

NOTES = 20
"""At most so many paths and lines are kept of one run."""

_THREAD = re.compile(r"\b(?:thread|worker)s?\b", re.IGNORECASE)
_NO_RESOURCES = re.compile(
    r"resource temporarily unavailable|\bWouldBlock\b|\bcode: (?:11|35)\b|os error (?:11|35)\b", re.IGNORECASE
)
_CALLERS_MISTAKE = (
    # (what rg prints, kind, which argument): rg 13 to 15.2
    (re.compile(r"regex parse error"), Kind.INVALID_PATTERN, "pattern"),
    (re.compile(r"error compiling pattern|PCRE2: error compiling"), Kind.INVALID_PATTERN, "pattern"),
    (re.compile(r"is not allowed in a regex"), Kind.INVALID_PATTERN, "pattern"),
    (re.compile(r"exceeds size limit|size limit of \d+"), Kind.INVALID_PATTERN, "pattern"),
    (re.compile(r"PCRE2 is not available"), Kind.INVALID_PATTERN, "engine"),
    (re.compile(r"error parsing glob|invalid glob"), Kind.INVALID_GLOB, "glob"),
    (re.compile(r"unrecognized file type"), Kind.UNKNOWN_TYPE, "type"),
    (re.compile(r"unknown encoding"), Kind.UNKNOWN_ENCODING, "encoding"),
    (re.compile(r"error parsing flag|unrecognized flag|invalid value for"), Kind.INVALID_PARAMS, "flag"),
)
_PATH_ERROR = re.compile(r"^(?:rg: )?(?P<path>.+?): (?P<why>.+ \(os error \d+\)|.*loop.*)$", re.IGNORECASE)


_IGNORE_RULE = re.compile(r": line \d+: error parsing glob ")


@attrs.frozen
class Mistake:
    """The caller's: which argument, and rg's own words."""

    kind: Kind
    argument: str
    diagnostic: str


@attrs.frozen
class Unreadable:
    path: str
    why: str


def thread_eagain(text: str) -> bool:
    """Whether one message says that a worker thread could not be created for want of resources.

    `os error 11` alone proves nothing: it also appears for a stdin that does not block.
    """
    if "failed to spawn thread" in text:
        return True
    return any(_THREAD.search(message) and _NO_RESOURCES.search(message) for message in text.splitlines())


def without_ignore_rules(text: str) -> tuple[str, tuple[str, ...]]:
    """(what is left, what was said of lines in ignore files).

    `--no-ignore-messages` keeps rg silent about ignore files below the root.  For one above it rg 15.2 still
    prints the line and exits with 2, though it has searched everything.
    """
    lines = text.splitlines(keepends=True)
    rules = [line for line in lines if _IGNORE_RULE.search(line)]
    rest = "".join(line for line in lines if not _IGNORE_RULE.search(line))
    return rest, tuple(line.removeprefix("rg: ").strip() for line in rules[:NOTES])


def mistake(text: str) -> Mistake | None:
    for marker, kind, argument in _CALLERS_MISTAKE:
        if marker.search(text):
            return Mistake(kind, argument, text.strip())
    return None


def unreadable(text: str) -> tuple[Unreadable, ...]:
    """The paths that rg could not open or list, each once, at most `NOTES`."""
    found: dict[str, Unreadable] = {}
    for line in text.splitlines():
        if (error := _PATH_ERROR.match(line)) and len(found) < NOTES:
            path = error["path"].removeprefix("./") or "."
            found.setdefault(path, Unreadable(path, error["why"]))
    return tuple(found.values())


def notes(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line.strip())[:NOTES]
