"""What rg says on stderr: a thread that could not start, a mistake of the caller, a path it could not read.

Only known texts of rg 13 to 15.2 become the caller's error; the rest is kept as notes.  Texts are looked for
where a message begins: a file may be called `regex parse error`, too.
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
_NO_THREAD = "failed to spawn thread"
_OF_A_FILE = re.compile(r"(?:rg: )?\.(?:[/\\]|:)")
"""All our paths begin so, whatever words they hold."""


def _begins(text: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:rg: )?(?:error parsing flag \S+ )?(?:{text})", re.MULTILINE)


_CALLERS_MISTAKE = (
    (_begins("regex parse error|regex could not be compiled"), Kind.INVALID_PATTERN, "pattern"),
    (_begins("PCRE2: error compiling|error compiling pattern"), Kind.INVALID_PATTERN, "pattern"),
    (_begins("the literal .* is not allowed in a regex"), Kind.INVALID_PATTERN, "pattern"),
    (_begins("[Cc]ompiled regex exceeds size limit"), Kind.INVALID_PATTERN, "pattern"),
    (_begins("PCRE2 is not available"), Kind.INVALID_PATTERN, "pattern"),
    (_begins("error parsing glob"), Kind.INVALID_GLOB, "glob"),
    (_begins("unrecognized file type"), Kind.UNKNOWN_TYPE, "type"),
    (_begins("grep config error: unknown encoding"), Kind.UNKNOWN_ENCODING, "encoding"),
    (_begins("error parsing flag|unrecognized flag|invalid "), Kind.INVALID_PARAMS, "flag"),
)
_FOR_THE_COMMAND_LINE = re.compile(r"\n\nConsider enabling .*?(?=\n\n|\n~|\Z)", re.DOTALL)
_REASON = re.compile(r"^(?:error: |PCRE2: )(.+)$", re.MULTILINE)
_TWO_ENGINES = re.compile(
    r"\n~~~+\n(?P<default>.+)\n~~~+\n\nPCRE2 regex engine error:\n(?P<pcre2>.+)", re.DOTALL
)
_WANTS_PCRE2 = re.compile(r"look-around|backreferences are not supported")
_PATH_ERROR = re.compile(r"(?:rg: )?(?P<path>.+?): (?P<why>.+ \(os error \d+\))$")
_LOOP = re.compile(r"(?:rg: )?File system (?P<why>loop) found: (?P<path>.+) points to an ancestor")
_OPERATION = re.compile(r"^IO error for operation on .+: (?=\S+)")
_IGNORE_RULE = re.compile(r": line \d+: error parsing glob ")


@attrs.frozen
class Mistake:
    """The caller's: which argument, why in a few words, and rg's own words."""

    kind: Kind
    argument: str
    reason: str
    diagnostic: str
    wants_pcre2: bool = False


@attrs.frozen
class Unreadable:
    path: str
    why: str


def thread_eagain(text: str) -> bool:
    """Whether one message says that a worker thread could not be created for want of resources.

    `os error 11` alone proves nothing: it also appears for a stdin that does not block.
    """
    messages = [line for line in text.splitlines() if not _OF_A_FILE.match(line)]
    return any(
        _NO_THREAD in message or (_THREAD.search(message) and _NO_RESOURCES.search(message))
        for message in messages
    )


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
    """What the caller got wrong; None when rg failed for another reason."""
    for marker, kind, argument in _CALLERS_MISTAKE:
        if marker.search(text):
            diagnostic = _FOR_THE_COMMAND_LINE.sub("", text).strip()
            wants_pcre2 = _WANTS_PCRE2.search(text) is not None or "PCRE2 is not available" in text
            return Mistake(kind, argument, _reason(diagnostic), diagnostic, wants_pcre2)
    return None


def _reason(diagnostic: str) -> str:
    """Of two engines' reasons the default one's, unless only PCRE2 can know such a pattern."""
    if two := _TWO_ENGINES.search(diagnostic):
        default, pcre2 = two["default"].strip(), two["pcre2"].strip()
        return _reason(pcre2 if _WANTS_PCRE2.search(default) else default)
    reasons: list[str] = _REASON.findall(diagnostic)
    return reasons[-1] if reasons else diagnostic.splitlines()[0].removeprefix("rg: ")


def unreadable(text: str) -> tuple[Unreadable, ...]:
    """The paths that rg could not open or list, each once, at most `NOTES`."""
    found: dict[str, Unreadable] = {}
    for line in text.splitlines():
        error = _LOOP.match(line) or _PATH_ERROR.match(line)
        if error and len(found) < NOTES:
            path = re.sub(r"^\.[/\\]", "", error["path"]).replace("\\", "/") or "."
            found.setdefault(path, Unreadable(path, _OPERATION.sub("", error["why"])))
    return tuple(found.values())


def notes(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line.strip())[:NOTES]
