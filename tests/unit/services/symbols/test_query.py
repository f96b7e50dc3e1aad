"""Queries taken apart, and humps."""

from __future__ import annotations

import pytest

from ripwire.services.symbols import humps
from ripwire.services.symbols.match import Tier, tier_of
from ripwire.services.symbols.query import SymbolQuery, fit, parse


@pytest.mark.parametrize(
    ("text", "name", "qualifier"),
    [
        ("parse", "parse", ()),
        ("Outer::inner", "inner", ("outer",)),
        ("a.b.c", "c", ("a", "b")),
        ("src/main", "main", ("src",)),
        ("Class#method", "method", ("class",)),
        ("mod:fun", "fun", ("mod",)),
        ("outer.", "outer", ()),
        ("::global", "global", ()),
        ("  spaced out ", "spacedout", ()),
        ("", "", ()),
        ("::", "", ()),
    ],
)
def test_a_query_is_a_name_in_something(text, name, qualifier):
    assert parse(text) == SymbolQuery(name, qualifier)


def test_a_pasted_page_is_cut():
    assert len(parse("x" * 100_000).name) == 200


def test_a_qualifier_fits_container_or_path():
    assert fit((), "anything", "any/where.py") == 0
    assert fit(("store",), "Store", "a/b.py") == 0
    assert fit(("store",), "", "a/store.py") == 0
    assert fit(("stor",), "Store", "a/b.py") == 1
    assert fit(("ste",), "Store", "a/b.py") == 2
    assert fit(("zebra",), "Store", "a/b.py") is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("getPackageName", "gpn"),
        ("HTTPServer_new", "hsn"),
        ("KMALLOC_MAX", "km"),
        ("__init__", "i"),
        ("x2y", "x2y"),
    ],
)
def test_initials(name, expected):
    assert humps.initials(name) == expected


@pytest.mark.parametrize(
    ("typed", "name", "tier"),
    [
        ("parse", "parse", Tier.EXACT),
        ("PARSE", "parse", Tier.EXACT),
        ("par", "parse", Tier.PREFIX),
        ("gpn", "getPackageName", Tier.INITIALS),
        ("gp", "getPackageName", Tier.HUMPS),
        ("gepana", "getPackageName", Tier.HUMPS),
        ("gepana", "_get_package_name", Tier.HUMPS),
        ("name", "getPackageName", Tier.WORD),
        ("ackage", "getPackageName", Tier.INSIDE),
        ("gtkg", "getPackageName", Tier.SCATTERED),
        ("zz", "getPackageName", None),
    ],
)
def test_tiers(typed, name, tier):
    assert tier_of(typed, name) is tier


def test_no_name_makes_hump_matching_explode():
    assert not humps.in_chunks("a" * 60 + "b", "aA" * 2000)


def test_lowering_keeps_the_length():
    for name in ("İstanbul", "ẞharp", "Ünïcode", "plain", "日本語Name"):
        assert len(humps.lowered(name)) == len(name.encode())
