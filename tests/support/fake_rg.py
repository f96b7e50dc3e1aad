"""A ripgrep that fails on demand: `FakeRg(folder, [out(...), stderr(...), exits(101)])`.

Each list is what one start does, step by step; the last list serves all later starts.  `--version` is
answered as a healthy rg would.  The fake records every start: `starts()`, `processes()`, `is_running()`.

    fake = FakeRg(tmp_path / "fake", [out(begin("a"), match("a", 1, "needle")), hangs()])
    Settings(rg_source=str(fake.path))
"""

from __future__ import annotations

import base64
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import psutil

Step = dict[str, Any]
EAGAIN = (
    'failed to spawn thread: Os { code: 11, kind: WouldBlock, message: "Resource temporarily unavailable" }\n'
)
FOREVER_S = 600.0
HEALTHY = (
    "ripgrep 15.2.0 (rev e89fff89ac)\n\nfeatures:+pcre2\n\nPCRE2 10.45 is available (JIT is available)\n"
)


@attrs.frozen
class Start:
    """One start of the fake, as it saw it."""

    pid: int
    argv: tuple[str, ...]
    """Without the program's name; bytes that are not UTF-8 are shown as Latin-1."""
    cwd: Path


class FakeRg:
    """A program named rg in a folder of its own, with a script."""

    def __init__(self, folder: Path, *runs: Sequence[Step], version: Sequence[Step] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.path = folder / "rg"
        self.script(*runs, version=version)
        program = Path(__file__).with_name("fake_rg_program.py").read_text("utf-8")
        self.path.write_text(f"#!{sys.executable} -IS\n{program}", "utf-8")
        self.path.chmod(0o755)

    def script(self, *runs: Sequence[Step], version: Sequence[Step] | None = None) -> None:
        """What the next starts do; earlier starts are forgotten."""
        for record in self.folder.glob("start-*.json"):
            record.unlink()
        actions = {"runs": [list(run) for run in runs or ([exits(1)],)], "version": version or says()}
        text = json.dumps(actions)
        part = self.folder / "script.part"
        part.write_text(text, "utf-8")
        part.replace(self.folder / "script.json")

    def starts(self) -> list[Start]:
        """Every start since the last script, first one first; `--version` is not counted."""
        found = []
        for number in range(len(list(self.folder.glob("start-*.json")))):
            text = (self.folder / f"start-{number}.json").read_text("utf-8")
            if text:  # else it is being written right now
                record = json.loads(text)
                found.append(Start(record["pid"], tuple(record["argv"]), Path(record["cwd"])))
        return found

    def processes(self) -> list[psutil.Process]:
        """Everything of this fake that lives: children and grandchildren, zombies too."""
        living = []
        for process in psutil.process_iter():
            try:
                if str(self.path) in process.cmdline() or process.pid in self._pids():
                    living.append(process)
            except psutil.Error:
                continue
        return living

    def is_running(self) -> bool:
        return bool(self.processes())

    def _pids(self) -> set[int]:
        return {start.pid for start in self.starts()}

    def break_away(self) -> None:
        """The program is gone (F07); `come_back` returns it."""
        shutil.move(self.path, self.folder / "moved")

    def come_back(self) -> None:
        shutil.move(self.folder / "moved", self.path)


def says(text: str = HEALTHY, status: int = 0) -> list[Step]:
    """An answer to --version."""
    return [out(text), exits(status)]


def out(*texts: str | bytes) -> Step:
    return {"out": _encoded(texts)}


def err(*texts: str | bytes) -> Step:
    return {"err": _encoded(texts)}


def sleeps(seconds: float) -> Step:
    return {"sleep": seconds}


def hangs() -> Step:
    return {"sleep": FOREVER_S}


def exits(status: int) -> Step:
    return {"exit": status}


def killed(signal_name: str) -> Step:
    return {"kill": signal_name}


def ignores(signal_name: str = "SIGTERM") -> Step:
    return {"ignore": signal_name}


def closes(stream: int) -> Step:
    """1: stdout, 2: stderr; the process lives on."""
    return {"close": stream}


def spawns(seconds: float = FOREVER_S) -> Step:
    """A grandchild that holds the pipes and ignores SIGTERM."""
    return {"spawn": seconds}


def is_really(rg: Path) -> Step:
    """From here on it is that rg, with the same arguments."""
    return {"real": str(rg)}


def begin(path: str) -> str:
    return _record("begin", path={"text": path})


def match(path: str, line: int, text: str, *spans: tuple[int, int]) -> str:
    shown = [
        {"match": {"text": text.encode()[start:end].decode("utf-8", "replace")}, "start": start, "end": end}
        for start, end in spans or ((0, len(text.encode())),)
    ]
    return _record(
        "match",
        path={"text": path},
        lines={"text": text + "\n"},
        line_number=line,
        absolute_offset=0,
        submatches=shown,
    )


def end(path: str, matches: int = 1, *, binary_offset: int | None = None) -> str:
    return _record("end", path={"text": path}, binary_offset=binary_offset, stats=_stats(1, 1, matches))


def summary(*, searches: int = 1, with_match: int = 1, matches: int = 1) -> str:
    """The last record of a whole run; `type` stands last, as rg writes it."""
    stats = _stats(searches, with_match, matches)
    elapsed = {"secs": 0, "nanos": 1, "human": "0.000000s"}
    return json.dumps({"data": {"elapsed_total": elapsed, "stats": stats}, "type": "summary"}) + "\n"


def found(path: str, *lines: str) -> str:
    """All records of one file that ends well."""
    records = [match(path, number, line) for number, line in enumerate(lines, 1)]
    return begin(path) + "".join(records) + end(path, len(lines))


def _stats(searches: int, with_match: int, matches: int) -> dict[str, Any]:
    return {
        "elapsed": {"secs": 0, "nanos": 1, "human": "0.000000s"},
        "searches": searches,
        "searches_with_match": with_match,
        "bytes_searched": 100,
        "bytes_printed": 100,
        "matched_lines": matches,
        "matches": matches,
    }


def _record(kind: str, **data: Any) -> str:
    return json.dumps({"type": kind, "data": data}) + "\n"


def _encoded(texts: Sequence[str | bytes]) -> str:
    data = b"".join(text.encode() if isinstance(text, str) else text for text in texts)
    return base64.b64encode(data).decode()
