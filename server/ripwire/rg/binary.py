"""Which ripgrep runs: one frozen answer, remembered until its file changes or a start fails.

Knows where an rg may be and whether it works; knows nothing of searches, and never goes to the network.
"""

from __future__ import annotations

import asyncio
import enum
import os
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import attrs

from ripwire.rg import candidates, health, macos, vendored
from ripwire.rg.candidates import Candidate, Mode
from ripwire.rg.health import Health
from ripwire.rg.process import Children

__all__ = ["Choice", "Mode", "Resolution", "Resolver"]

RECHECK_S = 60.0
"""A refused candidate is looked at again after this long: a busy machine may have been the reason."""

Key = tuple[Path, int, int]
"""Path, inode and mtime: another file is another rg."""

_SYSTEM = frozenset({"0", "false", "no", "off", "system"})
_BUILTIN = frozenset({"1", "true", "yes", "on", "builtin"})


class Choice(enum.StrEnum):
    """What the setting asks for."""

    AUTO = "auto"
    SYSTEM = "system"
    BUILTIN = "builtin"
    PATH = "path"


_ORDER = {
    Choice.AUTO: (Mode.EMBEDDED, Mode.VENDOR, Mode.PACKAGED, Mode.SYSTEM),
    Choice.SYSTEM: (Mode.SYSTEM, Mode.EMBEDDED, Mode.VENDOR, Mode.PACKAGED),
    Choice.BUILTIN: (Mode.EMBEDDED, Mode.VENDOR, Mode.PACKAGED),
    Choice.PATH: (Mode.PATH,),
}


@attrs.frozen(kw_only=True)
class Resolution:
    """The rg that is used, or `Mode.NONE`; `problems` says why others were not, one line each."""

    mode: Mode
    path: Path | None = None
    argv0: str = "rg"
    version: str | None = None
    pcre2: bool = False
    problems: tuple[str, ...] = ()
    strict: bool = False
    """The user named this rg (`builtin` or a path): when it is missing nothing else may answer."""
    warnings: tuple[str, ...] = ()
    """What is wrong with the rg that is used."""


@attrs.define
class _Verdict:
    """What was found out about one file, and when."""

    health: Health
    at: float


class Resolver:
    """Finds rg once and again when its file changed; `invalidate` after a failed start."""

    def __init__(
        self,
        settings_source: str,
        children: Children,
        *,
        workspace_folders: Callable[[], Iterable[Path]] = tuple,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._children = children
        self._environment = os.environ if environment is None else environment
        self._choice, self._path, self._complaints = chosen(settings_source, self._environment)
        self._workspace_folders = workspace_folders
        self._verdicts: dict[Key, _Verdict] = {}
        self._prepared: dict[Key, tuple[str, ...]] = {}
        self._current: tuple[Key, Resolution] | None = None
        self._turn = asyncio.Lock()

    @property
    def order(self) -> tuple[Mode, ...]:
        """Where rg is looked for, first place first."""
        return _ORDER[self._choice]

    async def resolve(self) -> Resolution:
        """The rg to start now.  Costs one `stat` while nothing changed."""
        if (current := self.known()) is not None:
            return current
        async with self._turn:
            # Somebody else may have found it while we waited for our turn.
            return self.known() or await self._search()

    def invalidate(self) -> None:
        """Forget all that is known: a start failed, so the file is not what it was."""
        self._current = None
        self._verdicts.clear()
        self._prepared.clear()

    def known(self) -> Resolution | None:
        """What was found last, if that file has not changed since."""
        if self._current is None:
            return None
        key, resolution = self._current
        return resolution if key_of(key[0]) == key else None

    async def _search(self) -> Resolution:
        self._current = None
        problems = list(self._complaints)
        for mode in self.order:
            found = await asyncio.to_thread(self._look, mode)
            problems += found.refused
            for candidate in found.candidates:
                resolution = await self._judged(candidate, problems)
                if resolution is not None:
                    return resolution
        strict = self._choice in (Choice.BUILTIN, Choice.PATH)
        return Resolution(mode=Mode.NONE, problems=tuple(problems), strict=strict)

    def _look(self, mode: Mode) -> candidates.Found:
        match mode:
            case Mode.PATH:
                return candidates.named(self._path)
            case Mode.SYSTEM:
                return candidates.system(self._environment, tuple(self._workspace_folders()))
            case Mode.EMBEDDED:
                return candidates.embedded()
            case Mode.VENDOR:
                return candidates.vendor()
            case _:
                return candidates.packaged()

    async def _judged(self, candidate: Candidate, problems: list[str]) -> Resolution | None:
        """The candidate as the answer, or None and its reason among the problems."""
        key = key_of(candidate.path)
        if key is None:
            problems.append(f"{candidate.mode} {candidate.path}: no such file")
            return None
        problems += await self._prepare(key, candidate)
        key = key_of(candidate.path) or key  # signing rewrites the file
        verdict = await self._verdict(key)
        if (reason := refusal(candidate, verdict)) is not None:
            problems.append(f"{candidate.mode} {candidate.path}: {reason}")
            return None
        resolution = Resolution(
            mode=candidate.mode,
            path=candidate.path,
            version=verdict.version,
            pcre2=verdict.pcre2,
            problems=tuple(problems),
            strict=self._choice in (Choice.BUILTIN, Choice.PATH),
            warnings=warnings(verdict),
        )
        self._current = (key, resolution)
        return resolution

    async def _prepare(self, key: Key, candidate: Candidate) -> tuple[str, ...]:
        """macOS: sign and unquarantine what we brought along, once per file."""
        if candidate.mode in (Mode.SYSTEM, Mode.PATH) or not macos.applies():
            return ()
        if key in self._prepared:
            return self._prepared[key]
        notes = await macos.prepare(self._children, candidate.path)
        after = key_of(candidate.path) or key
        if after != key and candidate.mode is Mode.VENDOR:
            await asyncio.to_thread(vendored.note_signed, candidate.path)
        self._prepared[after] = notes
        return notes

    async def _verdict(self, key: Key) -> Health:
        known = self._verdicts.get(key)
        if known is not None and (known.health.reason is None or time.monotonic() - known.at < RECHECK_S):
            return known.health
        found = await health.probe(self._children, key[0])
        self._verdicts[key] = _Verdict(found, time.monotonic())
        return found


def chosen(source: str, environment: Mapping[str, str]) -> tuple[Choice, Path | None, tuple[str, ...]]:
    """What `rg.source` asks for, and `USE_BUILTIN_RIPGREP` where it says nothing; complaints with it."""
    value = source.strip()
    if (path := Path(value).expanduser()).is_absolute():
        return Choice.PATH, path, ()
    if value.lower() not in ("", "auto"):
        return _word(value, "rg.source", ("an absolute path",))
    return _word(environment.get("USE_BUILTIN_RIPGREP", ""), "USE_BUILTIN_RIPGREP", ())


def _word(value: str, name: str, more: tuple[str, ...]) -> tuple[Choice, None, tuple[str, ...]]:
    word = value.strip().lower()
    if word in ("", "auto"):
        return Choice.AUTO, None, ()
    if word in _SYSTEM:
        return Choice.SYSTEM, None, ()
    if word in _BUILTIN:
        return Choice.BUILTIN, None, ()
    expected = ", ".join(("auto", "builtin", "system", *more))
    return Choice.AUTO, None, (f"{name}: expected one of {expected}; got {value!r}, auto is used",)


def key_of(path: Path) -> Key | None:
    """What tells this file from another one in its place; None when there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return path, stat.st_ino, stat.st_mtime_ns


def refusal(candidate: Candidate, found: Health) -> str | None:
    """Why this one is not used, or None."""
    if found.reason is not None:
        return found.reason
    least = health.OLDEST if candidate.mode in (Mode.SYSTEM, Mode.PATH) else health.WANTED
    if found.numbers < least:
        return f"version {found.version} is older than {health.dotted(least)}"
    return None


def warnings(found: Health) -> tuple[str, ...]:
    """What is worse with an older rg that works."""
    if found.numbers >= health.WANTED:
        return ()
    older = f"ripgrep {found.version} is older than {health.dotted(health.WANTED)}"
    return (f"{older}: ignore files of parent folders may be applied wrongly",)
