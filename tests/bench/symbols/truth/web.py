"""Truth for JavaScript, TypeScript, TSX, Vue, Svelte, HTML, CSS, SCSS and GraphQL."""

import re

from tests.bench.symbols.truth.walk import (
    BODY,
    SKIP,
    SPACE,
    TYPE,
    Walk,
    body,
    child,
    define,
    field,
    in_type,
    local,
    named,
    text,
)

_FUNCTIONS = {"arrow_function", "function_expression", "generator_function", "function"}
_NAMES = {"property_identifier", "private_property_identifier"}


def _method(walk, node, scope):
    name = named(node)
    taste = node.parent.type == "object" or name.type not in _NAMES
    walk.emit(
        name,
        "constructor" if text(name) == "constructor" else "method",
        scope,
        required=not taste,
        name=text(name).strip("'\"[]"),
    )
    return (*scope, (BODY, text(name)))


def _field(walk, node, scope):
    name, value = named(node) or field(node, "property"), field(node, "value")
    function = value is not None and value.type in _FUNCTIONS
    walk.emit(name, "method" if function else "field", scope, core=function, required=name.type in _NAMES)


def _in_block(node) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.type == "statement_block":
            return parent.parent is not None and parent.parent.type not in {"internal_module", "module"}
        parent = parent.parent
    return False


def _identifiers(node):
    if node.type in {"identifier", "shorthand_property_identifier_pattern"}:
        yield node
    for one in node.named_children:
        yield from _identifiers(one)


def _variable(walk, node, scope):
    name, value = named(node), field(node, "value")
    if node.parent.parent.type in {"for_statement", "for_in_statement"}:
        return None
    if name.type != "identifier":
        for one in _identifiers(name):
            walk.emit(one, "variable", scope, core=False, required=False)
        return None
    hidden = local(scope) or _in_block(node)
    if value is not None and value.type in _FUNCTIONS:
        walk.emit(name, "function", scope, required=not hidden)
        return (*scope, (BODY, text(name)))
    if hidden:
        return None
    if value is not None and value.type == "class":
        walk.emit(name, "class", scope)
        return (*scope, (TYPE, text(name)))
    required = not (
        value is not None and value.type == "call_expression" and text(value).startswith("require(")
    )
    walk.emit(
        name,
        "constant" if node.parent.children[0].type == "const" else "variable",
        scope,
        core=False,
        required=required,
    )
    return None


def _assignment(walk, node, scope):
    left, right = field(node, "left"), field(node, "right")
    if left.type != "member_expression":
        return None
    name = field(left, "property")
    function, made = right.type in _FUNCTIONS, right.type == "class"
    hidden = local(scope) or node.parent.type != "expression_statement" or _in_block(node)
    kind = "method" if function else "class" if made else "property"
    walk.emit(name, kind, scope, core=function or made, required=(function or made) and not hidden)
    return (*scope, (BODY, text(name))) if function else None


def _signature(kind):
    def rule(walk, node, scope):
        name = named(node)
        inside = in_type(scope) and node.parent.parent.type == "interface_declaration"
        walk.emit(
            name,
            kind,
            scope,
            core=False,
            required=inside and name.type in _NAMES,
            name=text(name).strip("'\""),
        )
        return SKIP

    return rule


def _enum(walk, node, scope):
    walk.emit(named(node), "enum", scope)
    for one in field(node, "body").named_children:
        name = one if one.type in {"property_identifier", "string"} else named(one)
        if name is not None:
            walk.emit(
                name,
                "enum_member",
                (*scope, (TYPE, text(named(node)))),
                core=False,
                required=name.type == "property_identifier",
                name=text(name).strip("'\""),
            )
    return SKIP


def _module(walk, node, scope):
    name = named(node)
    taste = name.type == "string" or text(name) == "global"
    walk.emit(
        name,
        "namespace",
        scope,
        required=not taste,
        name=text(name).strip("'\"").split(".")[-1],
        names=(text(name).strip("'\""),),
    )
    return (*scope, (SPACE, "" if taste else text(name).split(".")[-1]))


JS = {
    "function_declaration": define("function", BODY),
    "generator_function_declaration": define("function", BODY),
    "function_signature": define("function", required=False),
    "function_expression": define("function", BODY, required=False),
    "generator_function": define("function", BODY, required=False),
    "arrow_function": body,
    "class_declaration": define("class", TYPE),
    "abstract_class_declaration": define("class", TYPE),
    "class": define("class", TYPE),
    "method_definition": _method,
    "field_definition": _field,
    "public_field_definition": _field,
    "variable_declarator": _variable,
    "assignment_expression": _assignment,
    "interface_declaration": define("interface", TYPE),
    "type_alias_declaration": lambda walk, node, scope: walk.emit(named(node), "type", scope) or SKIP,
    "enum_declaration": _enum,
    "property_signature": _signature("field"),
    "method_signature": _signature("method"),
    "abstract_method_signature": define("method"),
    "internal_module": _module,
    "module": _module,
    "ambient_declaration": lambda walk, node, scope: (
        (*scope, (SPACE, "")) if child(node, "statement_block") else None
    ),
}


def _script(walk, node, scope):
    """A script's symbols are read by the grammar of its own language, at their places in the whole text."""
    code = child(node, "raw_text")
    start = text(child(node, "start_tag"))
    if code is None or re.search(
        r"type\s*=\s*[\"'](?!module|text/(?:java|type|babel)|application/(?:java|ecma))", start
    ):
        return SKIP
    grammar = "typescript" if re.search(r"lang\s*=\s*[\"']tsx?", start) else "javascript"
    blank = re.sub(rb"[^\n]", b" ", walk.source[: code.start_byte])
    walk.items += Walk(grammar, blank + code.text, JS).run()
    return SKIP


def _heading(walk, node, scope):
    tag = child(child(node, "start_tag"), "tag_name") if child(node, "start_tag") else None
    if tag is None or not re.fullmatch(r"h[1-6]", text(tag), re.IGNORECASE):
        return
    whole = walk.source[node.children[0].end_byte : node.children[-1].start_byte].decode("utf-8", "replace")
    name = " ".join(re.sub(r"<[^>]*>", " ", whole).split())
    for line in range(node.start_point[0] + 1, node.end_point[0] + 2):
        walk.seen.add(("heading", line))
    if name:
        start = (
            walk.source[: node.children[0].end_byte].count(b"\n")
            + whole[: len(whole) - len(whole.lstrip())].count("\n")
            + 1
        )
        closed = node.children[-1].type == "end_tag"
        walk.items.append(_item(walk, start, name, required=closed))


def _item(walk, line, name, *, required):
    from tests.bench.symbols.truth.walk import Item

    return Item(line, 0, name[:200], "heading", "", True, required)


def _id(walk, node, scope):
    if text(child(node, "attribute_name")).lower() == "id":
        value = child(node, "quoted_attribute_value")
        value = child(value, "attribute_value") if value is not None else child(node, "attribute_value")
        walk.emit(value, "key", (), core=False, required=value is not None and not node.has_error)


VUE = {"script_element": _script}
HTML = {"script_element": _script, "element": _heading, "attribute": _id}


def _selectors(walk, node, scope):
    selectors = child(node, "selectors")
    if selectors is None:
        return None
    name = " ".join(text(selectors).split())
    first = " ".join(text(selectors).split("\n")[0].split())
    walk.emit(selectors, "class", (), required=not node.has_error, name=name, names=(first,))
    return None


def _css_variable(walk, node, _scope):
    name = child(node, "property_name")
    if name is not None and text(name).startswith(("--", "$")):
        walk.emit(name, "variable", (), core=False)


CSS = {
    "declaration": _css_variable,
    "rule_set": _selectors,
    "keyframes_statement": define("event", get=lambda node: child(node, "keyframes_name")),
    "mixin_statement": define("function"),
    "function_statement": define("function"),
}

GRAPHQL = {
    name: define(kind, opens, get=lambda node: child(node, "name"))
    for name, kind, opens in (
        ("object_type_definition", "class", TYPE),
        ("input_object_type_definition", "class", TYPE),
        ("interface_type_definition", "interface", TYPE),
        ("enum_type_definition", "enum", TYPE),
        ("union_type_definition", "type", None),
        ("scalar_type_definition", "type", None),
        ("directive_definition", "macro", None),
        ("operation_definition", "function", BODY),
    )
} | {
    "fragment_definition": define(
        "function", BODY, get=lambda node: child(child(node, "fragment_name"), "name")
    ),
    "field_definition": define("field", get=lambda node: child(node, "name"), core=False),
    "input_value_definition": lambda walk, node, scope: walk.emit(
        child(node, "name"),
        "field",
        scope,
        core=False,
        required=node.parent.type == "input_fields_definition",
    ),
    "enum_value_definition": define("enum_member", get=lambda node: child(node, "enum_value"), core=False),
}
