"""A real ripgrep that can be told to stop in the middle: its first records come, then nothing more.

A search that an editor's test can look at while it runs, cancel, or kill.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

import attrs
import psutil

RECORDS = 8
"""Records that still come: the begin and the matches of about one file."""
SCRIPT = """#!/bin/sh
if [ -e '{control}' ]; then
    case " $* " in *' --json '*)
        '{rg}' "$@" | head -n {records}
        exec sleep 600
    esac
fi
exec '{rg}' "$@"
"""


@attrs.frozen
class SlowRg:
    path: Path
    control: Path

    @classmethod
    def under(cls, folder: Path) -> SlowRg:
        real = shutil.which("rg", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
        assert real is not None
        folder.mkdir(parents=True)
        made = cls(folder / "rg", folder / "stop")
        made.path.write_text(SCRIPT.format(control=made.control, rg=real, records=RECORDS), "utf-8")
        made.path.chmod(0o755)
        return made

    def stops(self) -> None:
        """From now on, searches stop after their first records."""
        self.control.touch()

    def works(self) -> None:
        self.control.unlink(missing_ok=True)

    def stopped(self, daemon: psutil.Process) -> list[psutil.Process]:
        """Searches of this daemon that hang now."""
        return [
            child
            for child in daemon.children(recursive=True)
            if child.is_running() and child.status() != psutil.STATUS_ZOMBIE and "600" in child.cmdline()
        ]

    def kill(self, daemon: psutil.Process) -> None:
        """As the kernel does when memory runs out."""
        for process in self.stopped(daemon):
            process.send_signal(signal.SIGKILL)
