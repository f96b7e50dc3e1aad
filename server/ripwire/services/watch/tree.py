"""One watched root: which files may have changed since a reader last asked.

Readers each have their own memory of changes (`changes.py`), fed by one queue: `reader()` begins one,
`drain()` brings all of them up to the moment, `forget()` ends one.  Who follows a root does it through
`services/following.py`, which keeps the file list in step.

Whatever cannot be told exactly says so: `relist` (an ignore file changed), `lost` (the queue overflowed),
`trusted` (a folder could not be watched), `over` (the root is another folder now).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import attrs

from ripwire.rg import gitconfig, ignores
from ripwire.services.watch import inotify
from ripwire.services.watch.changes import Changes
from ripwire.services.watch.inotify import Event, Inotify

Identity = tuple[int, int, int, int]
IGNORE_FILES = frozenset(os.fsencode(name) for name in ignores.NAMES)


@attrs.define(eq=False)
class WatchedTree:
    root: Path
    queue: Inotify
    readers: list[Changes] = attrs.field(factory=list)
    trusted: bool = True
    """False once a folder could not be watched: then only a walk tells the truth."""
    why_not: str | None = None
    over: bool = False
    """The root was moved, removed or replaced: another tree has to be opened for what is there now."""
    _place: tuple[int, int] | None = None
    """Device and inode of the root."""
    _places: dict[int, bytes] = attrs.field(factory=dict)
    _watches: dict[bytes, int] = attrs.field(factory=dict)
    _outside: tuple[str, ...] = ()
    """Files with rules for this tree that no watch of it tells of."""
    _rules: tuple[Identity | None, ...] = ()

    @classmethod
    def open(cls, root: Path) -> WatchedTree:
        """`OSError` where the root cannot be watched at all."""
        tree = cls(root, Inotify())
        tree._place, tree._outside = _place_of(root), _rules_outside(root)
        tree._rules = tuple(map(_identity, tree._outside))
        return tree

    def reader(self) -> Changes:
        """A new memory of changes.  It starts with `relist` and `lost`."""
        changes = Changes()
        self.readers.append(changes)
        return changes

    def forget(self, reader: Changes) -> None:
        self.readers.remove(reader)

    def __len__(self) -> int:
        return len(self._watches)

    def watch_folders_of(self, files: Iterable[bytes]) -> None:
        """Every folder that holds a listed file, those above it, and the folders beside them.

        A folder with no listed file is watched as well unless rules hide it: a file may appear in it.
        Blocking; 35 ms for 5,000 folders.
        """
        holding = {b""}
        for path in files:
            folder = os.path.dirname(path)  # noqa: PTH120 - bytes, and a million of them
            while folder and folder not in holding:
                holding.add(folder)
                folder = os.path.dirname(folder)  # noqa: PTH120
        for folder in holding:
            self._add(folder)
        for folder in holding:
            for child in self._children(folder):
                if child not in holding:
                    self._add_quiet(child)

    def drain(self) -> None:
        """Read the queue empty and tell every reader."""
        for event in self.queue.drain():
            self._tell(event)
        for reader in self.readers:
            reader.bound()
        if self._place != _place_of(self.root):
            self.over = True
        rules = tuple(map(_identity, self._outside))
        if rules != self._rules:
            self._outside = _rules_outside(self.root)
            self._rules = tuple(map(_identity, self._outside))
            self._relist()

    def close(self) -> None:
        self.queue.close()

    def _tell(self, event: Event) -> None:
        if event.mask & inotify.OVERFLOW:
            for reader in self.readers:
                reader.lose()
            return
        place = self._places.get(event.watch)
        if place is None:
            return
        if event.mask & (inotify.IGNORED | inotify.DELETE_SELF | inotify.MOVE_SELF):
            self._folder_gone(place, event)
            return
        path = place + b"/" + event.name if place else event.name
        if event.name in IGNORE_FILES or event.name == b".git":
            self._relist()
        if event.mask & inotify.IS_FOLDER:
            self._folder(path, event.mask)
        else:
            for reader in self.readers:
                reader.files.add(path)

    def _folder(self, path: bytes, mask: int) -> None:
        if mask & (inotify.CREATE | inotify.MOVED_TO):
            self._add_quiet(path)
            for reader in self.readers:
                reader.folders.add(path)
        elif mask & (inotify.DELETE | inotify.MOVED_FROM):
            for reader in self.readers:
                reader.gone.add(path)
            self._drop_below(path)
        elif mask & inotify.ATTRIB:
            for reader in self.readers:  # a folder may have become readable or closed
                reader.folders.add(path)
                reader.gone.add(path)

    def _folder_gone(self, place: bytes, event: Event) -> None:
        if event.mask & inotify.IGNORED:
            self._places.pop(event.watch, None)
            if self._watches.get(place) == event.watch:
                del self._watches[place]
        if not place:
            self.over = True

    def _drop_below(self, path: bytes) -> None:
        """A folder that was moved away keeps its watches under a wrong name: let them go."""
        for place in [p for p in self._watches if p == path or p.startswith(path + b"/")]:
            number = self._watches.pop(place)
            del self._places[number]
            self.queue.remove(number)

    def _add_quiet(self, folder: bytes) -> None:
        """A folder without listed files, and those in it, unless rules hide it."""
        name = PurePosixPath(os.fsdecode(folder))
        if name.name.startswith(".") or ignores.is_ignored(self.root, name):
            return
        if self._add(folder):
            for child in self._children(folder):
                self._add_quiet(child)

    def _add(self, folder: bytes) -> bool:
        try:
            number = self.queue.add(os.path.join(os.fsencode(self.root), folder), follow=not folder)  # noqa: PTH118
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as exc:
            self.trusted, self.why_not = False, f"a folder could not be watched: {exc.strerror}"
            return False
        self._name(number, folder)
        return True

    def _name(self, number: int, folder: bytes) -> None:
        """Both maps, each the other's inverse; a folder with a second name has moved, or is mounted twice."""
        old = self._places.get(number, folder)
        if old != folder:
            del self._watches[old]
            if self._same(old, folder):
                self.trusted, self.why_not = False, "a folder has two names"
        replaced = self._watches.get(folder, number)
        if replaced != number:
            del self._places[replaced]
        self._places[number] = folder
        self._watches[folder] = number

    def _same(self, one: bytes, other: bytes) -> bool:
        root = os.fsencode(self.root)
        try:
            return os.path.samefile(os.path.join(root, one), os.path.join(root, other))  # noqa: PTH118, PTH121
        except OSError:
            return False

    def _children(self, folder: bytes) -> Iterator[bytes]:
        try:
            with os.scandir(os.path.join(os.fsencode(self.root), folder)) as entries:  # noqa: PTH118
                found = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
        except OSError:
            return
        for name in found:
            yield folder + b"/" + name if folder else name

    def _relist(self) -> None:
        for reader in self.readers:
            reader.relist = True


def _place_of(root: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(root)  # noqa: PTH116 - before every answer: half the time
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _rules_outside(root: Path) -> tuple[str, ...]:
    """Ignore files above the root, git's private ones, the user's own and what names it: there or not."""
    files = [f"{folder}/{name}" for folder in root.parents for name in ignores.NAMES]
    files += [f"{folder}/.git/info/exclude" for folder in (root, *root.parents)]
    return (*files, *map(str, gitconfig.users_files()))


def _identity(file: str) -> Identity | None:
    try:
        status = os.stat(file)  # noqa: PTH116
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size
