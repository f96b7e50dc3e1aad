"""The fake does what its script says; the fault tests rest on it."""

import subprocess

from tests.support.fake_rg import (
    EAGAIN,
    FakeRg,
    err,
    exits,
    found,
    hangs,
    ignores,
    killed,
    out,
    spawns,
    summary,
)


def run(fake, *arguments):
    return subprocess.run([fake.path, *arguments], capture_output=True, timeout=60, check=False)


def test_each_start_has_its_own_steps_and_the_last_repeats(tmp_path):
    fake = FakeRg(tmp_path / "f", [err(EAGAIN), exits(101)], [out(found("a", "x"), summary()), exits(0)])
    first, second, third = run(fake, "one"), run(fake, "-j1", "two"), run(fake)
    assert (first.returncode, first.stderr.decode()) == (101, EAGAIN)
    assert second.returncode == third.returncode == 0
    assert second.stdout.count(b"\n") == 4
    assert [start.argv for start in fake.starts()] == [("one",), ("-j1", "two"), ()]


def test_version_is_answered_and_not_counted(tmp_path):
    fake = FakeRg(tmp_path / "f", [exits(2)])
    assert run(fake, "--version").stdout.startswith(b"ripgrep 15.2.0")
    assert fake.starts() == []


def test_a_signal_kills_it(tmp_path):
    assert run(FakeRg(tmp_path / "f", [killed("SIGABRT")])).returncode == -6


def test_processes_are_seen_with_their_grandchildren(tmp_path):
    fake = FakeRg(tmp_path / "f", [ignores(), spawns(), out("ready"), hangs()])
    child = subprocess.Popen([fake.path], stdout=subprocess.PIPE, process_group=0)
    try:
        assert child.stdout.read(5) == b"ready"
        assert len(fake.processes()) == 2
    finally:
        for process in fake.processes():
            process.kill()
        child.wait()
        child.stdout.close()
    assert not fake.is_running()
