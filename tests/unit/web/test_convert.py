"""Pages into Markdown, against texts that were read by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripwire.web import charset, content, convert

PAGES = sorted((Path(__file__).parents[2] / "support" / "pages").glob("*.html"))


def test_there_are_enough_varied_pages():
    assert len(PAGES) >= 15


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_reads_as_expected(page):
    title, expected = page.with_suffix(".md").read_text("utf-8").split("\n\n", 1)
    text, _ = charset.decode(page.read_bytes(), "text/html")
    converted = convert.to_markdown(text)
    assert converted.markdown + "\n" == expected.removeprefix("\n")
    assert converted.title == (title.removeprefix("title: ") or None)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 5000 + "deep",
        "<p>word <b>x</b></p>" * 60_000,
        "<" * 500_000,
        "<!--" * 100_000,
        "<ul><li>" * 50_000,
        "<table><tr><td>" * 20_000,
        "\x00\ufffd" * 1000,
        "",
    ],
    ids=["deep", "many tags", "brackets", "comments", "lists", "tables", "garbage", "empty"],
)
def test_hostile_page_is_converted_within_bounds(html):
    assert isinstance(convert.to_markdown(html).markdown, str)


def test_cut_source_is_told():
    (note,) = convert.to_markdown("<p>word</p>" * 60_000).notes
    assert note.startswith("Only the first")


@pytest.mark.parametrize(
    ("body", "header", "text"),
    [
        ("é".encode("latin-1"), "text/html; charset=ISO-8859-1", "é"),
        ("€".encode("cp1252"), "text/html; charset=iso-8859-1", "€"),
        ("é".encode(), "text/html; charset=nonsense", "é"),
        ("\ufeffé".encode("utf-16"), "text/html; charset=utf-8", "é"),
        ("\ufeffx".encode(), "", "x"),
        ("<meta charset='windows-1251'>Привет".encode("cp1251"), "", "<meta charset='windows-1251'>Привет"),
        ("<?xml encoding='euc-kr'?>안".encode("euc-kr"), "", "<?xml encoding='euc-kr'?>안"),
        ("你好".encode("gb2312"), "text/plain; charset=GB2312", "你好"),
        ("naïve".encode(), "", "naïve"),
    ],
)  # fmt: skip
def test_charset_by_mark_header_meta_then_bytes(body, header, text):
    assert charset.decode(body, header)[0].removeprefix("\ufeff") == text


def test_charset_is_guessed_last():
    text = "Съешь же ещё этих мягких французских булок, да выпей чаю. " * 20
    assert charset.decode(text.encode("cp1251"), "")[0] == text


def test_media_type_is_told_by_bytes_before_header():
    assert content.sniff(b"%PDF-1.4", "text/html").sort is content.Sort.BINARY
    assert content.sniff(b"<html>", "application/octet-stream").sort is content.Sort.HTML
    assert content.sniff(b"abc", "application/octet-stream").sort is content.Sort.BINARY
    assert content.sniff(b"\xff\xfea\x00", "text/plain").sort is content.Sort.TEXT
    assert content.sniff(b"{}", "application/ld+json").sort is content.Sort.TEXT
