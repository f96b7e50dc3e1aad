"""Who sees which tools, and when a search is offered instead of them."""

from __future__ import annotations

import pytest

from ripwire.errors import Failure
from ripwire.tools import registry
from ripwire.tools.registry import Registry, Tool, fingerprint


def tool(name: str, description: str = "") -> Tool:
    return Tool(name=name, description=description)


def seen(registry_: Registry, owner: str) -> dict[str, str]:
    return {one.name: one.description for one in registry_.catalog(owner).tools}


def test_own_tools_are_private_and_shared_ones_are_everybodys():
    tools = Registry()
    assert tools.register("a", [tool("mine")]) == 1
    assert tools.register("a", [tool("ours")], shared=True) == 2
    assert seen(tools, "a") == {"mine": "", "ours": ""}
    assert seen(tools, "b") == {"ours": ""}


def test_own_tool_wins_over_a_shared_one_of_the_same_name():
    tools = Registry()
    tools.register("a", [tool("x", "shared")], shared=True)
    tools.register("b", [tool("x", "own")])
    assert seen(tools, "b") == {"x": "own"}
    assert seen(tools, "c") == {"x": "shared"}


def test_an_owner_takes_its_tools_along():
    tools = Registry()
    tools.register("a", [tool("one"), tool("two")], shared=True)
    assert tools.unregister("a", ["one", "nobody"]) == 1
    assert seen(tools, "b") == {"two": ""}
    assert tools.unregister("a") == 1
    assert seen(tools, "b") == {}


def test_changed_description_changes_the_fingerprint_and_order_does_not():
    one, two = tool("one"), tool("two")
    assert fingerprint([one, two]) == fingerprint([two, one])
    assert fingerprint([one, tool("two", "new")]) != fingerprint([one, two])


def test_search_is_offered_for_many_tools_or_large_schemas():
    tools = Registry()
    tools.register("a", [tool(f"t{n}") for n in range(50)])
    assert not tools.catalog("a").offers_search(None)
    assert tools.catalog("a").offers_search(1000)
    tools.register("a", [tool("one_more")])
    assert tools.catalog("a").offers_search(None)
    big = Registry()
    big.register("a", [tool("x", "long " * 8000)])
    assert big.catalog("a").offers_search(None)
    assert not big.catalog("a").offers_search(1_000_000)


def test_one_client_cannot_register_without_bound(monkeypatch):
    monkeypatch.setattr(registry, "MAX_TOOLS", 3)
    with pytest.raises(Failure):
        Registry().register("a", [tool(f"t{n}") for n in range(4)])
