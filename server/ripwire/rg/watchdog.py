"""A tiny shell that outlives us by a moment: when the daemon is killed, it kills our children.

A search without hits never writes, so it never notices that its reader is gone.  A parent-death
signal would need `preexec_fn`, which forks the whole daemon.  So a shell of 1 MB holds the reading end
of a pipe; we write each group we start and end; at the end of the pipe it kills what is still named.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
from pathlib import Path

import attrs

SHELL = Path("/bin/sh")
# `kill -s KILL --` is the one spelling that dash, bash and busybox all take for a group.
SCRIPT = """
groups=" "
while read -r sign group; do
  case "$sign" in
    +) groups="$groups$group " ;;
    -) groups="${groups%% $group *} ${groups#* $group }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"""

log = logging.getLogger(__name__)


@attrs.define(eq=False)
class Watchdog:
    """Started with the first child.  Where there is no shell (Windows has Job Objects), it does nothing."""

    _shell: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self._shell is not None or not SHELL.exists():
            return
        try:
            self._shell = subprocess.Popen(
                [SHELL, "-c", SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={},
                bufsize=0,
                start_new_session=True,  # a signal to our own group must not reach it
            )
        except OSError as exc:
            log.warning("no watchdog: a killed daemon may leave searches behind (%s)", exc)

    def watch(self, group: int) -> None:
        self._tell(f"+ {group}\n")

    def forget(self, group: int) -> None:
        self._tell(f"- {group}\n")

    def close(self) -> None:
        """All children are gone: end the shell and reap it."""
        if self._shell is not None:
            assert self._shell.stdin is not None
            self._shell.stdin.close()
            self._shell.wait()
            self._shell = None

    def _tell(self, line: str) -> None:
        if self._shell is not None and self._shell.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                os.write(self._shell.stdin.fileno(), line.encode())
