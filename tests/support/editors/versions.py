"""Which editors are here, for the log: a line each, as the programs tell it themselves."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.support.editors import installed

PACKAGES = {"eglot": "elpa-eglot", "lsp-mode": "elpa-lsp-mode", "ALE": "vim-ale"}


def lines() -> Iterator[str]:
    """Nothing of what is missing: its tests say so."""
    for folder in ("code-new", "code-old"):
        code = installed.cache() / folder / "node_modules" / "code-server" / "lib" / "vscode" / "package.json"
        if code.exists():
            yield f"VS Code {json.loads(code.read_text('utf-8'))['version']}"
    neovim = installed.cache() / "neovim" / "bin" / "nvim"
    for name, program in {"": "chromium", "Neovim": str(neovim), "Emacs": "emacs", "Vim": "vim"}.items():
        if said := _said(program, "--version"):
            yield f"{name} {said}".strip()
    for name, package in PACKAGES.items():
        if said := _said("dpkg-query", "--show", "--showformat=${Version}", package):
            yield f"{name} {said}"


def _said(program: str, *arguments: str) -> str:
    found = shutil.which(program) or (program if Path(program).exists() else None)
    if found is None:
        return ""
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)
    first = next(iter(done.stdout.splitlines()), "") if done.returncode == 0 else ""
    return re.sub(r"^(NVIM|GNU Emacs|VIM - Vi IMproved)\s*", "", first)
