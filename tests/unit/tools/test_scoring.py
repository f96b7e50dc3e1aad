"""The scorers on our own set of 400 tools and 251 queries; the public sets are a bench."""

from __future__ import annotations

import pytest

from ripwire.tools import scoring
from ripwire.tools.registry import Tool
from ripwire.tools.scoring import Scorer
from ripwire.tools.words import STOP_WORDS, Stemmer, split
from tests.support import tool_set
from tests.support.recall import recall


@pytest.mark.parametrize(("scorer", "at_least"), [(Scorer.BM25, 0.77), (Scorer.WEIGHTS, 0.63)])
def test_recall_on_our_own_set_does_not_fall(scorer, at_least):
    tools, queries = tool_set.tools(), tool_set.queries()
    assert len(tools) >= 300
    assert len(queries) >= 200
    assert {name for _, right in queries for name in right} <= {tool.name for tool in tools}
    assert recall(scorer, tools, queries).at_5 >= at_least


def test_names_are_split_where_people_read_a_gap():
    assert split("getUserName") == ["get", "user", "name"]
    assert split("HTTPServer.start-now__v2") == ["http", "server", "start", "now", "v2"]
    assert split("八字信息 test") == ["八字", "字信", "信息", "test"]
    assert split("x" * 500) == []


@pytest.mark.parametrize("scorer", list(Scorer))
def test_foreign_schemas_of_any_shape_are_survived(scorer):
    odd = [None, {}, {"properties": []}, {"properties": {"a": None, "b": {"enum": 3, "items": []}}}]
    tools = [Tool(name=f"t{n}", input_schema=schema) for n, schema in enumerate(odd)]
    nested: dict = {"properties": {}}
    for _ in range(100):
        nested = {"properties": {"deeper": nested}}
    tools.append(Tool(name="deep", input_schema=nested))
    assert scoring.build(scorer, tools, Stemmer()).best(["deep"], 5)


def test_weights_count_as_written():
    tools = [
        Tool(name="mcp__git__commit", description="commit changes", server="git"),
        Tool(name="commit", description="x"),
        Tool(name="recommit"),
        Tool(name="x", search_hint="commit"),
        Tool(name="y", description="uncommitted"),
    ]
    index = scoring.build(Scorer.WEIGHTS, tools, Stemmer())
    assert index.best(["commit"], 9) == [(0, 12 + 2), (1, 10), (2, 5), (3, 4), (4, 2)]
    assert index.scores(["commit", "nothing"], [4, 0]) == {4: 2, 0: 14}


def test_shortcut_to_the_best_changes_no_answer():
    tools = sorted(tool_set.tools(), key=lambda tool: tool.name)
    index = scoring.build(Scorer.BM25, tools, Stemmer())
    for text, _ in tool_set.queries():
        words = [word for word in split(text) if word not in STOP_WORDS]
        every = index.scores(words, range(len(tools)))
        best = sorted((at for at in every if every[at] > 0), key=lambda at: (-every[at], at))[:5]
        assert [at for at, _ in index.best(words, 5)] == best


def test_stemmer_forgets_before_it_grows_without_bound():
    stemmer = Stemmer(limit=10)
    assert [stemmer.stem(f"words{n}ing") for n in range(50)]
    assert len(stemmer._known) <= 10
    assert "the" in STOP_WORDS
