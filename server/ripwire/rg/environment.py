"""What a child may know of our environment: what rg and git need, and no more.

A host's telemetry, its secrets or its rg configuration must not leak in.
"""

from __future__ import annotations

from collections.abc import Mapping

PASSED_ON = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TMPDIR", "TZ", "XDG_CONFIG_HOME"),
        *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES"),
        *("SYSTEMROOT", "SYSTEMDRIVE", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
        *("TEMP", "TMP", "COMSPEC", "PATHEXT"),
    }
)


def passed_on(current: Mapping[str, str]) -> dict[str, str]:
    """Paths, home, locale, git's configuration.  Names are compared without case, for Windows."""
    return {k: v for k, v in current.items() if k.upper() in PASSED_ON or k.startswith("LC_")}
