"""HTML into Markdown: headings, links, nested lists, tables and code kept; scripts, styles, images out.

Measured on our own pages in `tests/support/pages` (`python -m tests.bench.markdown`): markdownify
kept the tables, code and nesting that trafilatura, made for articles, dropped.  Pages are foreign:
the input is bounded, and one that is nested too deeply comes out as plain text.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

import attrs
from bs4 import BeautifulSoup
from bs4.element import Comment, Tag
from markdownify import MarkdownConverter

MAX_INPUT = 2_000_000
MAX_TAGS = 30_000
"""Tags are what costs, about 0.1 ms each; a long encyclopedia article has some 15,000."""
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
    "select",
    "textarea",
    "input",
)
BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
TAG_LIKE = re.compile(r"<(?=[A-Za-z/!?])")
ENTITY_LIKE = re.compile(r"&(?=#?\w{2,10};)")


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
        text = TAG_LIKE.sub("&lt;", ENTITY_LIKE.sub("&amp;", text))
        return text.replace("|", "\\|") if {"td", "th"} & set(parent_tags) else text


def to_markdown(html: str) -> Converted:
    """What a reader sees of the page, and its title."""
    html, notes = _bounded(html)
    try:
        soup = BeautifulSoup(html, "lxml")
        title = _title(soup)
        _clean(soup)
        text = _Converter(
            heading_style="ATX", bullets="-", code_language_callback=_language, newline_style="backslash"
        ).convert_soup(soup)
    except RecursionError:
        notes.append("The page is nested too deeply to keep its structure: this is its plain text")
        return Converted(_plain(html), _plain_title(html), tuple(notes))
    return Converted(_tidy(text), title, tuple(notes))


def _bounded(html: str) -> tuple[str, list[str]]:
    """As much of the source as can be converted in a few seconds, and a word about it."""
    end = min(len(html), MAX_INPUT)
    if html.count("<", 0, end) > 2 * MAX_TAGS:
        end = next(itertools.islice(re.finditer("<", html), 2 * MAX_TAGS, None)).start()
    if end == len(html):
        return html, []
    return html[:end], [f"Only the first {end:,} of {len(html):,} characters of the source were converted"]


def _title(soup: BeautifulSoup) -> str | None:
    if soup.title is not None and soup.title.string:
        return " ".join(soup.title.string.split())[:300]
    return None


def _clean(soup: BeautifulSoup) -> None:
    if soup.head is not None:
        soup.head.decompose()
    for tag in soup.find_all(list(OUT)):
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
