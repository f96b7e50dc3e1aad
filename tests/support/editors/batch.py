"""Editors that run a script and end: Emacs in batch mode, Vim in Ex mode."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.daemon import PATIENCE_S
from tests.support.editors import installed

EDITORS = Path(__file__).parents[3] / "editors"
HOW_LONG_S = 2 * PATIENCE_S


async def emacs(script: Path, project: Path, environment: Mapping[str, str], home: Path) -> Any:
    """What the script wrote as JSON to $RESULT.  `-Q` would hide the packages of the system, so `-q`."""
    return await _run(
        [str(installed.program("emacs")), "-q", "--batch", "-l", str(script)], project, environment, home
    )


async def vim(script: Path, project: Path, environment: Mapping[str, str], home: Path) -> Any:
    command = [
        str(installed.program("vim")),
        "-u",
        "NONE",
        "-i",
        "NONE",
        "-n",
        "-N",
        "-es",
        "-S",
        str(script),
    ]
    return await _run(command, project, {**environment, "TERM": "dumb"}, home)


async def _run(command: list[str], project: Path, environment: Mapping[str, str], home: Path) -> Any:
    result = home / "result.json"
    told = {"HOME": str(home), "PROJECT": str(project), "EDITORS": str(EDITORS), "RESULT": str(result)}
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=project,
        env={**installed.with_ripwire(environment), **told},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(HOW_LONG_S):
            out, _ = await process.communicate()
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    said = out.decode("utf-8", "replace")
    assert result.exists(), said
    return json.loads(result.read_text("utf-8"))
