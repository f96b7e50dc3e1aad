"""HTML into Markdown: headings, links, nested lists, tables and code kept; scripts, styles, images out.

Measured on our own pages in `tests/support/pages` (`python -m tests.bench.markdown`): markdownify
kept the tables, code and nesting that trafilatura, made for articles, dropped.  Pages are foreign:
the input is bounded, and one that is nested too deeply comes out as plain text.
"""

from __future__ import annotations

import re
from typing import Any

import attrs
from bs4 import BeautifulSoup
from bs4.element import Comment, Tag
from markdownify import MarkdownConverter

MAX_INPUT = 2_000_000
"""Characters: a page of 2 MB takes about 3 s, in a thread."""
OUT = (
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "iframe",
    "object",
    "canvas",
    "img",
    "picture",
    "video",
)
BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
FENCE = re.compile(r"^`{3,}", re.MULTILINE)


@attrs.frozen
class Converted:
    markdown: str
    title: str | None
    notes: tuple[str, ...] = ()


class _Converter(MarkdownConverter):
    """Text may not become markup: `&lt;b&gt;` on the page is `&lt;b>` here, but code stays as it is."""

    def escape(self, text: str, parent_tags: Any) -> str:
        if {"code", "pre", "kbd", "samp"} & set(parent_tags):
            return text
        return text.replace("&", "&amp;").replace("<", "&lt;") if "<" in text else text


def to_markdown(html: str) -> Converted:
    """What a reader sees of the page, and its title."""
    notes = []
    if len(html) > MAX_INPUT:
        html = html[:MAX_INPUT]
        notes.append(f"Only the first {MAX_INPUT:,} characters of the page's source were converted")
    try:
        soup = BeautifulSoup(html, "html.parser")
        title = _title(soup)
        _clean(soup)
        text = _Converter(
            heading_style="ATX", bullets="-", code_language_callback=_language, newline_style="backslash"
        ).convert_soup(soup)
    except RecursionError:
        notes.append("The page is nested too deeply to keep its structure: this is its plain text")
        return Converted(_plain(html), _plain_title(html), tuple(notes))
    return Converted(_tidy(text), title, tuple(notes))


def _title(soup: BeautifulSoup) -> str | None:
    if soup.title is not None and soup.title.string:
        return " ".join(soup.title.string.split())[:300]
    return None


def _clean(soup: BeautifulSoup) -> None:
    if soup.head is not None:
        soup.head.decompose()
    for tag in soup.find_all(OUT):
        tag.decompose()
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()


def _language(tag: Tag) -> str | None:
    """`class="language-python"` on the block or on the code inside it."""
    for one in (tag, tag.find("code")):
        for name in (one.get("class") or ()) if isinstance(one, Tag) else ():
            match = re.fullmatch(r"(?:language|lang|highlight-source)-([\w+#-]+)", name)
            if match:
                return match[1]
    return None


def _tidy(text: str) -> str:
    """Spaces at line ends and runs of empty lines go, outside code."""
    parts = re.split(r"(^```.*?^```[ \t]*$)", text, flags=re.MULTILINE | re.DOTALL)
    for at in range(0, len(parts), 2):
        parts[at] = BLANK_LINES.sub("\n\n", re.sub(r"[ \t\u00a0]+$", "", parts[at], flags=re.MULTILINE))
    return "".join(parts).strip()


def _plain(html: str) -> str:
    """By regular expressions alone: linear, and no nesting can hurt it."""
    text = re.sub(r"(?is)<(script|style|noscript)\b.*?(</\1\s*>|\Z)", " ", html)
    text = re.sub(r"(?s)<!--.*?(-->|\Z)|<[^>]*>", "\n", text)
    for entity, sign in (("&nbsp;", " "), ("&amp;", "&"), ("&quot;", '"'), ("&#39;", "'")):
        text = text.replace(entity, sign)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _plain_title(html: str) -> str | None:
    match = re.search(r"(?is)<title[^>]*>([^<]{1,300})", html)
    return " ".join(match[1].split()) if match else None
