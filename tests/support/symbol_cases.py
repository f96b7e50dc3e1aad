"""Case files of the symbol scanner: a text as people or enemies write it, and what it defines.

A case is `NAME.EXT` beside `NAME.EXT.symbols`, which lists, one a line,
`line:column-end kind container | name flags`.
"""

from pathlib import Path

from ripwire.services.symbols import languages
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.scanner import scan

FOLDER = Path(__file__).parents[1] / "unit" / "services" / "symbols" / "cases"
ANSWER = ".symbols"


def cases() -> list[Path]:
    return sorted(path for path in FOLDER.iterdir() if path.suffix != ANSWER)


def found(case: Path) -> list[str]:
    language = languages.of_path(case.name) or languages.FALLBACK
    return [line(symbol) for symbol in scan(case.read_text("utf-8"), language)]


def line(symbol: Symbol) -> str:
    flags = [name for name in ("extra", "local", "declaration") if getattr(symbol, name)]
    place = f"{symbol.line}:{symbol.column}-{symbol.end_line}"
    return " ".join(f"{place} {symbol.kind} {symbol.container} | {symbol.name} {' '.join(flags)}".split())


def expected(case: Path) -> list[str]:
    answer = case.with_name(case.name + ANSWER)
    return answer.read_text("utf-8").splitlines() if answer.exists() else []


def update(case: Path) -> None:
    case.with_name(case.name + ANSWER).write_text("".join(f"{one}\n" for one in found(case)), "utf-8")


def rates() -> tuple[float, float]:
    """Precision and recall over all case files, in per cent."""
    right = false = missed = 0
    for case in cases() if FOLDER.exists() else ():
        have, want = set(found(case)), set(expected(case))
        right, false, missed = right + len(have & want), false + len(have - want), missed + len(want - have)
    return 100 * right / max(1, right + false), 100 * right / max(1, right + missed)


if __name__ == "__main__":
    for one in cases():
        update(one)
