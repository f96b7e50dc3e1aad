"""One holder, and never a stale one."""

from __future__ import annotations

import subprocess
import sys

from ripwire.daemon.lock import Lock, is_held

HOLD = """
import sys
from ripwire.daemon.lock import Lock
print(Lock(sys.argv[1]).take(), flush=True)
sys.stdin.read()
"""


def holder(path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "True\n"
    return process


def test_only_one_holds_it_and_the_kernel_frees_it_when_the_holder_is_killed(tmp_path):
    path = str(tmp_path / "lock")
    with holder(path) as process:
        lock = Lock(path)
        assert not lock.take()
        process.kill()
        process.wait()
        assert lock.take()
    lock.release()


def test_it_can_be_taken_again_after_its_release(tmp_path):
    first, second = Lock(str(tmp_path / "lock")), Lock(str(tmp_path / "lock"))
    assert first.take()
    assert not second.take()
    first.release()
    assert second.take()
    second.release()


def test_others_can_ask_whether_it_is_held_without_getting_in_each_others_way(tmp_path):
    path = str(tmp_path / "lock")
    assert not is_held(path)
    lock = Lock(path)
    assert lock.take()
    assert is_held(path)
    lock.release()
    assert not is_held(path)
