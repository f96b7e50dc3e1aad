"""What a repeated run gives was not given before, and nothing is lost between the two."""

import itertools

import pytest

from ripwire.rg.events import Begin, Context, Decoder, End, Match, RawMatch
from ripwire.rg.gate import PathGate, RecordGate, file_path
from ripwire.rg.verdict import Stop
from tests.support import fake_rg


def records(text, *, raw=False):
    return Decoder.of(raw=raw).feed(text.encode())


def opened(path, *lines):
    """A file that was not finished."""
    return fake_rg.begin(path) + "".join(fake_rg.match(path, number, "needle") for number in lines)


def whole(path, *lines, **how):
    return opened(path, *lines) + fake_rg.end(path, len(lines), **how)


class Taken:
    def __init__(self, stop=None):
        self.stop = stop
        self.records = []

    async def __call__(self, batch):
        assert batch
        self.records += batch
        return self.stop

    @property
    def lines(self):
        return [
            (file_path(one.data.path).decode(), one.data.line_number)
            for one in self.records
            if isinstance(one, Match)
        ]


async def test_it_counts_what_passes():
    taken = Taken()
    gate = RecordGate(taken, None)
    await gate(records(whole("./a", 1, 5) + whole("./b", 2)))
    assert (gate.matches, gate.files, gate.found, gate.kept) == (3, 2, True, True)
    assert taken.lines == [("a", 1), ("a", 5), ("b", 2)]


async def test_an_unwanted_file_is_dropped_with_all_its_records():
    taken = Taken()
    gate = RecordGate(taken, lambda path: path == b"b")
    await gate(records(whole("./a", 1)))
    assert (gate.found, gate.kept, taken.records) == (True, False, [])
    await gate(records(whole("./b", 1)))
    assert [type(one) for one in taken.records] == [Begin, Match, End]


async def test_the_takers_stop_is_passed_on():
    assert await RecordGate(Taken(Stop.LIMIT), None)(records(whole("./a", 1))) is Stop.LIMIT


async def test_f08_a_retry_never_repeats_and_loses_nothing():
    """Wherever the first run ends, the two together give each line once."""
    text = whole("./a", 1, 2, 3) + whole("./b", 7) + whole("./c", 4, 9)
    everything = records(text)
    again = records(whole("./c", 4, 9) + whole("./a", 1, 2, 3) + whole("./b", 7))
    for cut in range(len(everything) + 1):
        taken = Taken()
        gate = RecordGate(taken, None)
        if everything[:cut]:
            await gate(everything[:cut])
        assert gate.may_retry
        gate.begin_again()
        assert not gate.may_retry
        await gate(again)
        assert sorted(taken.lines) == [("a", 1), ("a", 2), ("a", 3), ("b", 7), ("c", 4), ("c", 9)], cut
        assert (gate.matches, gate.files) == (6, 3), cut


async def test_f08_matches_that_nobody_reads_are_counted_and_not_repeated_either():
    text = whole("./a", 1, 2, 3) + whole("./b", 7)
    everything = records(text, raw=True)
    for cut in range(1, len(everything) + 1):
        taken = Taken()
        gate = RecordGate(taken, None)
        await gate(everything[:cut])
        gate.begin_again()
        await gate(everything)
        lines = [one.data.line_number for one in taken.records if isinstance(one, RawMatch)]
        assert sorted(lines) == [1, 2, 3, 7], cut
        assert (gate.matches, gate.files, gate.found) == (4, 2, True), cut


async def test_f08_the_end_of_every_file_is_given_once():
    everything = records(whole("./a", 1, 2) + whole("./b", 7))
    for cut in range(1, len(everything)):
        taken = Taken()
        gate = RecordGate(taken, None)
        await gate(everything[:cut])
        gate.begin_again()
        await gate(everything)
        ends = [file_path(one.data.path) for one in taken.records if isinstance(one, End)]
        assert sorted(ends) == [b"a", b"b"], cut


async def test_f08_context_lines_are_not_repeated_either():
    context = fake_rg.match("./a", 2, "near").replace('"match", "data"', '"context", "data"')
    first = fake_rg.begin("./a") + fake_rg.match("./a", 1, "needle") + context
    rest = fake_rg.match("./a", 3, "needle") + fake_rg.end("./a", 2)
    taken = Taken()
    gate = RecordGate(taken, None)
    await gate(records(first))
    gate.begin_again()
    await gate(records(first + rest))
    numbers = [one.data.line_number for one in taken.records if isinstance(one, Match | Context)]
    assert numbers == [1, 2, 3]


async def test_a_second_run_forgets_that_the_first_found_something():
    gate = RecordGate(Taken(), None)
    await gate(records(whole("./a", 1)))
    gate.begin_again()
    assert not gate.found
    assert gate.kept


async def test_f78_files_cut_at_a_nul_are_named_and_not_too_many():
    gate = RecordGate(Taken(), None)
    await gate(records("".join(whole(f"./{n}", 1, binary_offset=9) for n in range(50)) + whole("./z", 1)))
    assert gate.cut_at_nul == [str(n) for n in range(20)]


@pytest.mark.parametrize("cut", range(4))
async def test_f08_a_repeated_listing_gives_each_path_once(cut):
    taken = Taken()
    gate = PathGate(taken, None)
    paths = [b"a", b"b", b"c"]
    if cut:
        await gate(paths[:cut])
    gate.begin_again()
    await gate(list(reversed(paths)))
    assert sorted(taken.records) == paths
    assert gate.files == 3


async def test_a_listing_is_filtered_too():
    taken = Taken()
    gate = PathGate(taken, lambda path: path.endswith(b".ts"))
    await gate([b"a.ts", b"b.js"])
    await gate([b"c.js"])
    assert taken.records == [b"a.ts"]
    assert (gate.files, gate.found, gate.kept) == (1, True, True)


async def test_files_in_any_order_of_two_runs():
    """A wanted file opened by the first run may come late in the second."""
    for order in itertools.permutations("abc"):
        taken = Taken()
        gate = RecordGate(taken, None)
        await gate(records(whole("./a", 1) + opened("./b", 1, 2)))
        gate.begin_again()
        await gate(records("".join(whole(f"./{name}", 1, 2, 3)[:] for name in order)))
        assert sorted(taken.lines) == [("a", 1), ("b", 1), ("b", 2), ("b", 3), ("c", 1), ("c", 2), ("c", 3)]
