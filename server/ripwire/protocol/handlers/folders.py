"""The roots of a session."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ripwire.protocol.from_wire import uris
from ripwire.protocol.messages.session import DidChangeWorkspaceFoldersParams, Folder, InitializeParams
from ripwire.protocol.session import Session
from ripwire.services.roots import collapsed, too_wide


def first_roots(params: InitializeParams) -> tuple[Path, ...]:
    """`workspaceFolders`, else `rootUri`, else the initialization option `roots`."""
    if params.workspace_folders:
        return _paths(params.workspace_folders)
    if params.root_uri:
        return _paths([Folder(uri=params.root_uri)])
    if params.root_path:
        return (Path(params.root_path),)
    return _optional_roots(params.initialization_options)


def did_change_workspace_folders(session: Session, params: DidChangeWorkspaceFoldersParams) -> None:
    removed = set(_paths(params.event.removed))
    kept = [root for root in session.opened if root not in removed]
    opened(session, tuple(dict.fromkeys([*kept, *_paths(params.event.added)])))
    warn_of_wide(session)


def opened(session: Session, folders: tuple[Path, ...]) -> None:
    """Take the client's folders: nested ones count once, and an rg that lies inside of them never runs."""
    session.opened = folders
    session.roots = collapsed(folders)
    session.backend.folders.update(folders)


def warn_of_wide(session: Session) -> None:
    """A home folder or a whole drive is rarely meant; said once for each session."""
    wide = [str(root) for root in session.roots if too_wide(root)]
    if wide and not session.warned_of_wide:
        session.warned_of_wide = True
        session.tell(
            f"{wide[0]} is a home folder or a whole drive: it is searched only when a request names it"
        )


def _paths(folders: Iterable[Folder]) -> tuple[Path, ...]:
    """Folders on this machine; others (`vscode-vfs:`, `untitled:`) are not ours to search."""
    found = (uris.parsed(folder.uri) for folder in folders)
    return tuple(dict.fromkeys(Path(path) for path in found if path is not None))


def _optional_roots(options: object) -> tuple[Path, ...]:
    roots = options.get("roots") if isinstance(options, dict) else None
    texts = [root for root in roots if isinstance(root, str)] if isinstance(roots, list) else []
    return tuple(Path(uris.parsed(text) or text) for text in texts)
