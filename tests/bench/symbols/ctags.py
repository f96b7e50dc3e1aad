"""Universal Ctags over the same files in the same run: a peer, and a second witness."""

import json
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

from tests.bench.symbols.scoring import Finding

NAMES = {
    "python": "Python", "javascript": "JavaScript", "typescript": "TypeScript", "tsx": "TypeScript", "go": "Go", "rust": "Rust", "c": "C",
    "cpp": "C++", "c-header": "C++", "java": "Java", "kotlin": "Kotlin", "csharp": "C#", "ruby": "Ruby", "php": "PHP", "lua": "Lua",
    "shell": "Sh", "elixir": "Elixir", "haskell": "Haskell", "perl": "Perl", "r": "R", "julia": "Julia", "markdown": "Markdown", "sql": "SQL",
    "objc": "ObjectiveC", "ocaml": "OCaml", "clojure": "Clojure", "erlang": "Erlang", "css": "CSS", "html": "HTML", "make": "Make",
    "protobuf": "Protobuf",
}  # fmt: skip
_CORE = {
    "function",
    "method",
    "class",
    "struct",
    "union",
    "enum",
    "interface",
    "type",
    "typedef",
    "macro",
    "module",
    "trait",
    "implementation",
    "func",
    "subroutine",
    "procedure",
    "singletonMethod",
    "constructor",
    "record",
    "protocol",
    "table",
    "view",
    "trigger",
    "domain",
    "target",
    "message",
    "service",
    "rpc",
    "chapter",
    "section",
    "subsection",
    "subsubsection",
    "l4subsection",
    "l5subsection",
    "heading1",
    "heading2",
    "heading3",
    "selector",
    "object",
    "delegate",
    "callback",
    "guard",
    "exception",
    "annotation",
    "Exception",
    "Method",
    "val",
    "namespace",
    "define",
}


def available() -> bool:
    return shutil.which("ctags") is not None


def run(language: str, files: list[Path]) -> dict[Path, list[Finding]]:
    found: dict[Path, list[Finding]] = defaultdict(list)
    if language not in NAMES or not available():
        return found
    command = [
        "ctags",
        "--output-format=json",
        "--fields=+nKSZ",
        "--extras=-q",
        "--sort=no",
        f"--language-force={NAMES[language]}",
        "-L",
        "-",
        "-f",
        "-",
    ]
    done = subprocess.run(
        command, input="\n".join(map(str, files)).encode(), capture_output=True, check=False
    )
    for line in done.stdout.splitlines():
        try:
            tag = json.loads(line)
        except ValueError:
            continue
        if tag.get("_type") == "tag" and not tag["name"].startswith("__anon"):
            kind = tag.get("kind", "")
            found[Path(tag["path"])].append(
                Finding(tag["line"], -1, tag["name"], kind in _CORE, tag.get("scope", ""))
            )
    return found
