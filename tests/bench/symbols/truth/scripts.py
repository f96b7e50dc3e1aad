"""Truth for Python, Ruby, Lua, shell, Perl, R, Julia and Elixir."""

import re

from tests.bench.symbols.truth.walk import (
    BODY,
    SKIP,
    SPACE,
    TYPE,
    body,
    child,
    define,
    field,
    in_type,
    local,
    named,
    text,
)

# --- Python


def _python_assignment(walk, node, scope):
    left = field(node, "left")
    if local(scope) or node.parent.type not in {"expression_statement", "block", "module", "assignment"}:
        return SKIP
    names = (
        [left]
        if left.type == "identifier"
        else [one for one in left.named_children if one.type == "identifier"]
        if left.type in {"pattern_list", "tuple_pattern"}
        else []
    )
    for name in names:
        key = (scope, text(name))
        walk.emit(
            name,
            "field" if in_type(scope) else "variable",
            scope,
            core=False,
            required=key not in walk.seen and len(names) == 1,
        )
        walk.seen.add(key)
    return None


PYTHON = {
    "function_definition": define("function", BODY, method="method"),
    "class_definition": define("class", TYPE),
    "assignment": _python_assignment,
    "type_alias_statement": lambda walk, node, scope: (
        walk.emit((field(node, "left").named_children or [field(node, "left")])[0], "type", scope) or SKIP
    ),
    "lambda": body,
}

# --- Ruby


def _ruby_type(kind):
    def rule(walk, node, scope):
        whole = named(node)
        last = whole if whole.type == "constant" else named(whole)
        walk.emit(
            last,
            kind,
            scope,
            container=None if last is whole else text(whole).rsplit("::", 1)[0].split("::")[-1],
        )
        return (*scope, (TYPE, text(last)))

    return rule


def _ruby_constant(walk, node, scope):
    if field(node, "left").type == "constant":
        walk.emit(field(node, "left"), "constant", scope, core=False)


RUBY = {
    "class": _ruby_type("class"),
    "module": _ruby_type("module"),
    "method": define("method", BODY),
    "singleton_method": define("method", BODY),
    "assignment": _ruby_constant,
    "alias": define("method", required=False),
}

# --- Lua


def _lua_last(node):
    return {
        "dot_index_expression": lambda: field(node, "field"),
        "method_index_expression": lambda: field(node, "method"),
    }.get(node.type, lambda: node)()


def _lua_function(walk, node, scope):
    whole = named(node)
    if whole is None:
        return (*scope, (BODY, ""))
    last = _lua_last(whole)
    owner = re.split(r"[.:]", text(whole))[-2] if last is not whole else None
    walk.emit(
        last, "method" if whole.type == "method_index_expression" else "function", scope, container=owner
    )
    return (*scope, (BODY, text(last)))


def _lua_assignment(walk, node, scope):
    names, values = child(node, "variable_list"), child(node, "expression_list")
    if names is None:
        return
    inner = node.parent.type == "block" or (
        node.parent.type == "variable_declaration" and node.parent.parent.type == "block"
    )
    for index, name in enumerate(names.named_children):
        value = (
            values.named_children[index]
            if values is not None and index < len(values.named_children)
            else None
        )
        if name.type == "bracket_index_expression":
            continue
        last = _lua_last(name)
        if value is not None and value.type == "function_definition":
            owner = re.split(r"[.:]", text(name))[-2] if last is not name else None
            walk.emit(last, "function", scope, required=not inner, container=owner)
        elif not local(scope):
            simple = (
                name.type == "identifier"
                and node.parent.type == "variable_declaration"
                and not inner
                and len(names.named_children) == 1
            )
            walk.emit(last, "variable", scope, core=False, required=simple)


LUA = {
    "function_declaration": _lua_function,
    "assignment_statement": _lua_assignment,
    "function_definition": body,
}

# --- shell, Perl, R

SHELL = {
    "function_definition": define("function", BODY),
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
}


def _perl_package(walk, node, scope):
    walk.emit(named(node), "module", ())


def _perl_sub(walk, node, scope):
    name = named(node)
    walk.emit(name, "function", scope, name=text(name).split("::")[-1].split("'")[-1], container="")
    return (*scope, (BODY, text(name)))


PERL = {
    "subroutine_declaration_statement": _perl_sub,
    "method_declaration_statement": _perl_sub,
    "package_statement": _perl_package,
    "class_statement": _perl_package,
    "anonymous_subroutine_expression": body,
}


def _r_assignment(walk, node, scope):
    operator = [one.type for one in node.children if not one.is_named]
    left, right = field(node, "lhs"), field(node, "rhs")
    if (
        not operator
        or operator[0] not in {"<-", "=", "<<-"}
        or left is None
        or left.type not in {"identifier", "string"}
    ):
        return None
    top = node.parent.type == "program"
    name = text(left).strip("`\"'")
    if right is not None and right.type == "function_definition":
        walk.emit(left, "function", scope, required=top, name=name)
        return (*scope, (BODY, name))
    if top:
        walk.emit(left, "variable", scope, core=False, name=name)
    return None


R = {"binary_operator": _r_assignment, "function_definition": body, "call": body}

# --- Julia


def _julia_name(node):
    """(the name, does it extend another module's) of a signature."""
    while node is not None and node.type in {
        "signature",
        "where_expression",
        "typed_expression",
        "typed_parameter",
    }:
        node = node.named_children[0] if node.named_children else None
    if node is not None and node.type == "call_expression":
        node = node.named_children[0]
    if node is not None and node.type in {"parametrized_type_expression", "curly_expression"}:
        node = node.named_children[0]
    if node is not None and node.type == "field_expression":
        return node.named_children[-1], node
    return (node, node) if node is not None and node.type == "identifier" else (None, None)


def _julia_function(kind):
    def rule(walk, node, scope):
        signature = child(node, "signature") or (node.named_children[0] if node.named_children else None)
        name, whole = _julia_name(signature)
        owner = (
            text(whole).rsplit(".", 2)[-2]
            if whole is not None and whole is not name and "." in text(whole)
            else None
        )
        walk.emit(name, kind, scope, required=name is not None and name.type == "identifier", container=owner)
        return (*scope, (BODY, text(name) if name is not None else ""))

    return rule


def _julia_module(node) -> bool:
    """Whether a statement's parent is the file or a module."""
    inner = node.type == "block" and node.parent.type == "module_definition"
    return inner or node.type in {"source_file", "module_definition"}


def _julia_assignment(walk, node, scope):
    left = node.named_children[0]
    head = left
    while head.type in {"where_expression", "typed_expression"} and head.named_children:
        head = head.named_children[0]
    place = node.parent.type
    direct = place in {"source_file", "module_definition"} or (
        place == "block" and node.parent.parent.type == "module_definition"
    )
    if head.type == "call_expression":
        name, whole = _julia_name(left)
        owner = (
            text(whole).rsplit(".", 2)[-2]
            if whole is not None and whole is not name and "." in text(whole)
            else None
        )
        walk.emit(
            name,
            "function",
            scope,
            required=direct and name is not None and name.type == "identifier",
            container=owner,
        )
        return (*scope, (BODY, ""))
    if left.type == "identifier" and place == "const_statement":
        walk.emit(
            left,
            "constant",
            scope,
            core=False,
            required=_julia_module(node.parent.parent),
        )
    return None


def _leaf(node):
    while node.type != "identifier" and node.named_children:
        node = node.named_children[0]
    return node


def _julia_struct(walk, node, scope):
    head = child(node, "type_head") or node.named_children[0]
    name = _leaf(head)
    walk.emit(name, "struct", scope)
    inner = (*scope, (TYPE, text(name)))
    block = child(node, "block")
    for one in block.named_children if block is not None else node.named_children[1:]:
        if one.type in {"identifier", "typed_expression"} and one is not head:
            walk.emit(_leaf(one), "field", inner, core=False)
        elif one.type in {"assignment", "const_statement"}:
            walk.emit(_leaf(one), "field", inner, core=False, required=False)
        elif one.type == "function_definition":
            _julia_function("function")(walk, one, inner)
    return SKIP


JULIA = {
    "function_definition": _julia_function("function"),
    "macro_definition": _julia_function("macro"),
    "assignment": _julia_assignment,
    "struct_definition": _julia_struct,
    "abstract_definition": lambda walk, node, scope: walk.emit(
        _leaf(child(node, "type_head") or node.named_children[0]), "type", scope
    ),
    "primitive_definition": lambda walk, node, scope: walk.emit(
        _leaf(child(node, "type_head") or node.named_children[0]), "type", scope
    ),
    "module_definition": define("module", SPACE),
    "arrow_function_expression": body,
    "do_clause": body,
    "quote_expression": body,
    "quote_statement": body,
    "macrocall_expression": lambda walk, node, scope: None,
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
}

# --- Elixir

_DEFINES = {
    "def": "function",
    "defp": "function",
    "defmacro": "macro",
    "defmacrop": "macro",
    "defguard": "function",
    "defguardp": "function",
    "defdelegate": "function",
    "defn": "function",
}


def _elixir_head(node):
    while (
        node.type == "binary_operator"
        and field(node, "operator") is not None
        and field(node, "operator").type == "when"
    ):
        node = field(node, "left")
    if node.type == "call":
        target = field(node, "target")
        return target if target.type == "identifier" else None
    return node if node.type == "identifier" else None


def _elixir_call(walk, node, scope):
    target, arguments = field(node, "target"), child(node, "arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    word = text(target) if target is not None and target.type == "identifier" else ""
    if word in {"defmodule", "defprotocol", "defimpl"} and first is not None:
        kind = {"defmodule": "module", "defprotocol": "interface", "defimpl": "extension"}[word]
        walk.emit(first, kind, scope, required=first.type == "alias" and word != "defimpl")
        return (*scope, (TYPE, text(first)))
    if word in _DEFINES and first is not None:
        name = _elixir_head(first)
        if name is not None:
            key = (scope, word, text(name))
            walk.emit(name, _DEFINES[word], scope, required=key not in walk.seen)
            walk.seen.add(key)
        return (*scope, (BODY, ""))
    return (*scope, (BODY, "quote")) if word == "quote" else None


def _elixir_attribute(walk, node, scope):
    operand = field(node, "operand")
    if node.children[0].type != "@" or operand is None or operand.type != "call":
        return None
    word, arguments = text(field(operand, "target")), child(operand, "arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    if word in {"type", "typep", "opaque", "callback", "macrocallback"} and first is not None:
        while first.type == "binary_operator":
            first = field(first, "left")
        name = field(first, "target") if first.type == "call" else first
        key = (scope, word, text(name))
        walk.emit(
            name, "type", scope, core=False, required=key not in walk.seen and name.type == "identifier"
        )
        walk.seen.add(key)
    return SKIP


ELIXIR = {"call": _elixir_call, "unary_operator": _elixir_attribute}
