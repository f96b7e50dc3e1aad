"""What all sessions of one process share, wired by the composition root."""

from __future__ import annotations

import attrs

from ripwire.config import Settings
from ripwire.services.backend import Backend
from ripwire.services.status import Attendance, DaemonInfo
from ripwire.tools.toolbox import Toolbox
from ripwire.web.late import LateWeb


@attrs.frozen(kw_only=True)
class Shared:
    backend: Backend
    settings: Settings = attrs.field(factory=Settings)
    """Of the user: defaults, config file, environment; each session adds its client's."""
    attendance: Attendance = attrs.field(factory=Attendance)
    daemon: DaemonInfo = attrs.field(factory=DaemonInfo)
    tools: Toolbox | None = None
    """ToolSearch; None where one process only answers one question."""
    web: LateWeb | None = None

    def leave(self, client: str) -> None:
        """A client has gone; what it left here goes too."""
        self.backend.unsaved.drop_client(client)
        opened = {root for session in self.attendance.sessions() for root in session.roots}
        self.backend.folders.intersection_update(opened)
        if self.tools is not None:
            self.tools.unregister(client)
        if self.web is not None:
            self.web.leave(client)
