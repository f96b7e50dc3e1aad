"""macOS runs no unsigned or quarantined binary: sign and release the rg that we brought along.

Three short commands, once for each file.  A failure is told and never fatal: the health probe decides.
"""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Final

from ripwire.rg.process import Children, Completed, NotStartedError

log = logging.getLogger(__name__)

TIMEOUT_S = 10.0
LINKER_SIGNED: Final = "linker-signed"
KEEP = "--preserve-metadata=entitlements,requirements,flags,runtime"
QUARANTINE = "com.apple.quarantine"
ABSENT = ("no such xattr", "no such attribute", "attribute not found")
"""Nothing to lift: that is success."""
FOLDERS = (Path("/usr/bin"),)
"""Where Apple keeps both tools; the user's PATH is not asked."""


def applies(platform: str = sys.platform) -> bool:
    return platform == "darwin"


async def prepare(children: Children, rg: Path, folders: tuple[Path, ...] = FOLDERS) -> tuple[str, ...]:
    """Sign if only the linker did, and lift the quarantine; one line for each step that failed."""
    tools = _Tools(children, rg, folders)
    problems = [await _sign(tools), await _release(tools)]
    for problem in filter(None, problems):
        log.warning("%s", problem)
    return tuple(filter(None, problems))


class _Tools:
    def __init__(self, children: Children, rg: Path, folders: tuple[Path, ...]) -> None:
        self.children, self.rg, self.folders = children, rg, folders

    async def run(self, name: str, *arguments: str) -> Completed | str:
        """What the tool said, or why it could not be asked."""
        for folder in self.folders:
            if (tool := folder / name).is_file():
                return await self._start(tool, name, arguments)
        return f"{name}: not found"

    async def _start(self, tool: Path, name: str, arguments: tuple[str, ...]) -> Completed | str:
        argv = (name, *arguments, str(self.rg))
        try:
            return await self.children.output(tool, argv, Path(tool.anchor), timeout_s=TIMEOUT_S)
        except NotStartedError as exc:
            return f"{name}: {exc.cause.strerror or exc.cause}"
        except TimeoutError:
            return f"{name}: no answer within {TIMEOUT_S:.0f} s"


async def _sign(tools: _Tools) -> str | None:
    described = await tools.run("codesign", "-vv", "-d")
    if isinstance(described, str):
        return described
    # The description comes on stderr.  A proper signature is left alone: replacing it would lose it.
    if LINKER_SIGNED not in _text(described):
        return None
    return _problem("codesign", await tools.run("codesign", "--sign", "-", "--force", KEEP))


async def _release(tools: _Tools) -> str | None:
    done = await tools.run("xattr", "-d", QUARANTINE)
    if isinstance(done, Completed) and any(words in _text(done).lower() for words in ABSENT):
        return None
    return _problem("xattr", done)


def _problem(name: str, done: Completed | str) -> str | None:
    if isinstance(done, str):
        return done
    if done.exit == 0:
        return None
    said = _text(done).strip().splitlines()
    return f"{name}: exit status {done.exit}" + (f": {said[0][:200]}" if said else "")


def _text(done: Completed) -> str:
    return (done.stdout + b"\n" + done.stderr).decode("utf-8", "replace")
