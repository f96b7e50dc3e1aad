"""Copies the pictures that the VS Code tests took last into the extension, for its README."""

from __future__ import annotations

import shutil

from tests.support.editors import installed
from tests.support.editors.vscode import SOURCE

NAMES = ("search.png", "results.png", "symbols.png")


def main() -> None:
    for name in NAMES:
        shutil.copy(installed.screens() / name, SOURCE / "images" / name)


if __name__ == "__main__":
    main()
