"""Empty, failed and incomplete are three things (cases A1): each told apart on the wire and in words."""

import shutil

import pytest

from ripwire.rg import candidates
from tests.support.fake_rg import begin, err, exits, found, hangs, killed, match, out, summary
from tests.support.faults import GREP, SHORT_MS, Seen, as_text, at_engine, at_wire, backend, fake
from tests.support.searching import write
from tests.support.starved import other_user

UNLIMITED = 4096
"""Threads for an rg that only has to be another user's."""


@pytest.fixture(scope="session")
def rg():
    return candidates.packaged().candidates[0].path


@pytest.fixture
def stranger():
    """A real rg that runs as a user who owns nothing, and a tree for it."""
    with other_user() as place:
        yield place.rg(UNLIMITED), place.root


async def test_f01_a_search_that_ran_out_of_time_keeps_its_hits_and_never_says_none(tmp_path, door):
    slow = fake(tmp_path, [out(found("a", "needle")), hangs()])
    client = await door(slow.path, tmp_path, SHORT_MS)
    assert await at_wire(client, tmp_path) == Seen("incomplete", "timeout", 1)
    slow.script([hangs()])
    assert await at_wire(client, tmp_path) == Seen("error", "timeout", 0)


async def test_f01_the_limit_can_be_given_with_the_request(tmp_path, door):
    slow = fake(tmp_path, [out(found("a", "needle")), hangs()])
    client = await door(slow.path, tmp_path)
    assert await at_wire(client, tmp_path, timeoutMs=SHORT_MS) == Seen("incomplete", "timeout", 1)


@pytest.mark.parametrize(
    ("params", "kind", "word"),
    [
        ({"pattern": "("}, "invalidPattern", "unclosed group"),
        ({"glob": ["{a"]}, "invalidGlob", "{a"),
        ({"type": ["nosuch"]}, "unknownType", "nosuch"),
        ({"encoding": "nosuch"}, "unknownEncoding", "nosuch"),
    ],
)
async def test_f02_f04_the_callers_mistake_names_the_argument(tmp_path, door, rg, params, kind, word):
    write(tmp_path, {"a.txt": "needle\n"})
    client = await door(rg, tmp_path)
    error = await client.refused(GREP, {"pattern": "needle", "path": str(tmp_path)} | params)
    assert (error["code"], error["data"]["kind"]) == (-32602, kind)
    assert word in error["message"] + str(error["data"])


async def test_f03_one_unreadable_folder_spoils_nothing(stranger, door):
    rg, root = stranger
    write(root, {"ok.txt": "needle\n", "sub/x.txt": "needle\n"})
    (root / "sub").chmod(0)
    client = await door(rg, root)
    answer = await client.request(GREP, {"pattern": "needle", "path": str(root), "outputMode": "content"})
    assert len(answer["matches"]) == 1
    assert (answer["outcome"]["incomplete"], answer["outcome"]["reasons"]) == (True, ["unreadable"])
    assert answer["coverage"]["unreadable"] == ["sub"]


async def test_f04_a_broken_link_and_no_match_prove_nothing(tmp_path, door, rg):
    (tmp_path / "link").symlink_to("nowhere")
    client = await door(rg, tmp_path)
    answer = await client.request(GREP, {"pattern": "needle", "path": str(tmp_path), "followSymlinks": True})
    assert answer["outcome"]["reasons"] == ["unreadable"]
    assert answer["coverage"]["unreadable"] == ["link"]


async def test_f05_an_unreadable_root_is_an_error_in_both_ways_of_asking(stranger):
    rg, root = stranger
    root.chmod(0o000)
    async with backend(rg) as ready:
        for listing in (False, True):
            seen = await at_engine(ready, root, listing=listing)
            assert (seen.state, seen.why) == ("error", "unreadable")


async def test_f06_without_an_rg_the_search_is_unavailable_and_status_shows_why(tmp_path, door):
    client = await door(tmp_path / "no-rg", tmp_path)
    error = await client.refused(GREP, {"pattern": "x", "path": str(tmp_path)})
    assert error["data"]["kind"] == "engineMissing"
    assert "not “no matches”" in error["message"]
    assert "no such file" in error["data"]["detail"]


async def test_f07_an_rg_that_moves_in_mid_session_heals(tmp_path, door):
    moving = fake(tmp_path, [out(found("a", "needle"), summary()), exits(0)])
    client = await door(moving.path, tmp_path)
    assert (await at_wire(client, tmp_path)).state == "complete"
    moving.break_away()
    assert (await at_wire(client, tmp_path)).why in ("spawn", "engineMissing")
    moving.come_back()
    assert await at_wire(client, tmp_path) == Seen("complete", None, 1)


async def test_f07_another_rg_in_the_old_ones_place_is_used(tmp_path, rg):
    """The file goes between the look and the start: the start fails, and the next candidate is taken."""
    write(tmp_path, {"a.txt": "needle\n"})
    passing = fake(tmp_path, [exits(1)])
    async with backend(passing.path) as ready:
        first = await ready.resolver.resolve()
        ready.resolver._unchanged = lambda: first  # the moment after the look
        passing.break_away()
        shutil.copy(rg, passing.path)
        assert (await at_engine(ready, tmp_path)).matches == 1


async def test_f10_a_half_record_is_no_hit_and_the_whole_ones_are_kept(tmp_path, door):
    three = begin("a") + match("a", 1, "needle") + match("a", 2, "needle") + match("a", 3, "needle")
    client = await door(
        fake(tmp_path, [out(three, match("a", 4, "needle")[:50]), hangs()]).path, tmp_path, SHORT_MS
    )
    assert await at_wire(client, tmp_path) == Seen("incomplete", "timeout", 3)


async def test_f11_paging_past_the_end_is_not_no_match(tmp_path, door, rg):
    write(tmp_path, {"a.txt": "needle\n" * 3})
    client = await door(rg, tmp_path)
    params = {"pattern": "needle", "path": str(tmp_path), "outputMode": "content", "offset": 10}
    answer = await client.request(GREP, params)
    assert (answer["matches"], answer["total"]) == ([], 3)
    assert answer["outcome"]["notes"] == ["no entries at this offset (3 in total)"]


async def test_f12_a_count_is_of_the_whole_search(tmp_path, door, rg):
    write(tmp_path, {f"f{number}.txt": "needle\nneedle\n" for number in range(10)})
    client = await door(rg, tmp_path)
    params = {"pattern": "needle", "path": str(tmp_path), "outputMode": "count", "headLimit": 3}
    answer = await client.request(GREP, params)
    assert len(answer["counts"]) == 3
    assert (answer["total"], answer["totalMatches"], answer["totalExact"]) == (10, 20, True)


async def test_f14_more_than_any_buffer_is_cut_with_a_true_number(tmp_path, door, rg):
    write(tmp_path, {"big.txt": ("needle " + "x" * 200 + "\n") * 120_000})
    client = await door(rg, tmp_path)
    params = {
        "pattern": "needle",
        "path": str(tmp_path),
        "outputMode": "content",
        "sort": "path",
        "headLimit": 0,
    }
    found_there = await client.answer(client.start(GREP, params), within_s=60)
    answer = found_there["result"]
    assert answer["outcome"]["reasons"] == ["max_buffer"]
    assert answer["outcome"]["incomplete"]
    assert answer["total"] >= len(answer["matches"]) > 1000
    assert not answer["totalExact"]


async def test_f15_nothing_found_nothing_searched_and_nothing_there_differ(tmp_path, door, rg):
    write(tmp_path, {"a.txt": "hay\n"})
    client = await door(rg, tmp_path)
    nothing = await client.request(GREP, {"pattern": "needle", "path": str(tmp_path)})
    assert nothing["coverage"]["filesSearched"] == 1
    filtered = await client.request(GREP, {"pattern": "needle", "path": str(tmp_path), "glob": ["*.rs"]})
    assert filtered["coverage"]["filesSearched"] == 0
    missing = await client.refused(GREP, {"pattern": "needle", "path": str(tmp_path / "b.txt")})
    assert missing["data"]["kind"] == "pathNotFound"
    assert "a.txt" in str(missing)


@pytest.mark.parametrize("name", ["SIGABRT", "SIGSEGV", "SIGKILL"])
async def test_f16_death_by_a_signal_is_an_error_with_its_name(tmp_path, door, name):
    client = await door(fake(tmp_path, [killed(name)]).path, tmp_path)
    error = await client.refused(GREP, {"pattern": "needle", "path": str(tmp_path)})
    assert name in error["message"]


async def test_f18_exit_1_with_words_on_stderr_is_not_no_match(tmp_path, door):
    nothing = summary(matches=0, with_match=0)
    client = await door(fake(tmp_path, [out(nothing), err("strange\n"), exits(1)]).path, tmp_path)
    assert (await at_wire(client, tmp_path)).state == "error"


async def test_f19_the_default_is_exhaustive(tmp_path, door, rg):
    write(tmp_path, {f"todo/{number}.txt": "TODO\n" for number in range(14)})
    write(tmp_path, {f"noise/{number}.txt": "to do\n" * 50 for number in range(100)})
    client = await door(rg, tmp_path)
    seen = await at_wire(client, tmp_path, pattern="TODO")
    assert seen == Seen("complete", None, 14)


async def test_f20_a_listing_that_met_a_closed_folder_says_so(stranger, door):
    rg, root = stranger
    write(root, {"ok.txt": "", "sub/x.txt": ""})
    (root / "sub").chmod(0)
    client = await door(rg, root)
    answer = await client.request("ripwire/glob", {"pattern": "**/*.txt", "path": str(root)})
    assert len(answer["files"]) == 1
    assert answer["outcome"]["incomplete"]
    assert answer["coverage"]["unreadable"] == ["sub"]


def test_f01_f03_in_words_nobody_reads_no_matches(tmp_path, alone, capsys):
    slow = fake(tmp_path, [hangs()])
    alone(slow.path, SHORT_MS)
    code, shown, told = as_text(capsys, tmp_path)
    assert (code, shown) == (2, "")
    assert "ran out of time" in told
    assert "Absence proves nothing" in told
