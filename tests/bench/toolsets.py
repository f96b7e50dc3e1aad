"""Recall@5 on the public sets: `RIPWIRE_TOOLSETS=FOLDER python -m tests.bench.toolsets`.

Prints one table: each scorer on MetaTool (one tool, several tools), BFCL and LiveMCPBench's steps,
then the median time of a query over 527 and over 10,000 tools.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from ripwire.tools.registry import Tool
from ripwire.tools.scoring import Scorer
from tests.support.recall import Queries, recall

Set = tuple[list[Tool], Queries]


def metatool(folder: Path) -> tuple[Set, Set]:
    described = json.loads(folder.joinpath("plugin_des.json").read_text("utf-8"))
    tools = [Tool(name=name, description=text) for name, text in described.items()]
    with folder.joinpath("all_clean_data.csv").open(encoding="utf-8") as file:
        single = [(row["Query"], {row["Tool"]}) for row in csv.DictReader(file)]
    golden = json.loads(folder.joinpath("multi_tool_query_golden.json").read_text("utf-8"))
    return (tools, single), (tools, [(one["query"], set(one["tool"])) for one in golden])


def bfcl(folder: Path) -> Set:
    """The live functions pooled under their distinct names; a query is what the user says."""
    name = "BFCL_v4_live_multiple.json"
    right = {
        line["id"]: set().union(*line["ground_truth"]) for line in _lines(folder / f"possible_answer_{name}")
    }
    tools: dict[str, Tool] = {}
    queries = []
    for line in _lines(folder / name):
        for function in line["function"]:
            tools.setdefault(
                function["name"],
                Tool(
                    name=function["name"],
                    description=function["description"],
                    input_schema=function["parameters"],
                ),
            )
        said = [turn["content"] for turns in line["question"] for turn in turns if turn["role"] == "user"]
        queries.append((" ".join(said), right[line["id"]]))
    return list(tools.values()), queries


def livemcp(folder: Path) -> Set:
    """Steps of those tasks that annotate as many tools as steps: a query is the step's sentence."""
    tools, full = [], {}
    for project in json.loads(folder.joinpath("tools.json").read_text("utf-8")):
        for server, listed in project["tools"].items():
            for one in listed["tools"]:
                name = f"mcp__{server}__{one['name']}"
                schema, text = one.get("inputSchema"), one.get("description") or ""
                tools.append(Tool(name=name, description=text, input_schema=schema, server=server))
                full.setdefault(one["name"], set()).add(name)
    queries = []
    for task in json.loads(folder.joinpath("all_annotations.json").read_text("utf-8")):
        steps, names = (_numbered(task["Annotator Metadata"][part]) for part in ("Steps", "Tools"))
        if len(steps) == len(names):
            queries += [(step, full[name]) for step, name in zip(steps, names, strict=True) if name in full]
    return tools, queries


def main() -> None:
    folder = Path(os.environ.get("RIPWIRE_TOOLSETS", ""))
    if not folder.joinpath("metatool").is_dir():
        sys.exit("RIPWIRE_TOOLSETS must name the folder that holds metatool, bfcl and livemcpbench")
    single, multi = metatool(folder / "metatool")
    sets = {"MetaTool": single, "MetaTool multi": multi, "BFCL": bfcl(folder / "bfcl")}
    sets["LiveMCP step"] = livemcp(folder / "livemcpbench")
    say("| scorer | " + " | ".join(f"{n} {len(q)} / {len(t)}" for n, (t, q) in sets.items()) + " |")
    say("| --- |" + " --- |" * len(sets))
    for scorer in Scorer:
        row = [100 * recall(scorer, *one, any_of=name.startswith("Live")).at_5 for name, one in sets.items()]
        say(f"| {scorer} | " + " | ".join(f"{value:.1f}" for value in row) + " |")
    _times(*sets["LiveMCP step"])


def _times(tools: list[Tool], queries: Queries) -> None:
    say("\n| scorer | tools | build ms (CPU) | median ms of a query (CPU) |\n| --- | --- | --- | --- |")
    many = [_copy(tools[n % len(tools)], n // len(tools)) for n in range(10_000)]
    for scorer in Scorer:
        for some in (tools, many):
            told = recall(scorer, some, queries)
            say(f"| {scorer} | {len(some)} | {told.build_ms:.0f} | {told.median_ms:.2f} |")


def _copy(tool: Tool, number: int) -> Tool:
    """The same tool under another name, so that a set may be made larger."""
    name = f"{tool.name}_{number}"
    return Tool(
        name=name,
        description=tool.description,
        input_schema=tool.input_schema,
        server=f"{tool.server}{number}",
    )


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _numbered(text: str) -> list[str]:
    return [re.sub(r"^\s*\d+\.\s*", "", line).strip() for line in text.splitlines() if line.strip()]


if __name__ == "__main__":
    main()
