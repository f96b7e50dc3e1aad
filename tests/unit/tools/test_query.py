"""The forms of a ToolSearch query, over a small catalog."""

from __future__ import annotations

import json

import pytest

from ripwire.errors import Failure, Kind
from ripwire.tools import query, scoring
from ripwire.tools.registry import Catalog, Tool
from ripwire.tools.words import Stemmer

TOOLS = (
    Tool(name="mcp__slack__send_message", description="Post to a channel.", server="slack"),
    Tool(name="mcp__slack__list_channels", description="All channels.", server="slack"),
    Tool(name="mcp__mail__send_message", description="Send an email.", server="mail"),
    Tool(name="mcp__postgres__run_query", description="Execute SQL.", server="postgres"),
    Tool(name="NotebookEdit", description="Edit a notebook cell.", search_hint="jupyter ipynb"),
    Tool(name="send", description="Nothing to do with anything."),
    Tool(name="Weather", description="Tomorrow's forecast: how to send <b>rain</b> & snow."),
)


@pytest.fixture
def ask():
    catalog, stemmer = Catalog.of(TOOLS), Stemmer()
    index = scoring.build(scoring.Scorer.BM25, catalog.tools, stemmer)

    def ask(text: str, max_results: int = 5) -> query.Found:
        return query.search(catalog, index, stemmer, text, max_results)

    return ask


def names(found: query.Found) -> list[str]:
    return [hit.tool.name for hit in found.hits]


def test_select_keeps_the_order_asked_for_and_resolves_unique_short_names(ask):
    found = ask(" select: 'RUN_QUERY', `NotebookEdit` ,mcp__slack__list_channels,NotebookEdit")
    assert names(found) == ["mcp__postgres__run_query", "NotebookEdit", "mcp__slack__list_channels"]
    assert found.missing == ()


def test_select_says_which_names_nobody_or_more_than_one_has(ask):
    found = ask("select:send_message,NotebookEdt")
    assert names(found) == []
    assert found.missing == ("send_message", "NotebookEdt")
    assert "mcp__mail__send_message, mcp__slack__send_message" in found.notes[0]
    assert "near: NotebookEdit" in found.notes[1]


def test_select_lists_the_names_that_found_no_room(ask):
    found = ask("select:NotebookEdit,Weather,send", max_results=1)
    assert names(found) == ["NotebookEdit"]
    assert found.more == ("Weather", "send")


def test_whole_name_comes_first_whatever_the_scores_say(ask):
    assert names(ask("send"))[0] == "send"
    assert names(ask("notebookedit")) == ["NotebookEdit"]


def test_server_prefix_gives_that_servers_tools(ask):
    both = ["mcp__slack__list_channels", "mcp__slack__send_message"]
    assert names(ask("mcp__slack")) == both
    assert names(ask("mcp__slack__")) == both
    assert names(ask("mcp__slack__s")) == ["mcp__slack__send_message"]


def test_required_word_must_stand_in_a_name_part(ask):
    assert names(ask("+slack send")) == ["mcp__slack__send_message", "mcp__slack__list_channels"]
    assert names(ask("+messages +mail")) == ["mcp__mail__send_message"]


def test_required_word_is_tried_over_descriptions_and_said_so(ask):
    found = ask("+jupyter edit")
    assert names(found) == ["NotebookEdit"]
    assert "No tool has +jupyter in its name; these" in found.notes[0]
    nothing = ask("+nosuchthing edit")
    assert names(nothing) == []
    assert nothing.notes == ("No tool has +nosuchthing in its name",)


@pytest.mark.parametrize("text", ["", "  ", "''", "what is the", "select:", "select: , ", "+", "???"])
def test_query_that_says_nothing_is_an_error_that_shows_the_forms(ask, text):
    with pytest.raises(Failure) as failure:
        ask(text)
    assert failure.value.kind is Kind.INVALID_PARAMS
    assert "select:NAME" in failure.value.detail


def test_query_is_bounded(ask):
    with pytest.raises(Failure):
        ask("word " * 1000)


def test_more_than_the_cap_is_cut_and_said(ask):
    assert "At most 20" in ask("send", max_results=500).notes[0]


def test_typing_slip_and_other_word_for_the_same_thing_are_found(ask):
    assert names(ask("mesage chanels"))[0].startswith("mcp__")
    assert names(ask("temperature on monday")) == ["Weather"]


def test_description_cannot_inject_markup(ask):
    definition = ask("select:Weather").hits[0].definition
    assert not set("<>&") & set(definition)
    assert json.loads(definition)["description"].endswith("<b>rain</b> & snow.")


def test_equal_scores_are_ordered_by_name(ask):
    assert names(ask("channels"))[0] == "mcp__slack__list_channels"
    assert ask("channels") == ask("channels")


def test_saving_is_told_against_loading_everything(ask):
    found = ask("select:NotebookEdit")
    assert 0 < found.saved_bytes < sum(len(tool.canonical()) for tool in TOOLS)
    assert found.saved_tokens == found.saved_bytes // 4
