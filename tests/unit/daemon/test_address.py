"""Where the daemon is met, and what is refused there."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest

from ripwire import __version__
from ripwire.daemon import address
from ripwire.daemon.address import Address, Unsafe

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are POSIX's")


def test_the_folder_is_for_this_user_only_before_anything_is_in_it(tmp_path):
    where = Address(str(tmp_path / "run"))
    old = os.umask(0)
    try:
        where.prepare()
    finally:
        os.umask(old)
    assert stat.S_IMODE(os.lstat(where.folder).st_mode) == 0o700


def test_a_folder_that_others_can_enter_is_refused_with_the_command_that_mends_it(tmp_path):
    where = Address(str(tmp_path / "run"))
    where.prepare()
    os.chmod(where.folder, 0o755)
    with pytest.raises(Unsafe, match="chmod 700"):
        where.prepare()


def test_a_link_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "run").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Unsafe, match="not a folder"):
        Address(str(tmp_path / "run")).prepare()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(tmp_path):
    where = Address(str(tmp_path / "run"))
    where.prepare()
    os.chown(where.folder, 65534, 65534)
    with pytest.raises(Unsafe, match="belongs to user 65534"):
        where.check_folder()


def test_versions_never_meet(tmp_path):
    where = Address(str(tmp_path))
    for path in (where.socket, where.token, where.lock, where.starting, where.log):
        assert __version__ in path


def test_a_path_that_the_kernel_would_cut_is_an_error_that_says_what_to_set(tmp_path):
    with pytest.raises(OSError, match="RIPWIRE_DAEMON_FOLDER"):
        Address(str(tmp_path / ("x" * 120))).check_socket_path()


@pytest.mark.parametrize(
    ("environment", "configured", "folder"),
    [
        ({"RIPWIRE_DAEMON_FOLDER": "/a", "XDG_RUNTIME_DIR": "/"}, "/b", "/a"),
        ({"XDG_RUNTIME_DIR": "/nowhere/at/all", "TMPDIR": "/t"}, "/b", "/b"),
        ({"XDG_RUNTIME_DIR": "/nowhere/at/all", "TMPDIR": "/t"}, "", "/t/ripwire-{uid}"),
        ({}, "", "/tmp/ripwire-{uid}"),
    ],
)
def test_the_environment_wins_over_the_config_file_and_that_over_the_platform(
    environment, configured, folder
):
    assert address.of(environment, configured).folder == folder.format(uid=os.getuid())


def test_the_login_session_has_its_own_folder(tmp_path):
    assert address.of({"XDG_RUNTIME_DIR": str(tmp_path)}).folder == str(tmp_path / "ripwire")


def test_the_pump_loads_nothing_heavy():
    heavy = "{'asyncio', 'attrs', 'msgspec', 'pygls', 'lsprotocol', 'pathlib', 'argparse', 'subprocess'}"
    code = (
        f"import sys; b = set(sys.modules); import ripwire.cli.stdio; print(({heavy} & set(sys.modules)) - b)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
