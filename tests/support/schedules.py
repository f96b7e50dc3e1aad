"""Random fault schedules: what each start of rg does, and what may be concluded from it.

A run is a list of steps for the fake rg.  `proves_none` says whether such a run, read by a person, would
prove that nothing matches; only then may an answer be complete and empty.
"""

from __future__ import annotations

import attrs
from hypothesis import strategies as st

from tests.support import fake_rg
from tests.support.fake_rg import EAGAIN, Step, begin, end, match, summary

STDERR = (
    EAGAIN,
    EAGAIN[:30],
    "failed to spawn thread: Resource temporarily unavailable (os error 35)\n",
    "rg: ./x: Permission denied (os error 13)\n",
    "rg: .: Permission denied (os error 13)\n",
    "rg: regex parse error:\n    (\n    ^\nerror: unclosed group\n",
    "rg: ./x: Resource temporarily unavailable (os error 11)\n",
    "thread 'main' panicked at 'x'\n",
    "warning\n",
    "\n",
)
EXITS = (0, 1, 2, 3, 101, 126, 127, 134, 255)
SIGNALS = ("SIGKILL", "SIGABRT", "SIGSEGV", "SIGTERM", "SIGPIPE", "SIGINT")


NEWER = '{"type":"new","data":1}\n'
"""A record of a type that only a newer rg knows: it is skipped, and harms nobody."""


@attrs.frozen
class Run:
    """One start of rg: what it prints, how it ends, and what goes wrong on the way."""

    files: int
    """With one match each."""
    cut: int | None
    """Bytes of stdout that are really written."""
    stderr: str
    pieces: int
    end: Step
    extra: tuple[Step, ...] = ()
    garbage: str = ""

    def whole(self) -> bytes:
        records = [
            part
            for number in range(self.files)
            for part in (begin(f"f{number}"), match(f"f{number}", 1, "needle"), end(f"f{number}"))
        ]
        last = summary(searches=9, with_match=self.files, matches=self.files)
        return "".join((*records, self.garbage, last)).encode()

    def steps(self) -> list[Step]:
        data, steps = self.whole()[: self.cut], list(self.extra)
        size = max(1, len(data) // self.pieces)
        steps += [fake_rg.out(data[at : at + size]) for at in range(0, len(data), size)]
        middle = len(steps) // 2
        if self.stderr:
            steps.insert(middle, fake_rg.err(self.stderr))
        return [*steps, self.end]

    @property
    def is_whole(self) -> bool:
        """The summary came out, nothing was said on stderr, nothing was broken."""
        broken = self.garbage not in ("", NEWER) or {"close": 1} in self.extra
        cut = self.cut is not None and self.cut < len(self.whole())
        return not (cut or broken or self.stderr.strip())

    @property
    def gets_stuck(self) -> bool:
        """Hangs, or leaves somebody behind who holds its pipes."""
        return self.end == fake_rg.hangs() or fake_rg.spawns(5) in self.extra

    @property
    def proves_none(self) -> bool:
        return self.is_whole and self.files == 0 and self.end == {"exit": 1}

    @property
    def proves_matches(self) -> bool:
        return self.is_whole and self.files > 0 and self.end == {"exit": 0}


@attrs.frozen
class Schedule:
    runs: tuple[Run, ...]
    cancel_after_s: float | None
    gone: bool
    """The program is moved away before the search and comes back after it."""


_ENDS = st.one_of(
    st.sampled_from(EXITS).map(fake_rg.exits),
    st.sampled_from((0, 1)).map(fake_rg.exits),
    st.sampled_from(SIGNALS).map(fake_rg.killed),
    st.just(fake_rg.hangs()),
)
_EXTRA = st.sampled_from(
    (
        (),
        (),
        (),
        (fake_rg.sleeps(0.02),),
        (fake_rg.ignores(),),
        (fake_rg.spawns(5),),
        (fake_rg.closes(1),),
        (fake_rg.closes(2),),
        (fake_rg.ignores(), fake_rg.spawns(5)),
    )
)
_RUNS = st.builds(
    Run,
    files=st.sampled_from((0, 0, 0, 1, 3, 40)),
    cut=st.one_of(st.none(), st.none(), st.integers(0, 2000)),
    stderr=st.one_of(st.just(""), st.just(""), st.lists(st.sampled_from(STDERR), max_size=2).map("".join)),
    pieces=st.integers(1, 6),
    end=_ENDS,
    extra=_EXTRA,
    garbage=st.sampled_from(
        ("", "", "", "{]\n", '{"type":"match","data":{}}\n', '{"type":"new","data":1}\n')
    ),
)
_CLEAN = st.sampled_from(
    (
        Run(files=0, cut=None, stderr="", pieces=1, end=fake_rg.exits(1)),
        Run(files=3, cut=None, stderr="", pieces=2, end=fake_rg.exits(0)),
    )
)
_ONE_FAULT = st.one_of(
    _ENDS.map(lambda end: {"end": end}),
    _EXTRA.map(lambda extra: {"extra": extra}),
    st.integers(0, 400).map(lambda cut: {"cut": cut}),
    st.sampled_from(STDERR).map(lambda text: {"stderr": text}),
    st.just({"garbage": "{]\n"}),
)
_NEARLY_CLEAN = st.builds(lambda run, fault: attrs.evolve(run, **fault), _CLEAN, _ONE_FAULT)
"""The faults that a careless reader overlooks."""
SCHEDULES = st.builds(
    Schedule,
    runs=st.lists(st.one_of(_RUNS, _CLEAN, _NEARLY_CLEAN), min_size=1, max_size=2).map(tuple),
    cancel_after_s=st.sampled_from((None, None, None, None, 0.0, 0.02)),
    gone=st.sampled_from((False,) * 9 + (True,)),
)
