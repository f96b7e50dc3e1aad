"""Where the daemon of one user and one version is met: a private folder and the names in it.

The byte pump needs this module within milliseconds, so it imports neither attrs nor pathlib.  It opens
no socket: `connect.py` and `listen.py` do.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Mapping

from ripwire import __version__

FOLDER_VARIABLE = "RIPWIRE_DAEMON_FOLDER"
LONGEST_SOCKET_PATH = 103 if sys.platform == "darwin" else 107
"""sun_path holds 104 bytes on macOS and 108 on Linux, with the NUL at the end."""


class Unsafe(OSError):  # noqa: N818 - a state of the world that we refuse, named as callers read it
    """The folder or the peer is not ours alone: nothing is read from it and nothing is sent to it."""


class Address:
    """The files of one daemon.  `socket` or `token` exists while it listens, never both."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        stem = os.path.join(folder, f"ripwire-{__version__}")
        self.socket = stem + ".sock"
        self.token = stem + ".tcp"
        """Port and secret of a daemon that listens on the loopback interface."""
        self.lock = stem + ".lock"
        """Held by the daemon as long as it lives."""
        self.starting = stem + ".starting"
        """Held by the one client that starts a daemon."""
        self.log = stem + ".log"

    def prepare(self) -> None:
        """Make the folder, for this user only, and prove that it is.  Comes before every bind."""
        os.makedirs(os.path.dirname(self.folder) or ".", exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.mkdir(self.folder, 0o700)
        self.check_folder()

    def check_folder(self) -> None:
        """Raises `Unsafe` unless the folder is a real one, ours, and closed to all others."""
        found = os.lstat(self.folder)
        if not stat.S_ISDIR(found.st_mode):
            raise Unsafe(f"{self.folder} is not a folder; remove it or set {FOLDER_VARIABLE}")
        if not hasattr(os, "getuid"):
            return  # Windows: the profile's folder carries the profile's access list
        if found.st_uid != os.getuid():
            raise Unsafe(f"{self.folder} belongs to user {found.st_uid}, not to you; set {FOLDER_VARIABLE}")
        if found.st_mode & 0o077:
            raise Unsafe(f"{self.folder} is open to other users; run: chmod 700 {self.folder}")

    def check_socket_path(self) -> None:
        """Raises `OSError` when the kernel could not hold the name: it would be cut without a word."""
        length = len(os.fsencode(self.socket))
        if length > LONGEST_SOCKET_PATH:
            raise OSError(
                f"the socket's path is {length} bytes long and may have {LONGEST_SOCKET_PATH}: "
                f"{self.socket}; set {FOLDER_VARIABLE} to a shorter folder"
            )


def of(environment: Mapping[str, str] | None = None, configured: str = "") -> Address:
    """The address for this user: the environment, else the config file, else the default."""
    environment = os.environ if environment is None else environment
    return Address(os.path.abspath(environment.get(FOLDER_VARIABLE) or configured or _default(environment)))


def _default(environment: Mapping[str, str]) -> str:
    """A folder that is emptied at logout where there is one, else one named after the user."""
    if sys.platform == "win32":
        return os.path.join(environment.get("LOCALAPPDATA") or os.path.expanduser("~"), "ripwire", "run")
    runtime = environment.get("XDG_RUNTIME_DIR")
    if runtime and os.path.isdir(runtime) and os.stat(runtime).st_uid == os.getuid():
        return os.path.join(runtime, "ripwire")
    # Others may write beside it, so `check_folder` proves that it is ours before anything is trusted.
    return os.path.join(environment.get("TMPDIR") or "/tmp", f"ripwire-{os.getuid()}")  # noqa: S108
