"""The generated pages.  `python -m tests.tidy.pages` writes them; a test fails when they are stale."""

from __future__ import annotations

import sys
import typing
from collections.abc import Iterator
from pathlib import Path

from ripwire import config
from ripwire.errors import Kind
from ripwire.protocol import errors
from ripwire.protocol.features import COMMANDS, FEATURES, Feature
from tests.tidy import describe

DOCS = Path(__file__).parents[2] / "server" / "docs"
NOTICE = "<!-- Made from the code by `python -m tests.tidy.pages`; change the code, then run it. -->"

HEAD = """\
# The protocol

ripwire is a language server: LSP 3.17 and 3.18 over `Content-Length` framing. One daemon serves many
clients; a client is one connection with its own session. This page lists what it takes beside LSP itself:
the requests `ripwire/…`, the commands, and the errors. Positions are LSP's, in the negotiated
`positionEncoding`. Which methods a server has stands in its `initialize` answer under
`experimental.ripwire.methods`; abilities that are no methods stand under `features`: ask for names, not
for versions.

Params are read strictly: an unknown key, a number in quotes or a missing field is answered with −32602,
and `data.problems` says where and what was expected. Paths are `file:` URIs, absolute paths, or paths under
a root. Keys of results that are marked "left out" are there only when they say something.

## Streaming

With a `partialResultToken` **all** entries go out by `$/progress`, in order and in batches (the first at
once, then after 30 ms or 512 entries): `{"token": …, "value": {"matches": [ … ]}}`, under the key that
the answer would have (`matches`, `files`, `counts`). The answer's own list is then empty, and still says
outcome, totals and coverage. A client that reads slowly slows its search down. Nothing is sent after the
answer.

`workDoneToken` shows progress that a person can read, and `window/workDoneProgress/cancel` or
`$/cancelRequest` end the search; a cancelled request is answered with −32800 within 250 ms. Work over a
second asks for a progress token of its own where the client has `window.workDoneProgress`.

## Outcomes

`complete`: rg finished and everything is shown. `truncated`: we stopped at a limit, or cut the page; there
is more. `incomplete`: rg did not finish (a deadline, a crash, unreadable files), so what is not in the
answer may still be there. The last two may stand together; only `complete` with nothing found means that
there is nothing.
"""


def protocol() -> str:
    """`protocol.md`."""
    lines = [NOTICE, HEAD, "# Requests", ""]
    for method, feature in FEATURES.items():
        if method.startswith("ripwire/") and not feature.notification:
            lines += _method(method, feature)
    lines += ["# Commands", "", *_commands(), "", "# Types", "", *_types(), "# Errors", "", *_errors(), ""]
    return "\n".join(lines)


def settings() -> str:
    """`settings.md`."""
    lines = [NOTICE, _SETTINGS_HEAD, "| setting | type | default | meaning |", "| --- | --- | --- | --- |"]
    docs = describe.field_docs(config.Settings)
    for path, field, type_ in config.fields():
        shown = field.metadata.get("shown") or describe.default(field.default)
        meaning = docs[field.name] + (" *Not over the wire.*" if field.metadata["local"] else "")
        name = f"`{path}`<br>`{config.environment_name(path)}`"
        lines.append(f"| {name} | {describe.plain(type_)} | {shown} | {meaning} |")
    return "\n".join([*lines, ""])


PAGES = {"protocol.md": protocol, "settings.md": settings}

_SETTINGS_HEAD = """\
# Settings

In rising order: defaults, the user's config file (`config.toml` in the platform's config folder for
`ripwire`, e.g. `~/.config/ripwire/config.toml`), what the client sends (`initializationOptions`,
`workspace/configuration`, `workspace/didChangeConfiguration`, all under the section `ripwire`), the
environment. What runs or listens comes from the file and the environment only; such settings are marked
*not over the wire*. A bad value is reported with its path and the default is used: options never stop the
server. Lists in the environment are separated like `PATH`.
"""


def _method(method: str, feature: Feature) -> Iterator[str]:
    yield from (f"## {method}", "", _about(feature), "")
    fields = describe.params(feature.params) if feature.params is not None else []
    if fields:
        yield from (*describe.table(fields, with_default=True), "")
    result = _result(feature)
    if result is not None:
        yield from (f"Result: {describe.summary(result)}".rstrip(), "")
        yield from (*describe.table(describe.results(result), with_default=False), "")


def _about(feature: Feature) -> str:
    """What the class of the params says, or else its module, without the method's name."""
    own = describe.summary(feature.params)
    return own or describe.summary(describe.module_of(feature.params)).partition(": ")[2] or "–"


def _result(feature: Feature) -> type | None:
    found = typing.get_type_hints(feature.handler).get("return")
    found = (found, *typing.get_args(found))  # also in pieces, or at once
    return next((one for one in found if isinstance(one, type) and hasattr(one, "__struct_fields__")), None)


def _commands() -> Iterator[str]:
    yield "By `workspace/executeCommand`, with one object as the only argument; cancellable like requests."
    yield ""
    yield from ("| command | params and result |", "| --- | --- |")
    by_params = {feature.params: method for method, feature in FEATURES.items() if "/" in method}
    for name, feature in COMMANDS.items():
        same = by_params.get(feature.params) if _result(feature) is not None else None
        doc = describe.summary(feature.handler).partition("\n")[0]
        yield f"| `{name}` | {f'as `{same}`' if same else doc} |"


def _types() -> Iterator[str]:
    seen: dict[type, None] = {}
    for feature in FEATURES.values():
        result = _result(feature)
        for struct in describe.structs(result) if result is not None else ():
            seen[struct] = None
    for struct in sorted(seen, key=describe.wire_name):
        yield from (f"## {describe.wire_name(struct)}", "")
        if about := describe.summary(struct):
            yield from (about, "")
        yield from (*describe.table(describe.results(struct), with_default=False), "")


def _errors() -> Iterator[str]:
    yield "`data` is `{kind, detail?, paths?, problems?}`; the kinds are closed."
    yield ""
    yield from ("| code | kinds |", "| --- | --- |")
    before = {
        errors.Code.PARSE_ERROR: ["parseError"],
        errors.Code.INVALID_REQUEST: ["invalidRequest", "afterShutdown"],
        errors.Code.METHOD_NOT_FOUND: ["methodNotFound"],
        errors.Code.NOT_INITIALIZED: ["notInitialized"],
        errors.Code.INTERNAL: ["internal"],
    }
    for code in errors.Code:
        kinds = before.get(code, []) + [kind.value for kind in Kind if errors.CODES[kind] is code]
        yield f"| {code.value} | {', '.join(f'`{kind}`' for kind in kinds)} |".replace("| -", "| −")
    yield ""
    yield "`internal` carries an `incident` that names the entry in the server's log, and nothing else."


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
        sys.stdout.write(f"{DOCS / name}\n")


if __name__ == "__main__":
    main()
