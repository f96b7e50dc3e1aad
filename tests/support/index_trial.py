"""Random queries × random edits: the warm index must answer what bare rg answers, at once after each edit.

Used by a bounded test, and by `python -m tests.bench index --rounds N` for the long run.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import attrs

from ripwire.rg.query import Case, Filter, TextQuery
from ripwire.services.answers import Match
from ripwire.services.backend import Backend
from ripwire.services.caller import Caller
from ripwire.services.grep import GrepQuery, grep

WORDS = ["alpha", "beta_gamma", "KelvinSkip", "deltaEpsilon", "zeta.eta", "kobject_uevent", "return"]
WORDS += ["struct_x", "π_rate", "naïve"]
_FILTERS = {
    Filter(include=("*.py",)): ["-tpy"],
    Filter(types=("py",)): ["-tpy"],
    Filter(include=(".named/**",)): ["./.named"],
    Filter(include=("by_link/**",)): ["./by_link"],
}
"""And what bare rg is told for each; a place to walk comes last."""
SAMPLES = Path(os.__file__).parent / "asyncio"


@attrs.define
class Trial:
    """One tree, one random sequence.  `check()` raises AssertionError with the difference."""

    root: Path
    backend: Backend
    rnd: random.Random
    number: int = 0
    used: int = 0
    token: str = "alpha"
    kind: str = ""
    last: GrepQuery | None = None
    word: str = ""
    """What is being typed."""
    narrowed: int = 0
    """Answers that were looked for in the files of the keystroke before."""

    def plant(self) -> None:
        """Real files, and odd ones: NUL bytes early and late, UTF-16, Latin-1, hard links, empty."""
        for copy in range(3):
            shutil.copytree(SAMPLES, self.root / f"pkg{copy}", ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / ".named").mkdir()
        (self.root / "by_link").symlink_to(".named")
        (self.root / "early.bin").write_bytes(b"\0alpha beta_gamma\n")
        (self.root / "late.bin").write_bytes(b"alpha KelvinSkip\n" * 20_000 + b"\0\nalpha after\n")
        (self.root / "wide.txt").write_bytes("alpha zeta.eta\n".encode("utf-16"))
        (self.root / "latin.txt").write_bytes("na\xefve alpha\n".encode("latin-1"))
        (self.root / "kelvin.txt").write_text("\N{KELVIN SIGN}elvin\N{LATIN SMALL LETTER LONG S}kip\n")
        (self.root / "empty.txt").write_text("")
        (self.root / "one.txt").write_text("struct_x alpha\n")
        os.link(self.root / "one.txt", self.root / "pkg0/other_name.txt")
        (self.root / "two.txt").write_text("struct_x alpha\n")
        os.link(self.root / "two.txt", self.root.parent / "outside_name")

    def edit(self) -> None:
        """One change of one kind, somewhere; the token that it brings is what the next query looks for."""
        self.number += 1
        self.token = f"tok{self.number}{self.rnd.choice(WORDS)}"
        if self.word and self.rnd.random() < 0.5:
            self.token = self.word  # a file that the keystrokes so far have not found
        kinds = [kind for kind in dir(self) if kind.startswith("_edit_")]
        self.kind = self.rnd.choice(kinds)
        try:
            getattr(self, self.kind)()
        except OSError:
            self.token = "alpha"  # what it wanted to change had been removed before

    async def check(self) -> None:
        """One query, or the next keystroke of the last one."""
        query = self._typed() or self._query()
        self.last = query
        index = self.backend.index._indexes and self.backend.index._indexes._roots.get(self.root)
        if index:
            text = TextQuery(
                pattern=query.pattern,
                root=self.root,
                filter=query.filter,
                case=query.case_mode,
                word=query.word,
                fixed_strings=query.fixed_strings,
            )
            self.narrowed += index.narrowing.files(text) is not None
        answer = await grep(self.backend, Caller(client="trial", roots=(self.root,)), query)
        ours = sorted(
            (m.path, m.line, m.text, tuple(m.spans))
            for m in answer.entries
            if isinstance(m, Match) and not m.lossy
        )
        theirs = sorted(self._rg(query))
        self.used += answer.coverage.index == "used"
        assert ours == theirs, (self.kind, query.pattern, answer.coverage.index, set(ours) ^ set(theirs))

    def _typed(self) -> GrepQuery | None:
        """The last pattern with a letter or two more of its word; now and then a word is begun."""
        if self.last is None or self.rnd.random() < 0.4:
            return None
        so_far = self.last.pattern if self.word.startswith(self.last.pattern) else ""
        if not so_far or so_far == self.word:
            self.word, so_far = self.rnd.choice([self.token, *WORDS]), ""
        more = self.word[: len(so_far) + self.rnd.choice([1, 1, 2, 3])]
        return attrs.evolve(self.last if so_far else self._query(), pattern=more, word=False)

    def _query(self) -> GrepQuery:
        word = self.rnd.choice(WORDS)
        patterns = [
            self.token,
            self.token,
            word,
            self.token[:-1],
            rf"\w+{self.token}",
            f"{self.token}|{word}",
        ]
        patterns += [f"{self.token}|{word}", "nowhere_x", r"class \w+Loop", "def (get|set)_event_loop"]
        pattern = self.rnd.choice(patterns)
        return GrepQuery(
            pattern=pattern,
            fixed_strings=self.rnd.random() < 0.3,
            case_mode=self.rnd.choice(list(Case)),
            word=self.rnd.random() < 0.2,
            filter=self.rnd.choice([*[Filter()] * 4, *_FILTERS]),
            head_limit=0,
            unsaved=False,
        )

    def _rg(self, query: GrepQuery) -> list[tuple[bytes, int, str, tuple[tuple[int, int], ...]]]:
        case = {Case.SENSITIVE: "-s", Case.INSENSITIVE: "-i", Case.SMART: "-S"}[query.case_mode]
        argv = ["rg", "--no-config", "--json", "--crlf", "--no-require-git", case]
        argv += ["-F"] * query.fixed_strings + ["-w"] * query.word
        where = _FILTERS.get(query.filter, ["."])
        types, where = ([], where) if where[0].startswith(".") else (where, ["."])
        argv += types
        rg = self.backend.resolver._current[1].path
        done = subprocess.run(
            [*argv, "-e", query.pattern, "--", *where],
            executable=rg,
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        return [found for line in done.stdout.splitlines() if (found := _match(json.loads(line)))]

    def _file(self) -> Path:
        return self.rnd.choice([path for path in self.root.rglob("*") if path.is_file()])

    def _folder(self) -> Path:
        return self.rnd.choice([path for path in self.root.rglob("*") if path.is_dir()])

    def _edit_append(self) -> None:
        with self._file().open("ab") as file:
            file.write(f"\n{self.token}\n".encode())

    def _edit_truncate(self) -> None:
        self._file().write_text(self.token)

    def _edit_same_size_and_time(self) -> None:
        path = self._file()
        status, data = path.stat(), path.read_bytes()
        new = self.token.encode()[: len(data)]
        with path.open("r+b") as file:
            file.write(new)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    def _edit_new(self) -> None:
        (self._folder() / f"new{self.number}.py").write_text(self.token)

    def _edit_new_tree(self) -> None:
        deep = self._folder() / f"tree{self.number}/x/y"
        deep.mkdir(parents=True)
        (deep / "z.py").write_text(self.token)

    def _edit_replace(self) -> None:
        path = self._file()
        (self.root / ".swap").write_text(self.token)
        (self.root / ".swap").rename(path)

    def _edit_rename(self) -> None:
        self._file().rename(self._folder() / f"renamed{self.number}.py")

    def _edit_rename_folder(self) -> None:
        self._folder().rename(self.root / f"moved{self.number}")

    def _edit_swap_folders(self) -> None:
        """Two folders take each other's place: the same names, other files."""
        one, other = self._folder(), self._folder()
        one.rename(self.root / ".aside")
        try:
            other.rename(one)
            (self.root / ".aside").rename(other)
        except OSError:
            (self.root / ".aside").rename(self.root / f"back{self.number}")
        self.token = self.rnd.choice(WORDS)

    def _edit_remove(self) -> None:
        self._file().unlink()

    def _edit_remove_tree(self) -> None:
        if self.number % 5 == 0:
            shutil.rmtree(self._folder())

    def _edit_ignore(self) -> None:
        (self._folder() / ".gitignore").write_text(self.rnd.choice(["*.txt\n", "new*\n", "tree*/\n", ""]))

    def _edit_nul(self) -> None:
        self._file().write_bytes(
            f"{self.token}\n".encode() * self.rnd.choice([1, 9000]) + b"\0\n" + b"alpha\n"
        )

    def _edit_link(self) -> None:
        (self._folder() / f"link{self.number}.py").symlink_to(self._file())

    def _edit_hard_link(self) -> None:
        path = self._file()
        os.link(path, self._folder() / f"hard{self.number}.py")
        with path.open("a") as file:
            file.write(self.token + "\n")

    def _edit_through_another_name(self) -> None:
        """A second name outside of the tree, made before the index: no event tells of this."""
        with (self.root.parent / "outside_name").open("a") as file:
            file.write(self.token + "\n")

    def _edit_mode(self) -> None:
        path = self._file()
        path.chmod(0o600)
        with path.open("a") as file:
            file.write(self.token + "\n")


def _match(record: dict) -> tuple[bytes, int, str, tuple[tuple[int, int], ...]] | None:
    """As our entries spell it, for lines that are UTF-8; others by their place alone."""
    if record["type"] != "match":
        return None
    data = record["data"]
    path = os.fsencode(data["path"]["text"])[2:]
    text = data["lines"].get("text")
    if text is None:
        return None
    text = text.removesuffix("\n").removesuffix("\r")
    spans = tuple((sub["start"], min(sub["end"], len(text.encode()))) for sub in data["submatches"])
    return path, data["line_number"], text, spans
