"""What editors have open and not saved: found instead of what the disk still says.

A search copies the few unsaved texts into a private folder in memory, laid out as in their root, and lets
rg search that with the same query: so dialect, globs and types are the same.  The copies live for one
search.  Ignored files stay ignored.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath

import attrs

from ripwire.rg import ignores
from ripwire.services.caller import Caller
from ripwire.services.roots import inside

IN_MEMORY = (Path("/dev/shm"),)  # noqa: S108 - the copies go into a private folder made by mkdtemp


@attrs.define(eq=False)
class Document:
    """One open text.  `text` is asked for when a search needs it, so typing costs nothing here."""

    client: str
    path: Path
    text: Callable[[], str]
    version: int = 0
    dirty: bool | None = None
    """None: opened, and not yet compared with the disk."""
    shared: bool = True
    """Other sessions of the same user may find it."""

    @property
    def is_unsaved(self) -> bool:
        if self.dirty is None:
            self.dirty = _differs(self.path, self.text())
        return self.dirty


@attrs.define(eq=False)
class UnsavedText:
    """Of all sessions of one daemon; a session's documents go with it."""

    _documents: dict[tuple[str, Path], Document] = attrs.field(factory=dict)

    def opened(self, document: Document) -> None:
        self._documents[document.client, document.path] = document

    def changed(self, client: str, path: Path, version: int) -> None:
        if document := self._documents.get((client, path)):
            document.dirty, document.version = True, version

    def saved(self, client: str, path: Path) -> None:
        if document := self._documents.get((client, path)):
            document.dirty = False

    def closed(self, client: str, path: Path) -> None:
        self._documents.pop((client, path), None)

    def drop_client(self, client: str) -> None:
        for key in [key for key in self._documents if key[0] == client]:
            del self._documents[key]

    def __len__(self) -> int:
        return len(self._documents)

    def open_documents(self, caller: Caller) -> list[Document]:
        """What the caller may see: its own, and shared ones inside its roots; one for each path."""
        seen: dict[Path, Document] = {}
        for document in self._documents.values():
            own = document.client == caller.client
            if own or (document.shared and inside(document.path, caller.roots)):
                older = seen.get(document.path)
                if older is None or own or (older.client != caller.client and document.is_unsaved):
                    seen[document.path] = document
        return list(seen.values())

    def unsaved(self, caller: Caller) -> dict[Path, str]:
        """Path → text of every document that differs from the disk, as the caller may see them."""
        return {
            document.path: document.text() for document in self.open_documents(caller) if document.is_unsaved
        }


@contextlib.contextmanager
def mirrored(texts: dict[Path, str], root: Path, *, no_ignore: bool) -> Iterator[Path]:
    """A folder that holds the texts under `root` at the same relative places, for the length of the block."""
    folder = Path(tempfile.mkdtemp(prefix="ripwire-", dir=_memory()))
    try:
        for path, text in texts.items():
            place = path.relative_to(root)
            if no_ignore or not ignores.is_ignored(root, PurePosixPath(place.as_posix()), is_file=True):
                copy = folder / place
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(text.encode("utf-8", "surrogatepass"))
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def below(texts: dict[Path, str], root: Path) -> dict[Path, str]:
    return {path: text for path, text in texts.items() if path.is_relative_to(root)}


def relative(paths: Iterable[Path], root: Path) -> frozenset[bytes]:
    """As rg will print them."""
    return frozenset(os.fsencode(path.relative_to(root)) for path in paths if path.is_relative_to(root))


def _memory() -> str | None:
    usable = (str(place) for place in IN_MEMORY if os.access(place, os.W_OK))
    return next(usable, None)


def _differs(path: Path, text: str) -> bool:
    """Whether the disk says something else; line ends and a byte-order mark are not a difference."""
    try:
        on_disk = path.read_bytes()
    except OSError:
        return True
    return _plain(on_disk) != _plain(text.encode("utf-8", "surrogatepass"))


def _plain(text: bytes) -> bytes:
    return text.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
