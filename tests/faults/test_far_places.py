"""Windows, remote folders and packages (cases A7b), as far as they can be provoked on this system."""

import sys
from pathlib import Path

import pytest

import ripwire
from ripwire.rg import candidates
from tests.support.daemon import home
from tests.support.fake_rg import begin, end, exits, found, hangs, match, out, sleeps, summary
from tests.support.faults import GREP, SHORT_MS, Seen, at_wire, fake
from tests.support.searching import write


@pytest.fixture(scope="module")
def rg():
    return candidates.packaged().candidates[0].path


async def test_f114_windows_and_posix_spellings_of_a_path_are_one_place(tmp_path, door):
    uris = set()
    for number, path in enumerate((".\\a.ts", "./a.ts", "a.ts")):
        records = begin(path) + match(path, 1, "needle") + end(path)
        client = await door(fake(tmp_path / str(number), [out(records, summary()), exits(0)]).path, tmp_path)
        params = {"pattern": "needle", "path": str(tmp_path), "outputMode": "content"}
        answer = await client.request(GREP, params)
        uris |= {entry["uri"] for entry in answer["matches"]}
    assert uris == {(tmp_path / "a.ts").as_uri()}


async def test_f115_three_thousand_excludes_and_a_long_pattern(tmp_path, door, rg):
    write(tmp_path, {"a.txt": "needle\n", "node_modules_17/x.txt": "needle\n"})
    client = await door(rg, tmp_path)
    excludes = [f"some/very/long/path/to/make/it/long/node_modules_{n}" for n in range(3000)]
    seen = await at_wire(client, tmp_path, exclude=[*excludes, "node_modules_17"])
    assert seen == Seen("complete", None, 1)
    error = await client.refused(GREP, {"pattern": "x" * 200_000, "path": str(tmp_path)})
    assert error["code"] == -32602
    assert "bytes" in error["message"]


async def test_f116_nothing_but_frames_comes_out_of_stdout(tmp_path):
    """Each frame is read by its length in bytes: one byte more or less would lose the next one."""
    write(tmp_path / "tree", {"a.txt": "needle ä\r\nneedle 😀\r\n", "rück.txt": "needle\n"})
    async with home() as place, place.stdio("--standalone") as client:
        await client.initialize(tmp_path / "tree")
        for _ in range(5):
            await client.request(GREP, {"pattern": "needle", "outputMode": "content"})
            await client.refused("no/such/method")
        await client.goodbye()
        assert await client.process.stdout.read() == b""


def test_f117_no_standard_handle_is_given_to_asyncio():
    """`connect_read_pipe` fails on Windows' own handles: threads read and write them instead."""
    package = Path(ripwire.__file__).parent
    users = [str(file) for file in package.rglob("*.py") if "connect_read_pipe" in file.read_text("utf-8")]
    assert users == []


@pytest.mark.skipif(sys.platform == "win32", reason="the fake is a script")
async def test_f118_a_slow_place_is_reported_while_it_runs_and_keeps_what_it_found(tmp_path, door):
    slow = fake(tmp_path, [out(found("a", "needle")), sleeps(0.3), out(found("b", "needle")), hangs()])
    client = await door(slow.path, tmp_path, SHORT_MS * 2)
    params = {"pattern": "needle", "path": str(tmp_path), "outputMode": "content", "workDoneToken": "w"}
    request = client.start(GREP, params)
    kinds = [(await client.until("$/progress"))["params"]["value"]["kind"] for _ in range(2)]
    assert kinds[0] == "begin"
    assert kinds[1] in ("report", "end")
    answer = await client.answer(request)
    assert answer["result"]["outcome"]["reasons"] == ["timeout"]
    assert len(answer["result"]["matches"]) == 2
