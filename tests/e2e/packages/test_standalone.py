"""The one-file program: built, started where there is no Python, and started under the name rg.

`RIPWIRE_STANDALONE` may name a program that was built before; otherwise it is built here, in a minute or two.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ripwire import __version__
from tests.support.emptied import ROOT, EmptyRoot, vendor_folder

BUILD_S = 900
pytestmark = [
    pytest.mark.timeout(BUILD_S + 100),
    pytest.mark.skipif(sys.platform != "linux", reason="chroot and the shared libraries of Linux"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if built := os.environ.get("RIPWIRE_STANDALONE"):
        return Path(built)
    pytest.importorskip("PyInstaller")
    folder = tmp_path_factory.mktemp("standalone")
    build = [sys.executable, ROOT / "vendor" / "build_standalone.py", "--dist", folder]
    build += ["--folder", vendor_folder(folder / "ripgrep")]
    done = subprocess.run(build, capture_output=True, text=True, timeout=BUILD_S, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "ripwire"


@pytest.fixture
def empty(tmp_path, program):
    root = EmptyRoot(tmp_path / "root")
    root.add_program(program, "ripwire")
    (root.folder / "rg").symlink_to("ripwire")
    return root


def test_it_searches_a_real_tree_where_there_is_no_python(empty):
    assert empty.run("/ripwire", "--version").stdout == f"ripwire {__version__}\n"
    done = empty.run("/ripwire", "grep", "-n", "needle", "/tree", HOME="/tmp")
    assert (done.returncode, done.stdout) == (0, "/tree/a.txt:2:needle\n"), done.stderr
    none = empty.run("/ripwire", "grep", "nothing like it", "/tree", HOME="/tmp")
    assert (none.returncode, none.stdout) == (1, ""), none.stderr


def test_its_own_rg_is_what_it_uses(empty):
    done = empty.run("/ripwire", "doctor", "/tree", HOME="/tmp")
    assert done.returncode == 0, done.stderr
    assert "mode         embedded" in done.stdout
    assert "all is well" in done.stdout


def test_under_the_name_rg_it_is_rg(empty):
    assert empty.run("/rg", "--version").stdout.startswith("ripgrep 15.2.0")
    done = empty.run("/rg", "--no-config", "-n", "-e", "needle", "--", "/tree")
    assert (done.returncode, done.stdout) == (0, "/tree/a.txt:2:needle\n")
    assert empty.run("/rg", "-e", "nothing", "--", "/tree").returncode == 1
    assert empty.run("/rg", "-e", "(", "--", "/tree").returncode == 2


def test_it_leaves_nothing_in_the_temporary_folder(empty):
    empty.run("/ripwire", "grep", "needle", "/tree", HOME="/tmp")
    assert [path.name for path in (empty.folder / "tmp").iterdir() if path.name.startswith("_MEI")] == []
