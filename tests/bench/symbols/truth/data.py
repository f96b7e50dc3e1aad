"""Truth for Markdown, TOML, YAML, JSON, SQL, Make, Dockerfile, HCL and Protocol Buffers."""

import re

from tests.bench.symbols.truth.walk import BODY, SKIP, TYPE, Item, child, define, field, named, text

# --- Markdown


def _heading(walk, node, scope):
    content = field(node, "heading_content") or child(node, "inline", "paragraph")
    if content is not None and text(content).strip():
        walk.emit(content, "heading", (), name=re.sub(r"\s+#+\s*$", "", text(content).strip()))
    return SKIP


MARKDOWN = {"atx_heading": _heading, "setext_heading": _heading}

# --- TOML, YAML, JSON


def _table(walk, node, scope):
    key = node.named_children[0]
    walk.emit(key, "module", ())
    return (*scope, (TYPE, text(key)))


def _toml_pair(walk, node, scope):
    key = node.named_children[0]
    walk.emit(key, "key", scope, core=False, name=text(key).strip("\"'"))
    return (*scope, (BODY, ""))


TOML = {"table": _table, "table_array_element": _table, "pair": _toml_pair}


def _key(walk, node, scope):
    key = field(node, "key")
    if key is not None and not scope:
        walk.emit(
            key,
            "key",
            (),
            core=True,
            name=text(key).strip("\"'"),
            required=not key.has_error and "\n" not in text(key),
        )
    return (*scope, (BODY, ""))


YAML = {
    "block_mapping_pair": _key,
    "flow_pair": _key,
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
}
JSON = {"pair": _key}

# --- SQL: the grammar does not read most dialects, so the truth is a second, simpler reading of the text.

_NOT_CODE = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|(\$\w*\$).*?\1", re.DOTALL)
_WORD = r"(?:\"[^\"]+\"|`[^`]+`|\[[^\]]+\]|[\w$@]+)"
_CREATE = re.compile(
    rf"\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|UNIQUE|MATERIALIZED|RECURSIVE|CONSTRAINT|FOREIGN|VIRTUAL)\s+)*"
    rf"(TABLE|VIEW|FUNCTION|PROCEDURE|AGGREGATE|TYPE|DOMAIN|TRIGGER|INDEX|POLICY|RULE|SEQUENCE|SCHEMA)\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?({_WORD}(?:\s*\.\s*{_WORD})*)",
    re.IGNORECASE,
)
_KINDS = {
    "table": "struct",
    "view": "struct",
    "function": "function",
    "procedure": "function",
    "aggregate": "function",
    "type": "type",
    "domain": "type",
    "trigger": "event",
    "index": "key",
    "policy": "key",
    "rule": "key",
    "sequence": "variable",
    "schema": "namespace",
}
_MINOR = {"key", "variable", "namespace"}


def sql(source: str) -> list[Item]:
    code = _NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
    found = []
    for match in _CREATE.finditer(code):
        parts = re.findall(_WORD, match[2])
        offset = match.start(2) + match[2].rindex(parts[-1]) + (parts[-1][0] in '"`')
        line = code.count("\n", 0, offset) + 1
        name = parts[-1].strip('"`[]')
        kind = _KINDS[match[1].lower()]
        container = parts[-2].strip('"`[]') if len(parts) > 1 else ""
        # A statement that begins inside a line is one of several there; a name on the next line is not ours to blame.
        begins = code[code.rfind("\n", 0, match.start()) + 1 : match.start()].strip() == ""
        found.append(
            Item(
                line,
                offset - code.rfind("\n", 0, offset) - 1,
                name,
                kind,
                container,
                kind not in _MINOR,
                begins and name.upper() not in {"IF", "ON"},
            )
        )
    return found


# --- Make, Dockerfile, HCL, Protocol Buffers


def _make_rule(walk, node, scope):
    targets = child(node, "targets")
    words = targets.named_children if targets is not None else []
    for index, word in enumerate(words):
        if word.type == "word":
            walk.emit(
                word, "function", (), required=index == 0 and not re.search(r"[*?$]|^\.[A-Z_]+$", text(word))
            )
    return SKIP


MAKE = {
    "rule": _make_rule,
    "variable_assignment": lambda walk, node, scope: walk.emit(
        named(node), "variable", (), core=False, required=not re.search(r"[$(]", text(named(node)))
    ),
    "define_directive": lambda walk, node, scope: walk.emit(named(node), "macro", ()),
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
}


def _stage(walk, node, scope):
    alias, image = field(node, "as"), child(node, "image_spec")
    walk.emit(alias or image, "class", (), required=not node.has_error)


DOCKERFILE = {
    "from_instruction": _stage,
    "arg_instruction": lambda walk, node, scope: walk.emit(named(node), "variable", (), core=False),
    "env_instruction": lambda walk, node, scope: (
        walk.emit(named(child(node, "env_pair")), "variable", (), core=False)
        if child(node, "env_pair") is not None
        else None
    ),
}


def _hcl_block(walk, node, scope):
    if scope:
        return SKIP
    labels = [one for one in node.named_children[1:] if one.type in {"string_lit", "identifier"}]
    word = text(node.named_children[0])
    if labels:
        last = child(labels[-1], "template_literal") or labels[-1]
        core = word not in {"variable", "output", "provider"}
        container = text(labels[-2]).strip('"') if len(labels) > 1 else ""
        walk.emit(last, "class", (), core=core, container=container)
    if word == "locals":
        for attribute in child(node, "body").named_children if child(node, "body") is not None else ():
            if attribute.type == "attribute":
                walk.emit(attribute.named_children[0], "constant", (), core=False)
    return SKIP


HCL = {
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
    "block": _hcl_block,
    "attribute": lambda walk, node, scope: (
        walk.emit(node.named_children[0], "key", (), core=False, required=False) or SKIP
    ),
}


def _proto_name(kind):
    return lambda node: child(child(node, kind), "identifier") if child(node, kind) is not None else None


PROTO = {
    "message": define("struct", TYPE, get=_proto_name("message_name")),
    "enum": define("enum", TYPE, get=_proto_name("enum_name")),
    "service": define("interface", TYPE, get=_proto_name("service_name")),
    "rpc": define("method", get=_proto_name("rpc_name")),
    "field": define("field", get=lambda node: child(node, "identifier"), core=False),
    "oneof_field": define("field", get=lambda node: child(node, "identifier"), core=False),
    "map_field": define("field", get=lambda node: child(node, "identifier"), core=False),
    "enum_field": define("enum_member", get=lambda node: child(node, "identifier"), core=False),
}
