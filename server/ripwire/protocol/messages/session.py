"""What we read of LSP's own session messages: no more than we use, so that odd clients are served.

lsprotocol's `InitializeParams` checks every capability of the client; one new enum value there and
the client has no server at all.
"""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen(kw_only=True)
class Folder:
    uri: str
    name: str = ""


@attrs.frozen(kw_only=True)
class InitializeParams:
    process_id: int | None = None
    client_info: Any = None
    root_path: str | None = None
    root_uri: str | None = None
    workspace_folders: tuple[Folder, ...] | None = None
    capabilities: Any = attrs.field(factory=dict)
    initialization_options: Any = None


@attrs.frozen(kw_only=True)
class FoldersEvent:
    added: tuple[Folder, ...] = ()
    removed: tuple[Folder, ...] = ()


@attrs.frozen(kw_only=True)
class DidChangeWorkspaceFoldersParams:
    event: FoldersEvent


@attrs.frozen(kw_only=True)
class DidChangeConfigurationParams:
    settings: Any = None


@attrs.frozen(kw_only=True)
class CancelParams:
    id: int | str


@attrs.frozen(kw_only=True)
class WorkDoneProgressCancelParams:
    token: int | str


@attrs.frozen(kw_only=True)
class ExecuteCommandParams:
    command: str
    arguments: Any = None
    work_done_token: int | str | None = None


LENIENT = (
    Folder,
    InitializeParams,
    FoldersEvent,
    DidChangeWorkspaceFoldersParams,
    DidChangeConfigurationParams,
    CancelParams,
    WorkDoneProgressCancelParams,
    ExecuteCommandParams,
)
