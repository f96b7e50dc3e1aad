"""What all sessions of one process share, wired by the composition root."""

from __future__ import annotations

from typing import Any

import attrs

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.status import Attendance, DaemonInfo


@attrs.frozen(kw_only=True)
class Shared:
    backend: Backend
    settings: Settings = attrs.field(factory=Settings)
    """Of the user: defaults, config file, environment; each session adds its client's."""
    attendance: Attendance = attrs.field(factory=Attendance)
    daemon: DaemonInfo = attrs.field(factory=DaemonInfo)
    tools: Any = None
    """`tools`' registry, or None where it is not built in."""
    web: Any = None
    """`web`'s services, or None where they are not built in."""
