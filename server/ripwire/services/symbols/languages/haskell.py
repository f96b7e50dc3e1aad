"""Haskell: a declaration begins in the first column and lasts until the next one does."""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterator

from ripwire.services.symbols.blanking import blank, line_starts
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import TOP, Language, Rule, words
from ripwire.services.symbols.lexis import Lexis

_OPERATOR = r"[!#$%&*+./<=>?@\\^|~:-]+"
_LOWER = r"[a-z_][\w']*"
_UPPER = r"[A-Z][\w']*"
_CONTEXT = r"(?:[^=\n]*=>[ \t]*)?"

_CHUNK = re.compile(r"^(?=[^\s#{}])", re.MULTILINE)
_SIGNATURE = re.compile(
    rf"(?P<names>(?:{_LOWER}|\({_OPERATOR}\))(?:\s*,\s*(?:{_LOWER}|\({_OPERATOR}\)))*)\s*::(?!:)"
)
_EQUATION = re.compile(rf"(?P<name>{_LOWER}|\({_OPERATOR}\))(?![\w'])(?P<rest>[^\n]*)")
_INFIX = re.compile(rf"\S+\s+(?:`(?P<quoted>{_LOWER})`|(?![=|]\s){_OPERATOR})\s")
_UPPER_NAME = re.compile(_UPPER)
_NAME = re.compile(rf"{_LOWER}|(?<=\(){_OPERATOR}(?=\))")
_TYPE = re.compile(
    rf"(?:(?P<data>data|newtype)(?!\s+(?:family|instance)\b)|(?P<type>type(?:\s+family)?(?!\s+(?:family|instance)\b)|data\s+family)"
    rf"|(?P<class>class))\s+(?:[^=|:{{}}\n]*?=>\s*|\([^()]*\)\s*=>\s*)?\(?(?P<n>{_UPPER})"
)
_CONSTRUCTOR = re.compile(rf"[=|]\s*(?:forall\b[^.]*\.\s*)?(?:[^=|(){{}}\n]*=>\s*)?(?P<n>{_UPPER})")
_GADT = re.compile(rf"^\s+(?P<n>{_UPPER}(?:\s*,\s*{_UPPER})*)\s*::", re.MULTILINE)
_FIELDS = re.compile(rf"[{{,]\s*(?P<n>{_LOWER}(?:\s*,\s*{_LOWER})*)\s*::")
_METHOD = re.compile(
    _SIGNATURE.pattern.replace("(?P<names>", r"^[ \t]+(?:default\s+)?(?P<names>", 1), re.MULTILINE
)
_WORDS = words(
    "module import infixr infixl infix deriving instance type data class newtype where foreign default pattern let in case of if then else do"
)


_DEFINES = re.compile(r"(?:^|\s)[=|](?:\s|$)", re.MULTILINE)


def _head_of(chunk: str) -> str:
    """The text of an equation before a splice or a body in brackets begins."""
    return chunk.split("[d|", 1)[0]


class _Scan:
    def __init__(self, text: str, language: Language) -> None:
        self.code = blank(text, language)
        self.starts = line_starts(self.code)
        self.found: list[Symbol] = []
        self._known: set[str] = set()
        self._last = ""

    def run(self) -> list[Symbol]:
        starts = [match.start() for match in _CHUNK.finditer(self.code)]
        for start, end in itertools.pairwise([*starts, len(self.code)]):
            self._declaration(self.code[start:end], start)
        return sorted(self.found, key=lambda symbol: (symbol.line, symbol.column))

    def _declaration(self, chunk: str, at: int) -> None:
        word = chunk.split(None, 1)[0] if chunk.strip() else ""
        if match := _TYPE.match(chunk):
            self._type(match, chunk, at)
        elif word in _WORDS:
            return
        elif match := _SIGNATURE.match(chunk):
            self._signature(match, at, "", K.FUNCTION)
        else:
            self._equation(chunk, at)

    def _signature(self, match: re.Match[str], at: int, container: str, kind: K) -> None:
        for name in _NAME.finditer(match["names"]):
            if kind is K.FUNCTION and (name.group() in self._known or name.group() in _WORDS):
                continue
            self._known.add(name.group())
            self._add(kind, name.group(), at + match.start("names") + name.start(), at, container)

    def _equation(self, chunk: str, at: int) -> None:
        """A function without a signature: its first equation defines it."""
        infix = _INFIX.match(chunk)
        match = _EQUATION.match(chunk)
        if match is None or (infix and not infix["quoted"]) or not _DEFINES.search(_head_of(chunk)):
            return
        name, start = match["name"].strip("()"), at + (match["name"][0] == "(")
        if infix and infix["quoted"]:
            name, start = infix["quoted"], at + infix.start("quoted")
        if name not in self._known and name not in _WORDS:
            self._known.add(name)
            self._add(K.FUNCTION, name, start, at, "")

    def _type(self, match: re.Match[str], chunk: str, at: int) -> None:
        kind = K.CLASS if match["data"] else K.TYPE if match["type"] else K.INTERFACE
        self._add(kind, match["n"], at + match.start("n"), at + len(chunk.rstrip()) - 1, "")
        if match["class"]:
            for method in _METHOD.finditer(chunk, match.end()):
                self._signature(method, at, match["n"], K.METHOD)
        elif match["data"]:
            for kind, name, start in _parts(chunk, match.end()):
                self._add(kind, name, at + start, at + start, match["n"])

    def _add(self, kind: K, name: str, at: int, end: int, container: str) -> None:
        line = bisect.bisect_right(self.starts, at)
        last = max(line, bisect.bisect_right(self.starts, end))
        extra = kind in (K.ENUM_MEMBER, K.FIELD)
        self.found.append(
            Symbol(
                name=name,
                kind=kind,
                line=line,
                column=at - self.starts[line - 1],
                end_line=last,
                container=container,
                extra=extra,
            )
        )


def _parts(chunk: str, at: int) -> Iterator[tuple[K, str, int]]:
    """The constructors of a data type, and the fields of its records."""
    stop = chunk.find("deriving", at)
    end = stop if stop >= 0 else len(chunk)
    pattern = (
        _CONSTRUCTOR
        if chunk.find("=", at, end) >= 0 and "where" not in chunk[at : chunk.find("=", at, end)]
        else _GADT
    )
    for match in pattern.finditer(chunk, at, end):
        for name in _UPPER_NAME.finditer(match["n"]):
            yield K.ENUM_MEMBER, name.group(), match.start("n") + name.start()
    for match in _FIELDS.finditer(chunk, at, end):
        for name in _NAME.finditer(match["n"]):
            yield K.FIELD, name.group(), match.start("n") + name.start()


LANGUAGE = Language(
    name="haskell",
    globs=("*.hs", "*.hsc"),
    lexis=Lexis(
        starts="\"'{-",
        plain=(
            r"\{-.*?(?:-\}|\Z)",
            r"(?<![\w'])'(?:[^'\\\n]|\\[^'\n]+|\\')'",
            r"--+(?=[^!#$%&*+./<=>?@\\^|~:\n-]|$)[^\n]*",
            r'"(?:[^"\\]|\\\s+\\|\\.)*"',
        ),
    ),
    not_names=_WORDS,
    rules=(
        Rule(K.CLASS, rf"(?:data|newtype)[ \t]+{_CONTEXT}(?P<n>{_UPPER})", where=frozenset({TOP})),
        Rule(K.TYPE, rf"type[ \t]+(?:family[ \t]+)?(?P<n>{_UPPER})", where=frozenset({TOP})),
        Rule(K.TYPE, rf"data[ \t]+family[ \t]+(?P<n>{_UPPER})", where=frozenset({TOP})),
        Rule(K.INTERFACE, rf"class[ \t]+(?:[^\n]*=>[ \t]*)?(?P<n>{_UPPER})", where=frozenset({TOP})),
        Rule(K.FUNCTION, rf"(?P<n>{_LOWER})(?:[ \t]*,[ \t]*{_LOWER})*[ \t]*(?:::|$)", where=frozenset({TOP})),
        Rule(K.FUNCTION, rf"\((?P<n>{_OPERATOR})\)[ \t]*::", where=frozenset({TOP})),
    ),
    own_scan=lambda text, language: _Scan(text, language).run(),
)
