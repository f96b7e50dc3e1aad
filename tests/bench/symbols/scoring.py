"""Findings against the truth: precision, recall and F1, the places and containers of what was found."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import attrs

from ripwire.services.symbols.kinds import Symbol
from tests.bench.symbols.truth.walk import Item


class Finding(NamedTuple):
    line: int
    column: int
    name: str
    core: bool
    container: str


@attrs.define
class Score:
    """Counts over the files of one language; add files with `add`."""

    core_right: int = 0
    core_wanted: int = 0
    core_false: int = 0
    right: int = 0
    wanted: int = 0
    false: int = 0
    placed: int = 0
    places: int = 0
    contained: int = 0
    containers: int = 0
    notes: list[str] = attrs.Factory(list)

    def add(
        self,
        file: str,
        findings: Iterable[Finding],
        items: list[Item],
        forgiven: set[int],
        also: set[tuple[int, str]],
    ) -> None:
        """`forgiven`: lines that count for nobody; `also`: what another tool found too, so that it is not false."""
        places: dict[tuple[int, str], list[int]] = defaultdict(list)
        for index, item in enumerate(items):
            for name in {item.name, *item.names}:
                places[item.line, _plain(name)].append(index)
        hit: set[int] = set()
        for finding in findings:
            near = [
                index for index in places.get((finding.line, _plain(finding.name)), ()) if index not in hit
            ]
            if near:
                best = min(
                    near,
                    key=lambda index: (abs(items[index].column - finding.column), not items[index].required),
                )
                hit.add(best)
                self._placed(finding, items[best])
            elif (
                (finding.line, _plain(finding.name)) not in places
                and finding.line not in forgiven
                and (finding.line, finding.name) not in also
            ):
                self.false += 1
                self.core_false += finding.core
                self.notes.append(
                    f"+ {'core' if finding.core else 'extra'} {finding.name} {file}:{finding.line}"
                )
        for index, item in enumerate(items):
            if item.required and item.line not in forgiven:
                self._wanted(file, item, index in hit)

    def _wanted(self, file: str, item: Item, found: bool) -> None:
        self.wanted += 1
        self.right += found
        self.core_wanted += item.core
        self.core_right += item.core and found
        if not found:
            self.notes.append(
                f"- {'core' if item.core else 'extra'} {item.kind} {item.name} {file}:{item.line}"
            )

    def _placed(self, finding: Finding, item: Item) -> None:
        if not item.required:
            return
        self.places += 1
        self.placed += finding.column == item.column
        if item.container:
            self.containers += 1
            self.contained += _last(finding.container) == _last(item.container)

    @property
    def core(self) -> tuple[float, float, float]:
        return _rates(self.core_right, self.core_false, self.core_wanted)

    @property
    def all(self) -> tuple[float, float, float]:
        return _rates(self.right, self.false, self.wanted)

    @property
    def container(self) -> float | None:
        return 100 * self.contained / self.containers if self.containers else None

    @property
    def column(self) -> float | None:
        return 100 * self.placed / self.places if self.places else None


def of_symbols(symbols: Iterable[Symbol]) -> list[Finding]:
    return [
        Finding(one.line, one.column, one.name, one.core, one.container)
        for one in symbols
        if not one.declaration
    ]


def _rates(right: int, false: int, wanted: int) -> tuple[float, float, float]:
    precision = right / (right + false) if right + false else 1.0
    recall = right / wanted if wanted else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return 100 * precision, 100 * recall, 100 * f1


def _plain(name: str) -> str:
    return " ".join(name.strip("`\"'").split())


def _last(container: str) -> str:
    for separator in ("::", "\\", "/", ":", "."):
        container = container.rsplit(separator, 1)[-1]
    return container.split("<")[0].strip("`\"' ")
