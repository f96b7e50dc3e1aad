"""The accuracy bench: `python -m tests.bench.symbols [--corpora DIR …] [--fetch DIR] [--set a|b] [--show LANGUAGE]`.

Prints every bar of the accuracy table with its figure: core F1, all F1, containers, and the case files.
"""

import argparse
import os
import time
from pathlib import Path

from ripwire.services.symbols import languages
from ripwire.services.symbols.scanner import scan
from tests.bench.symbols import corpora, ctags, fixtures, scoring
from tests.bench.symbols.truth.table import truth
from tests.support import symbol_cases

FIRST = tuple(
    "c cpp csharp dart elixir go haskell java javascript julia kotlin lua perl php python r ruby rust scala shell sql swift tsx typescript zig"
    " markdown toml yaml json".split()
)
FURTHER = tuple(
    "c-header objc ocaml clojure erlang fsharp nim vue svelte css html make dockerfile terraform protobuf graphql".split()
)
BARS = {
    "core": 99.3,
    "worst": 97.0,
    "further": 95.0,
    "all": 98.5,
    "container": 97.0,
    "precision": 99.0,
    "recall": 97.0,
}


def main() -> None:
    options = _options()
    roots = [Path(root) for root in options.corpora]
    if options.fetch:
        corpora.fetch(Path(options.fetch), options.set)
        roots.append(Path(options.fetch) / options.set)
    files = corpora.sample(roots, options.seed, options.files)
    wanted = options.languages.split(",") if options.languages else [*FIRST, *FURTHER]
    print(
        f"{'language':11}{'files':>6}{'core':>6}{'P':>7}{'R':>7}{'F1':>7}{'all':>7}{'F1':>7}{'cont':>7}{'col':>7}{'MB/s':>6}{'ctags F1':>10}"
    )
    rows: dict[str, scoring.Score] = {}
    peers: dict[str, scoring.Score] = {}
    for language in wanted:
        if not (chosen := files.get(language)):
            print(f"{language:11}  no file in the corpora")
            continue
        rows[language], peers[language] = measure(language, chosen, show=options.show)
    _summary(rows, peers)
    if options.fixtures:
        _fixtures(Path(options.fixtures))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    given = os.environ.get("RIPWIRE_BENCH_CORPORA", "")
    parser.add_argument(
        "--corpora",
        nargs="*",
        default=[part for part in given.split(os.pathsep) if part],
        help="folders of unpacked projects",
    )
    parser.add_argument("--fetch", help="a folder to fetch the named packages into")
    parser.add_argument("--set", default="a", choices=("a", "b"))
    parser.add_argument("--fixtures", help="a folder of adversarial files with their expected.jsonl")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=36)
    parser.add_argument("--languages", help="only these, with commas")
    parser.add_argument(
        "--show", type=int, default=0, help="so many misses and false findings of each language"
    )
    return parser.parse_args()


def measure(language: str, files: list[Path], *, show: int = 0) -> tuple[scoring.Score, scoring.Score]:
    score, peer = scoring.Score(), scoring.Score()
    tags = ctags.run(language, files)
    spent, size = 0.0, 0
    table = languages.BY_NAME[language]
    for path in files:
        text = path.read_text("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        items, lost = truth(language, text, path.name)
        start = time.process_time()
        symbols = scan(text, table)
        spent, size = spent + time.process_time() - start, size + len(text)
        witness = {(tag.line, tag.name) for tag in tags[path]}
        score.add(path.name, scoring.of_symbols(symbols), items, lost, witness)
        peer.add(path.name, tags[path], items, lost, set())
    _row(
        language,
        len(files),
        score,
        size / 1e6 / spent if spent else 0,
        peer if language in ctags.NAMES and ctags.available() else None,
    )
    for note in score.notes[:show]:
        print("   ", note)
    return score, peer


def _row(language: str, count: int, score: scoring.Score, speed: float, peer: scoring.Score | None) -> None:
    core, every = score.core, score.all
    container = f"{score.container:7.1f}" if score.container is not None else "      -"
    column = f"{score.column:7.1f}" if score.column is not None else "      -"
    beside = f"{peer.core[2]:10.1f}" if peer else "         -"
    print(
        f"{language:11}{count:6}{score.core_wanted:6}{core[0]:7.1f}{core[1]:7.1f}{core[2]:7.1f}{score.wanted:7}{every[2]:7.1f}"
        f"{container}{column}{speed:6.1f}{beside}",
        flush=True,
    )


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _summary(rows: dict[str, scoring.Score], peers: dict[str, scoring.Score]) -> None:
    first = {name: row for name, row in rows.items() if name in FIRST}
    further = {name: row for name, row in rows.items() if name in FURTHER}
    shared = [name for name in first if name in ctags.NAMES]
    cases = symbol_cases.rates()
    worst = min(first, key=lambda name: first[name].core[2], default="")
    print()
    _bar(
        f"core F1, macro over {len(first)} languages",
        _mean([row.core[2] for row in first.values()]),
        BARS["core"],
    )
    if worst:
        _bar(f"worst of them ({worst})", first[worst].core[2], BARS["worst"])
    for name, row in further.items():
        _bar(f"core F1, {name}", row.core[2], BARS["further"])
    _bar("all symbols F1, macro", _mean([row.all[2] for row in first.values()]), BARS["all"])
    _bar(
        "container right, mean",
        _mean([row.container for row in first.values() if row.container is not None]),
        BARS["container"],
    )
    _bar("case files, precision", cases[0], BARS["precision"])
    _bar("case files, recall", cases[1], BARS["recall"])
    if ctags.available() and shared:
        print(
            f"ctags, core F1 over the {len(shared)} of them it knows: {_mean([peers[name].core[2] for name in shared]):.1f}; "
            f"ours on the same: {_mean([first[name].core[2] for name in shared]):.1f}"
        )


def _fixtures(folder: Path) -> None:
    score = fixtures.score(folder)
    _bar("adversarial files, precision", score.all[0], BARS["precision"])
    _bar("adversarial files, recall", score.all[1], BARS["recall"])
    for note in score.notes:
        print("   ", note)


def _bar(what: str, value: float, bar: float) -> None:
    print(f"{'reached' if value >= bar else 'SHORT  '} {what:45} {value:6.1f}   (bar {bar})")


if __name__ == "__main__":
    main()
