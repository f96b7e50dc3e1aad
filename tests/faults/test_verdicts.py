"""Every row of the table of verdicts, provoked by a fake rg and seen at the engine, the wire, the shell."""

from collections.abc import Sequence

import attrs
import pytest

from tests.support.agent import agent, told
from tests.support.daemon import home
from tests.support.fake_rg import (
    EAGAIN,
    Step,
    begin,
    closes,
    end,
    err,
    exits,
    found,
    hangs,
    killed,
    match,
    out,
    sleeps,
    summary,
)
from tests.support.faults import (
    LONG_MS,
    SHORT_MS,
    Seen,
    as_text,
    at_command_line,
    at_engine,
    at_wire,
    backend,
    fake,
    on_the_wire,
)

TWO = found("a.txt", "a needle") + found("b.txt", "needle b")
WHOLE = TWO + summary(searches=5, with_match=2, matches=2)
NOTHING = summary(searches=5, with_match=0, matches=0)
DENIED = "rg: ./sub: Permission denied (os error 13)\n"
BAD_REGEX = "rg: regex parse error:\n    (\n    ^\nerror: unclosed group\n"


@attrs.frozen
class Row:
    """Each run is one start of rg; `seen` is what every door must show."""

    runs: Sequence[Sequence[Step]]
    seen: Seen
    timeout_ms: int = LONG_MS


def row(*runs, state, why=None, matches=0, retried=False, timeout_ms=LONG_MS):
    return Row(runs, Seen(state, why, matches, retried), timeout_ms)


ROWS = {
    "8 matches, whole": row([out(WHOLE), exits(0)], state="complete", matches=2),
    "8 none, whole": row([out(NOTHING), exits(1)], state="complete"),
    "8 in small late pieces": row(
        [out(WHOLE[:70]), sleeps(0.05), out(WHOLE[70:300]), sleeps(0.05), out(WHOLE[300:]), exits(0)],
        state="complete",
        matches=2,
    ),
    "8 but exit 0 without a match": row([out(NOTHING), exits(0)], state="error", why="exit"),
    "8 but exit 1 with matches": row([out(WHOLE), exits(1)], state="incomplete", why="exit", matches=2),
    "3 starved, then well": row(
        [out(found("a.txt", "a needle")), err(EAGAIN), exits(101)],
        [out(WHOLE), exits(0)],
        state="complete",
        matches=2,
        retried=True,
    ),
    "3 starved and hung, then well": row(
        [out(found("a.txt", "a needle")), err(EAGAIN), hangs()],
        [out(WHOLE), exits(0)],
        state="complete",
        matches=2,
        retried=True,
    ),
    "3 starved, then nothing there": row(
        [err(EAGAIN), exits(101)], [out(NOTHING), exits(1)], state="complete", retried=True
    ),
    "3 starved twice": row([err(EAGAIN), exits(101)], state="error", why="exit", retried=True),
    "3 starved twice, with matches": row(
        [out(found("a.txt", "a needle")), err(EAGAIN), exits(101)],
        state="incomplete",
        why="exit",
        matches=1,
        retried=True,
    ),
    "4 bad pattern": row([err(BAD_REGEX), exits(2)], state="error", why="invalidPattern"),
    "4 bad glob": row(
        [err("rg: error parsing glob '{a': unclosed alternate group\n"), exits(2)],
        state="error",
        why="invalidGlob",
    ),
    "4 bad type": row([err("rg: unrecognized file type: x\n"), exits(2)], state="error", why="unknownType"),
    "4 bad encoding": row(
        [err("rg: error parsing flag --encoding: grep config error: unknown encoding: x\n"), exits(2)],
        state="error",
        why="unknownEncoding",
    ),
    "6 timeout with matches": row(
        [out(TWO), hangs()], state="incomplete", why="timeout", matches=2, timeout_ms=SHORT_MS
    ),
    "6 timeout, half a record": row(
        [out(TWO, match("c.txt", 1, "needle c")[:40]), hangs()],
        state="incomplete",
        why="timeout",
        matches=2,
        timeout_ms=SHORT_MS,
    ),
    "6 timeout without any": row([hangs()], state="error", why="timeout", timeout_ms=SHORT_MS),
    "6 timeout in the retry": row(
        [err(EAGAIN), exits(101)], [hangs()], state="error", why="timeout", retried=True, timeout_ms=SHORT_MS
    ),
    "9 unreadable, with matches": row(
        [out(WHOLE), err(DENIED), exits(2)], state="incomplete", why="unreadable", matches=2
    ),
    "9 unreadable, none": row([out(NOTHING), err(DENIED), exits(2)], state="incomplete", why="unreadable"),
    "9 unreadable root": row(
        [out(NOTHING), err("rg: .: Permission denied (os error 13)\n"), exits(2)],
        state="error",
        why="unreadable",
    ),
    "10 exit 1 with stderr": row([out(NOTHING), err("strange\n"), exits(1)], state="error", why="exit"),
    "10 exit 0 with stderr": row(
        [out(WHOLE), err("strange\n"), exits(0)], state="incomplete", why="exit", matches=2
    ),
    "10 no summary, matches": row([out(TWO), exits(0)], state="incomplete", why="exit", matches=2),
    "10 no summary, none": row([exits(1)], state="error", why="exit"),
    "10 exit 2 without summary": row([err(DENIED), exits(2)], state="error", why="exit"),
    "10 exit 101": row([err("thread 'main' panicked at x\n"), exits(101)], state="error", why="exit"),
    "10 exit 101 with matches": row([out(TWO), exits(101)], state="incomplete", why="exit", matches=2),
    "10 aborted": row([killed("SIGABRT")], state="error", why="exit"),
    "10 killed, matches": row([out(TWO), killed("SIGKILL")], state="incomplete", why="exit", matches=2),
    "10 killed after summary": row(
        [out(WHOLE), killed("SIGSEGV")], state="incomplete", why="exit", matches=2
    ),
    "10 half a record at the end": row(
        [out(TWO, end("c.txt")[:-20]), exits(0)], state="incomplete", why="exit", matches=2
    ),
    "10 no JSON": row([out("hello\n"), exits(0)], state="error", why="exit"),
    "10 no JSON after matches": row([out(TWO, "{]\n"), exits(0)], state="incomplete", why="exit", matches=2),
    "10 closed stdout": row([out(begin("a")), closes(1), sleeps(0.05), exits(1)], state="error", why="exit"),
}


@pytest.mark.parametrize("name", ROWS)
async def test_row_at_engine_and_wire(tmp_path, name):
    row = ROWS[name]
    rg = fake(tmp_path, *row.runs)
    async with backend(rg.path, row.timeout_ms) as ready:
        assert await at_engine(ready, tmp_path, timeout_ms=row.timeout_ms) == row.seen
        rg.script(*row.runs)
        async with on_the_wire(ready, tmp_path) as client:
            seen = await at_wire(client, tmp_path)
            if seen.state == "error":
                seen = attrs.evolve(seen, matches=row.seen.matches, retried=row.seen.retried)
            assert seen == row.seen
    assert not rg.is_running()


@pytest.mark.parametrize("name", ROWS)
def test_row_at_command_line_and_in_text(tmp_path, alone, capsys, name):
    row = ROWS[name]
    rg = fake(tmp_path, *row.runs)
    alone(rg.path, row.timeout_ms)
    seen, told = at_command_line(capsys, tmp_path)
    assert (seen.state, seen.matches) == (row.seen.state, row.seen.matches if seen.state != "error" else 0)
    rg.script(*row.runs)
    code, out_text, err_text = as_text(capsys, tmp_path)
    if row.seen.state == "complete":
        assert code == (0 if row.seen.matches else 1)
    else:
        assert code == 2
        assert err_text
        assert "no matches in" not in out_text + err_text + told
    assert out_text.count("needle") == (0 if row.seen.state == "error" else row.seen.matches)


async def test_every_row_in_an_agents_text(tmp_path):
    """The Model Context Protocol: a failed or empty unfinished search is an error, and never "no matches"."""
    rg = fake(tmp_path, [exits(1)])
    tree = tmp_path / "tree"
    tree.mkdir()
    async with (
        home(RIPWIRE_RG_SOURCE=str(rg.path), RIPWIRE_INDEX_ENABLED="false") as place,
        place.daemon(),
        agent(place, tree) as client,
    ):
        for name, row in ROWS.items():
            rg.script(*row.runs)
            asked = {"pattern": "needle", "output_mode": "content", "timeout_ms": row.timeout_ms}
            result = await client.call_tool("grep", asked)
            text = told(result)
            proves_nothing = row.seen.state == "error" or (
                row.seen.state == "incomplete" and not row.seen.matches
            )
            assert result.is_error is proves_nothing, (name, text)
            if row.seen.state != "complete":
                assert "complete: no matches" not in text.lower().replace("incomplete", "-"), (name, text)
                assert not text.lower().startswith("no matches"), (name, text)
            elif row.seen.matches == 0:
                assert "no matches" in text.lower(), (name, text)
            if not proves_nothing:
                shown = sum(line.startswith(("a.txt:", "b.txt:")) for line in text.splitlines())
                assert shown == row.seen.matches, (name, text)
