"""Text into the words that a search compares: split, without stop words, stemmed.

Knows neither tools nor scores.  Names are split where people read a gap (`getUserName`,
`get_user.name`, `HTTPServer`); Chinese, Japanese and Korean runs, which have no gaps, become
overlapping pairs.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable

HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
WORD = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
LONGEST_WORD = 64
"""A longer one is a key or a blob: nobody asks for it, and stemming it costs."""

_STOP = """
a an the this that these those some any each every all both few more most much many several
other another such own same no nor not none only just also too very so than then
and or but if because as until while of at by for with without within about against between
into through during before after above below to from up down in out on off over under again
further once per via upon
i me my mine myself we us our ours you your yours he him his she her hers it its they them their
theirs who whom whose which what when where why how here there
is am are was were be been being have has had having do does did doing done can could will would
shall should may might must cannot don doesn didn isn aren wasn won wouldn couldn shouldn ain
ve ll re d s t m
let lets get gets got getting give gives giving given make makes made making take tell know knows
want wants wanted need needs needed like help helps helping please kindly thanks thank hello hi
hey ok okay use using used uses tool tools able anything something someone anyone everything
thing things way ways lot kind sort bit really maybe now today
provide provides provided providing assist assists assistance offer suggest recommend wondering
interested looking look possible possibly specific specifically particular particularly various
relevant appropriate etc including include includes regarding related based well good best great
"""
STOP_WORDS = frozenset(_STOP.split())
"""English function words, and the words in which people ask for anything at all."""


def split(text: str) -> list[str]:
    """The words of a text or a name, lower-case, in their order, stop words too."""
    words: list[str] = []
    for word in WORD.findall(HUMP.sub(" ", text).lower()):
        if "\u3040" <= word[0] <= "\ud7af":
            words += _pairs(word)
        elif len(word) <= LONGEST_WORD:
            words.append(word)
    return words


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


class Stemmer:
    """One word's stem, remembered: descriptions repeat few words, and a stem costs some 20 µs."""

    def __init__(self, limit: int = 50_000) -> None:
        self._stem: Callable[[str], str] | None = None
        self._known: dict[str, str] = {}
        self._limit = limit

    def stem(self, word: str) -> str:
        stem = self._known.get(word)
        if stem is None:
            if len(self._known) >= self._limit:
                self._known.clear()
            stem = self._known[word] = self._load()(word)
        return stem

    def _load(self) -> Callable[[str], str]:
        """Imported when first needed: the library loads 30 languages, 40 ms that a start should not pay."""
        if self._stem is None:
            self._stem = importlib.import_module("snowballstemmer").stemmer("english").stemWord
        return self._stem

    def stems(self, text: str) -> list[str]:
        """Stems of all words of a text that are not stop words, in their order."""
        return [self.stem(word) for word in split(text) if word not in STOP_WORDS]
