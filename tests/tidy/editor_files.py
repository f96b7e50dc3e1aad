"""Editor files made from the code.  `python -m tests.tidy.editor_files` writes them; a test finds stale ones.

The VS Code extension's server settings come from `config.Settings`, what agents need from `cli.print_config`,
and file types from the registry of languages.
"""

from __future__ import annotations

import enum
import json
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs

from ripwire import config
from ripwire.cli.print_config import CLIENTS
from ripwire.services.symbols import languages
from tests.tidy import describe

EDITORS = Path(__file__).parents[2] / "editors"
SERVER_SECTION = "Server"
LANGUAGE_IDS = {
    "bash": "shellscript",
    "c-header": "c",
    "jsx": "javascriptreact",
    "make": "makefile",
    "objc": "objective-c",
    "shell": "shellscript",
    "tsx": "typescriptreact",
}
"""Where LSP's name of a language is not ours."""


def vscode() -> str:
    """`package.json` with the settings that may come over the wire; the rest of it as it stands."""
    manifest = json.loads((EDITORS / "vscode" / "package.json").read_text("utf-8"))
    for section in manifest["contributes"]["configuration"]:
        if section["title"] == SERVER_SECTION:
            section["properties"] = dict(_properties())
    return _json(manifest)


def _properties() -> Iterator[tuple[str, dict[str, Any]]]:
    docs = describe.field_docs(config.Settings)
    for order, (path, field, type_) in enumerate(config.fields(), 100):
        if not field.metadata["local"]:
            shape = _shape(type_) | _default(field)
            yield f"ripwire.{path}", {**shape, "order": order, "markdownDescription": docs[field.name]}


def _shape(type_: Any) -> dict[str, Any]:
    if typing.get_origin(type_) is tuple:
        return {"type": "array", "items": {"type": "string"}}
    if issubclass(type_, enum.Enum):
        return {"type": "string", "enum": [member.value for member in type_]}
    return {"type": {bool: "boolean", int: "integer", float: "number", str: "string"}[type_]}


def _default(field: attrs.Attribute[Any]) -> dict[str, Any]:
    """None where it depends on the machine: the editor shows what is in the file, the server decides."""
    lowest = field.metadata["at_least"]
    bounds = {} if lowest is None else {"minimum": lowest}
    if field.metadata.get("shown"):
        return {**bounds, "default": None}
    value = list(field.default) if isinstance(field.default, tuple) else field.default
    return {**bounds, "default": value}


def extensions() -> dict[str, str]:
    """`.py` → `python`, of every language we know; the first to claim a suffix has it."""
    found: dict[str, str] = {}
    for language in languages.ALL:
        for glob in language.globs:
            suffix = glob.removeprefix("*")
            if glob.startswith("*.") and suffix.count(".") == 1 and not set(suffix) & set("*?[]{}"):
                found.setdefault(suffix, LANGUAGE_IDS.get(language.name, language.name))
    return dict(sorted(found.items()))


def claude_lsp() -> str:
    """Only the fields that every version of the client takes: one that it does not know loses the server."""
    server = {"command": "ripwire", "args": ["--stdio"], "extensionToLanguage": extensions()}
    return _json({"ripwire": server})


def opencode() -> str:
    """The agent's own configuration, and the language server beside it."""
    settings = json.loads(CLIENTS["opencode"][1])
    settings["lsp"] = {"ripwire": {"command": ["ripwire", "--stdio"], "extensions": list(extensions())}}
    return _json(settings)


def jetbrains() -> str:
    """A template of the LSP4IJ plugin."""
    patterns: dict[str, list[str]] = {}
    for suffix, language in extensions().items():
        patterns.setdefault(language, []).append("*" + suffix)
    return _json(
        {
            "id": "ripwire",
            "name": "Ripwire",
            "programArgs": {"default": "ripwire --stdio", "windows": "ripwire.exe --stdio"},
            "fileTypeMappings": [
                {"fileType": {"patterns": globs}, "languageId": language}
                for language, globs in sorted(patterns.items())
            ],
        }
    )


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _printed(client: str) -> Callable[[], str]:
    return lambda: CLIENTS[client][1]


FILES: dict[str, Callable[[], str]] = {
    "vscode/package.json": vscode,
    "claude-code/.lsp.json": claude_lsp,
    "claude-code/.mcp.json": _printed("claude-code"),
    "codex/config.toml": _printed("codex"),
    "gemini-cli/settings.json": _printed("gemini-cli"),
    "opencode/opencode.json": opencode,
    "cursor/mcp.json": _printed("cursor"),
    "copilot/mcp.json": _printed("copilot"),
    "zed/settings.json": _printed("zed"),
    "jetbrains/template.json": jetbrains,
}


def main() -> None:
    for name, make in FILES.items():
        (EDITORS / name).write_text(make(), "utf-8")


if __name__ == "__main__":
    main()
