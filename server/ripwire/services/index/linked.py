"""A folder of links to a few files, so that rg walks to them instead of being given their names.

A named file is searched past a NUL byte and a walked one is not; through a link it is walked.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def linked(root: Path, paths: tuple[bytes, ...]) -> Iterator[Path]:
    """The folder, for the length of the block; each path stands in it at its place below `root`."""
    with tempfile.TemporaryDirectory(prefix="ripwire-") as name:
        base, real = os.fsencode(name), os.fsencode(root)
        for path in paths:
            link = os.path.join(base, path)  # noqa: PTH118 - bytes
            os.makedirs(os.path.dirname(link), exist_ok=True)  # noqa: PTH103, PTH120
            os.symlink(os.path.join(real, path), link)  # noqa: PTH118, PTH211
        yield Path(name)
