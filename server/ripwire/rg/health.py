"""Is this file a ripgrep, which one, and does it run here?  One short start answers all three."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import attrs

from ripwire.rg.process import Children, Completed, NotStartedError

PROBE_S = 5.0
OLDEST = (13, 0, 0)
"""Works, with a warning."""
WANTED = (15, 2, 0)
"""Before it, ignore files of parent folders are applied wrongly."""

_VERSION = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?")
_FEATURE = re.compile(r"([+-])pcre2\b", re.IGNORECASE)


@attrs.frozen
class Health:
    """`reason` is why it cannot be used; None is a ripgrep that runs."""

    version: str | None = None
    pcre2: bool = False
    reason: str | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """For comparison; a ripgrep of unknown version is older than all."""
        return tuple(int(part) for part in (self.version or "0").split("."))


async def probe(children: Children, executable: Path) -> Health:
    """What `rg --version` says, within 5 s.  Never raises but when cancelled."""
    done = await _run(children, executable, "--version")
    if isinstance(done, Health):
        return done
    if done.exit != 0:
        return Health(reason=ended(done.exit, done.stderr))
    text = done.stdout.decode("utf-8", "replace")
    if (version := _identity(text)) is None:
        first = text.split(None, 1)[0] if text.strip() else "nothing"
        return Health(reason=f"it is not ripgrep: --version answers {first[:40]!r}")
    return Health(version=version, pcre2=await _pcre2(children, executable, text))


async def _run(children: Children, executable: Path, flag: str) -> Completed | Health:
    try:
        return await children.output(executable, ("rg", flag), Path(executable.anchor), timeout_s=PROBE_S)
    except NotStartedError as exc:
        return Health(reason=f"cannot be started: {exc.cause.strerror or exc.cause}")
    except TimeoutError:
        return Health(reason=f"no answer to {flag} within {PROBE_S:.0f} s")


async def _pcre2(children: Children, executable: Path, version_text: str) -> bool:
    """Newer ones list it; those before 14 are asked."""
    if (feature := _FEATURE.search(version_text)) is not None:
        return feature[1] == "+"
    done = await _run(children, executable, "--pcre2-version")
    return isinstance(done, Completed) and done.exit == 0


def _identity(text: str) -> str | None:
    """`ripgrep 15.2.0 (rev e89fff89ac)` → `15.2.0`; None when the first word is another."""
    words = text.split(None, 2)
    if len(words) < 2 or words[0] != "ripgrep":  # noqa: PLR2004 - a name and a number
        return None
    numbers = _VERSION.match(words[1])
    return ".".join(part or "0" for part in numbers.groups()) if numbers else None


def ended(status: int, stderr: bytes = b"") -> str:
    """How a process ended, in words: `was killed by SIGABRT`, `exit status 2: …`."""
    said = stderr.decode("utf-8", "replace").strip().splitlines()
    more = f": {said[0][:200]}" if said else ""
    if status >= 0:
        return f"exit status {status}{more}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"was killed by {name}{more}"


def dotted(numbers: tuple[int, ...]) -> str:
    """(15, 2, 0) → `15.2`, as people write it."""
    return ".".join(str(number) for number in numbers).removesuffix(".0")
