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

from ripwire.rg import ignores
from ripwire.services.watch import inotify
from ripwire.services.watch.changes import Changes
from ripwire.services.watch.filesystem import COUNTING, Mounts, kinds_of
from ripwire.services.watch.inotify import Event, Inotify
from ripwire.services.watch.outside import Outside

RACY_NS = 50_000_000
"""Times of files come from a clock that ticks every few milliseconds."""
IGNORE_FILES = frozenset(os.fsencode(name) for name in ignores.NAMES)


@attrs.define(eq=False)
class WatchedTree:
    root: Path
    queue: Inotify
    outside: Outside
    mounts: Mounts
    counts_folders: bool
    """The file system counts a folder's folders in its links, as most do: none has to be looked for then."""
    _base: bytes
    """The root's path, with a slash."""
    readers: list[Changes] = attrs.field(factory=list)
    trusted: bool = True
    """False once a folder could not be watched: then only a walk tells the truth."""
    why_not: str | None = None
    over: bool = False
    """The root was moved, removed, replaced or mounted over: what is there needs another tree."""
    _places: dict[int, bytes] = attrs.field(factory=dict)
    _watches: dict[bytes, int] = attrs.field(factory=dict)

    @classmethod
    def open(cls, root: Path) -> WatchedTree:
        """`OSError` where the root cannot be watched at all."""
        base = os.path.join(os.fsencode(root), b"")  # noqa: PTH118
        return cls(root, Inotify(), Outside.of(root), Mounts(root), kinds_of(root) <= COUNTING, base)

    def reader(self) -> Changes:
        """A new memory of changes.  It starts with `relist` and `lost`."""
        changes = Changes()
        self.readers.append(changes)
        return changes

    def forget(self, reader: Changes) -> None:
        self.readers.remove(reader)

    def __len__(self) -> int:
        return len(self._watches)

    def watch_folders_of(self, files: Iterable[bytes], since_ns: int = 0) -> bool:
        """Every folder that holds a listed file, those above it, and the folders beside them.

        A folder with no listed file is watched as well unless rules hide it: a file may appear in it.
        True when one that had no watch before, or rules in it, may have changed since that time; it was
        not watched then.  Blocking; 0.2 s for 5,000 folders.
        """
        inside = _folders_inside(files)
        since_ns -= RACY_NS
        changed = False
        for folder, count in inside.items():
            is_new = folder not in self._watches
            if is_new and not self._add(folder):
                continue
            status = self._status(self._full(folder))
            if status is None:
                continue  # removed meanwhile: its parent's watch tells
            if is_new:
                changed |= status.st_ctime_ns > since_ns or self._rules_changed(folder, since_ns)
            if not self.counts_folders or status.st_nlink != count + 2:
                for child in self._children(folder):
                    if child not in inside:
                        changed |= self._add_quiet(child, since_ns)
        return changed

    def drain(self) -> None:
        """Read the queue empty and tell every reader."""
        for event in self.queue.drain():
            self._tell(event)
        for reader in self.readers:
            reader.bound()
        if self.outside.is_another_folder or self.mounts.changed():
            self.over = True
        if self.outside.rules_changed():
            self._relist()

    def close(self) -> None:
        self.queue.close()
        self.mounts.close()

    def _tell(self, event: Event) -> None:
        if event.mask & inotify.OVERFLOW:
            self._watches.clear()  # folders may have changed places unseen: all are watched anew
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
            self._places.pop(number, None)
            self.queue.remove(number)

    def _add_quiet(self, folder: bytes, since_ns: int = 0) -> bool:
        """A folder without listed files, and those in it, unless rules hide it; True as above."""
        if ignores.is_passed_over(self.root, PurePosixPath(os.fsdecode(folder))):
            return False
        was_watched = folder in self._watches
        if not self._add(folder):
            return False
        changed = not was_watched and self._changed(self._full(folder), since_ns)
        for child in self._children(folder):
            changed |= self._add_quiet(child, since_ns)
        return changed

    def _rules_changed(self, folder: bytes, since_ns: int) -> bool:
        files = [self._full(os.path.join(folder, name)) for name in IGNORE_FILES]  # noqa: PTH118
        return any(os.access(file, os.F_OK) and self._changed(file, since_ns) for file in files)

    def _changed(self, path: bytes, since_ns: int) -> bool:
        status = self._status(path)
        return status is None or status.st_ctime_ns > since_ns

    def _status(self, path: bytes) -> os.stat_result | None:
        try:
            return os.stat(path)  # noqa: PTH116 - of every folder
        except OSError:
            return None

    def _full(self, path: bytes) -> bytes:
        return self._base + path

    def _add(self, folder: bytes) -> bool:
        try:
            number = self.queue.add(self._full(folder), follow=not folder)
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
            self._watches.pop(old, None)
            if self._same(old, folder):
                self.trusted, self.why_not = False, "a folder has two names"
        replaced = self._watches.get(folder, number)
        if replaced != number:
            self._places.pop(replaced, None)
        self._places[number] = folder
        self._watches[folder] = number

    def _same(self, one: bytes, other: bytes) -> bool:
        try:
            return os.path.samefile(self._full(one), self._full(other))  # noqa: PTH121
        except OSError:
            return False

    def _children(self, folder: bytes) -> Iterator[bytes]:
        try:
            with os.scandir(self._full(folder)) as entries:
                found = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
        except OSError:
            return
        for name in found:
            yield folder + b"/" + name if folder else name

    def _relist(self) -> None:
        for reader in self.readers:
            reader.relist = True


def _folders_inside(files: Iterable[bytes]) -> dict[bytes, int]:
    """Each folder on the way to a file → how many of these lie directly in it."""
    found = {path.rpartition(b"/")[0] for path in files} | {b""}
    for folder in list(found):
        above = folder
        while above:
            above = above.rpartition(b"/")[0]
            if above in found:
                break
            found.add(above)
    inside = dict.fromkeys(found, 0)
    for folder in found - {b""}:
        inside[folder.rpartition(b"/")[0]] += 1
    return inside
