"""Vue, Svelte and HTML: the scripts in them, by the rules of JavaScript or TypeScript; in HTML also its headings and ids."""

from __future__ import annotations

import re

from ripwire.services.symbols import braces
from ripwire.services.symbols.blanking import line_starts
from ripwire.services.symbols.kinds import Symbol
from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language
from ripwire.services.symbols.languages import javascript
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis, block_comment

_SCRIPT = re.compile(
    r"<script\b(?P<attributes>[^>]*)>(?P<code>.*?)(?:</script>|\Z)", re.DOTALL | re.IGNORECASE
)
_NOT_LINE_END = re.compile(r"[^\n]")
_HEADING = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h\1>", re.DOTALL | re.IGNORECASE)
_ID = re.compile(r"<[a-zA-Z][^<>]*?\bid\s*=\s*[\"']?(?P<n>[^\s\"'<>]+)", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NO_CODE = re.compile(
    r"type\s*=\s*[\"'](?!module|text/(?:java|type|babel)|application/(?:java|ecma))", re.IGNORECASE
)
_JAVASCRIPT, _TYPESCRIPT, _TSX = javascript.LANGUAGES
_LONGEST_HEADING = 200


def _blank(text: str) -> str:
    return _NOT_LINE_END.sub(" ", text)


def _scripts(text: str, _language: Language) -> list[Symbol]:
    """The symbols of every script, at their places in the whole text."""
    found: list[Symbol] = []
    for match in _SCRIPT.finditer(text):
        if _NO_CODE.search(match["attributes"]):
            continue
        code = _blank(text[: match.start("code")]) + match["code"]
        typed = re.search(r"lang\s*=\s*[\"']tsx?", match["attributes"]) is not None
        found += braces.scan(code, _TYPESCRIPT if typed else _JAVASCRIPT)
    return found


def _html(text: str, language: Language) -> list[Symbol]:
    shown = _COMMENT.sub(lambda match: _blank(match.group()), text)
    found = _scripts(shown, language)
    shown = _SCRIPT.sub(lambda match: _blank(match.group()), shown)
    starts = line_starts(text)
    line = 1
    for match in sorted([*_HEADING.finditer(shown), *_ID.finditer(shown)], key=lambda match: match.start()):
        while line < len(starts) and starts[line] <= match.start():
            line += 1
        if symbol := _element(match, line, starts):
            found.append(symbol)
    return sorted(found, key=lambda symbol: (symbol.line, symbol.column))


def _element(match: re.Match[str], line: int, starts: list[int]) -> Symbol | None:
    if "n" in match.re.groupindex:
        at, name, kind = match.start("n"), match["n"], K.KEY
    else:
        at, name, kind = match.start(2), " ".join(_TAG.sub(" ", match[2]).split()), K.HEADING
        at += len(match[2]) - len(match[2].lstrip())
    while line < len(starts) and starts[line] <= at:
        line += 1
    if not name:
        return None
    return Symbol(
        name=name[:_LONGEST_HEADING],
        kind=kind,
        line=line,
        column=at - starts[line - 1],
        end_line=line,
        extra=True,
    )


def _language(name: str, globs: tuple[str, ...]) -> Language:
    return Language(
        name=name,
        globs=globs,
        layout=Layout.BRACES,
        braces=_TYPESCRIPT.braces,
        lexis=Lexis(
            starts=_TYPESCRIPT.lexis.starts + "<",
            plain=(block_comment("<!--", "-->"), *_TYPESCRIPT.lexis.plain),
            templates=_TYPESCRIPT.lexis.templates,
        ),
        locals=_TYPESCRIPT.locals,
        not_names=_TYPESCRIPT.not_names,
        rules=_TYPESCRIPT.rules,
        own_scan=_html if name == "html" else _scripts,
    )


LANGUAGES = (
    _language("vue", ("*.vue",)),
    _language("svelte", ("*.svelte",)),
    _language("html", ("*.html", "*.htm", "*.xhtml")),
)
