"""Whether this is Linux inside Windows, where file access is several times slower."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping

USUAL_S = 20.0
WSL_S = 60.0


def is_wsl(environment: Mapping[str, str], kernel_release: str, system: str) -> bool:
    """Linux, and a variable that WSL sets or a kernel that Microsoft built."""
    if system != "linux":
        return False
    if environment.get("WSL_INTEROP") or environment.get("WSL_DISTRO_NAME"):
        return True
    return "microsoft" in kernel_release.lower()


def default_timeout_s() -> float:
    """20 s, or 60 s on WSL: as other agents' search tools have it."""
    return WSL_S if is_wsl(os.environ, platform.release(), sys.platform) else USUAL_S
