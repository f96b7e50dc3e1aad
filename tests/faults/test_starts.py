"""How rg is started (cases A2): nothing from outside becomes a flag, a program or a stolen byte."""

import asyncio
import json

import pytest

from ripwire.rg import candidates
from tests.support.daemon import home
from tests.support.fake_rg import exits, hangs, out, summary
from tests.support.faults import GREP, Seen, at_wire, backend, fake, on_the_wire
from tests.support.searching import write

NOTHING = out(summary(with_match=0, matches=0))


@pytest.fixture(scope="module")
def rg():
    return candidates.packaged().candidates[0].path


@pytest.fixture
def trap(tmp_path):
    """A program that leaves a mark when anybody runs it."""
    path, mark = tmp_path / "trap.sh", tmp_path / "PWNED"
    path.write_text(f'#!/bin/sh\ntouch {mark}\ncat "$1"\n')
    path.chmod(0o755)
    return path, mark


async def test_f21_no_request_is_lost_while_searches_run(tmp_path):
    """Over stdio, where a child's stdin could be the client's own pipe."""
    write(tmp_path / "tree", {f"{n}.txt": "needle\n" for n in range(50)})
    async with home() as place, place.stdio("--standalone") as client:
        await client.initialize(tmp_path / "tree")
        asked = [client.start(GREP, {"pattern": "needle"}) for _ in range(8)]
        for _ in range(40):
            asked.append(client.start("ripwire/status"))
            await asyncio.sleep(0)
        waiting = set(asked)
        while waiting:
            found = await client.message()
            waiting.discard(found.get("id"))
        assert len(client.answers) == len(asked) + 1
        await client.goodbye()


@pytest.mark.parametrize("name", ["-", "-d", "--files", "-e", "--pre=x"])
async def test_f22_f23_names_that_look_like_flags_are_searched(tmp_path, door, rg, name):
    write(tmp_path, {f"{name}/{name}": "needle\n"})
    client = await door(rg, tmp_path)
    for path in (tmp_path / name / name, tmp_path / name, tmp_path):
        assert await at_wire(client, path) == Seen("complete", None, 1)


@pytest.mark.parametrize(
    "flag", ["--pre={}", "--hostname-bin={}", "-f{}", "--ignore-file={}", "--pre-glob=*"]
)
async def test_f24_a_flag_as_a_pattern_is_text(tmp_path, door, rg, trap, flag):
    program, mark = trap
    text = flag.format(program)
    write(tmp_path / "tree", {"a.txt": f"{text}\n"})
    client = await door(rg, tmp_path / "tree")
    assert await at_wire(client, tmp_path / "tree", pattern=text, fixedStrings=True) == Seen(
        "complete", None, 1
    )
    for field in ({"glob": [text]}, {"exclude": [text]}, {"type": [text]}, {"encoding": text}):
        await at_wire(client, tmp_path / "tree", **field)
    assert not mark.exists()


async def test_f25_two_dashes_are_a_pattern(tmp_path, door, rg):
    write(tmp_path, {"a.txt": "a -- b\n"})
    client = await door(rg, tmp_path)
    assert await at_wire(client, tmp_path, pattern="--", fixedStrings=True) == Seen("complete", None, 1)
    assert await at_wire(client, tmp_path, pattern="--") == Seen("complete", None, 1)


async def test_f26_the_users_rg_configuration_changes_nothing(tmp_path, door, rg, trap, monkeypatch):
    program, mark = trap
    write(tmp_path, {"rc": f"--pre={program}\n--glob=!*.js\n--vimgrep\n", "tree/a.js": "needle\n"})
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "rc"))
    client = await door(rg, tmp_path / "tree")
    assert await at_wire(client, tmp_path / "tree") == Seen("complete", None, 1)
    assert not mark.exists()


async def test_f28_a_blocked_rg_is_told_with_its_path_and_not_tried_in_a_storm(tmp_path, door):
    rg = fake(tmp_path, [NOTHING, exits(1)])
    client = await door(rg.path, tmp_path)
    await at_wire(client, tmp_path)
    rg.path.write_bytes(b"no program")
    error = await client.refused(GREP, {"pattern": "needle", "path": str(tmp_path)})
    assert error["data"]["kind"] in ("spawn", "engineMissing")
    assert str(rg.path) in json.dumps(error)
    assert len(rg.starts()) == 1


async def test_f29_initialize_does_not_wait_for_an_rg_that_never_answers(tmp_path):
    rg = fake(tmp_path, [exits(1)])
    rg.script(version=[hangs()])
    async with backend(rg.path) as ready, asyncio.timeout(4), on_the_wire(ready, tmp_path) as client:
        assert client.answers[0]["result"]["serverInfo"]["name"] == "ripwire"
        assert not rg.is_running()
