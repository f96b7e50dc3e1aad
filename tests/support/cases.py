"""Case files: a tree, requests and their answers in one text, read and written back.

    What it proves, in a line or more.
    --- file src/a.txt
    text of the file
    --- request ripwire/grep
    {"pattern": "text"}
    --- answer
    {"matches": [ … ]}

Line ends stand as they are; `--- file` may be followed by `(no newline)`, or by `(base64)` for bytes.
A request of LSP that is a notification has no answer.  `$ROOT` stands for the root and its
URI, `$ABOVE` for the folder that holds it.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import attrs

from tests.support.client import RawClient

_HEAD = re.compile(r"^--- (file|request|notify|answer)(?: (\S+))?(?: \((.+)\))?$")
_VOLATILE = {"queuedMs": 0, "workedMs": 0, "cursor": "…", "modified": 0, "bytesSearched": 0}
"""Keys that differ on each run, and what stands for them."""
WIDTH = 110
_UNSAID = ("coverage",)
"""Parts of an answer that a case gives only when it is about them."""


@attrs.define
class Block:
    kind: str
    name: str
    note: str
    text: str


@attrs.define
class Case:
    path: Path
    title: str
    blocks: list[Block]

    @classmethod
    def read(cls, path: Path) -> Case:
        title, blocks = [], list[Block]()
        for line in path.read_text("utf-8").splitlines(keepends=True):
            head = _HEAD.match(line.rstrip("\n"))
            if head:
                blocks.append(Block(head[1], head[2] or "", head[3] or "", ""))
            elif blocks:
                blocks[-1].text += line
            else:
                title.append(line)
        return cls(path, "".join(title), blocks)

    def write(self) -> None:
        """The file again, with the answers that `blocks` now hold."""
        parts = [self.title]
        for block in self.blocks:
            words = ["---", block.kind, block.name, f"({block.note})" if block.note else ""]
            parts.append(" ".join(word for word in words if word) + "\n" + block.text)
        self.path.write_text("".join(parts), "utf-8")

    def plant(self, root: Path) -> None:
        """Make the tree."""
        for block in self.blocks:
            if block.kind == "file":
                place = root / block.name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(_content(block))

    async def play(self, client: RawClient, root: Path) -> list[tuple[Block, str]]:
        """Send everything in its order; each answer block with what was really answered."""
        played, found = list[tuple[Block, str]](), ""
        for block in self.blocks:
            if block.kind == "notify":
                client.notify(block.name, _params(block, root))
            elif block.kind == "request":
                answer = await client.answer(client.start(block.name, _params(block, root)))
                found = shown(answer, root)
            elif block.kind == "answer":
                played.append((block, found))
        return played


def shown(answer: dict[str, Any], root: Path) -> str:
    """An answer as a case file has it: the same on every machine and every run."""
    told = {key: answer[key] for key in ("result", "error") if key in answer}
    told = _rooted(_steady(told.get("result", told)), root)
    return _laid_out(told) + "\n"


def _rooted(value: Any, root: Path) -> Any:
    match value:
        case str():
            value = value.replace(root.as_uri(), "$ROOT").replace(str(root), "$ROOT")
            return value.replace(str(root.parent), "$ABOVE")
        case dict():
            return {key: _rooted(item, root) for key, item in value.items()}
        case list():
            return [_rooted(item, root) for item in value]
        case _:
            return value


def _steady(value: Any) -> Any:
    match value:
        case dict():
            kept = {key: item for key, item in value.items() if key not in _UNSAID}
            return {key: _VOLATILE.get(key, _steady(item)) for key, item in kept.items()}
        case list():
            return [_steady(item) for item in value]
        case _:
            return value


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON with whatever fits on one line on one line: people read these files."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + " "
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
    else:
        items = [_laid_out(item, inner) for item in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{right}"


def _params(block: Block, root: Path) -> Any:
    return json.loads(block.text.replace("$ROOT", root.as_uri()))


def _content(block: Block) -> bytes:
    match block.note:
        case "base64":
            return base64.b64decode(block.text)
        case "no newline":
            return block.text.removesuffix("\n").encode()
        case _:
            return block.text.encode()
