"""Truth for C, C++ and Objective-C."""

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
    named,
    text,
)

_LEAVES = {
    "identifier",
    "field_identifier",
    "type_identifier",
    "destructor_name",
    "operator_name",
    "operator_cast",
    "primitive_type",
}
_WRAPPED = (
    "parenthesized_declarator",
    "attributed_declarator",
    "reference_declarator",
    "pointer_declarator",
    "init_declarator",
)


def _declared(node):
    """(name, is it a function, its qualifier) of a declarator."""
    function, qualifier = False, ""
    while node is not None:
        if node.type == "function_declarator":
            function = True
        if node.type in _LEAVES:
            return node, function, qualifier
        if node.type == "qualified_identifier":
            scope = field(node, "scope")
            qualifier = (qualifier + "::" if qualifier else "") + (text(scope) if scope else "")
            node = named(node)
            continue
        if node.type == "template_function":
            node = named(node)
            continue
        inner = field(node, "declarator")
        if inner is None and node.type in _WRAPPED:
            inner = next(
                (
                    one
                    for one in node.named_children
                    if one.type.endswith("declarator")
                    or one.type in _LEAVES
                    or one.type == "qualified_identifier"
                ),
                None,
            )
        node = inner
    return None, function, qualifier


def _call(walk, node, scope):
    """A macro at the top of a file: nobody but its author knows what it defines."""
    if node.parent is not None and node.parent.type == "translation_unit":
        _lost(walk, node, scope)


def _is_pointer(node) -> bool:
    while node is not None:
        if node.type == "function_declarator":
            inner = field(node, "declarator")
            return inner is not None and inner.type == "parenthesized_declarator"
        node = field(node, "declarator")
    return False


def _shouted(name: str) -> bool:
    return name.isupper() and len(name) > 2


def _lost(walk, node, _scope):
    """Where the tree is broken, nobody is blamed for these lines."""
    for line in range(node.start_point[0] + 1, node.end_point[0] + 2):
        walk.seen.add(line)


def _function(walk, node, scope):
    name, function, qualifier = _declared(field(node, "declarator"))
    if name is None or not function:
        return (*scope, (BODY, ""))
    spelled = re.sub(r"\s+", "", text(name)) if name.type == "operator_name" else text(name)
    owner = re.sub(r"<.*?>", "", qualifier).split("::")[-1] if qualifier else ""
    inner = (*scope, (TYPE, owner)) if owner else scope
    announced = any(
        one.type in {"default_method_clause", "delete_method_clause", "pure_virtual_clause"}
        for one in node.named_children
    )
    if _shouted(spelled):  # a macro that names its function by its arguments: a matter of taste
        _lost(walk, node, scope)
        return (*inner, (BODY, spelled))
    taste = (
        name.type in {"destructor_name", "operator_cast", "operator_name"}
        or _shouted(spelled)
        or announced
        or spelled in {"if", "for", "while", "switch"}
    )
    walk.emit(name, "method" if in_type(inner) else "function", inner, required=not taste, name=spelled)
    return (*inner, (BODY, spelled))


def _specifier(kind):
    def rule(walk, node, scope):
        name, inner = named(node), field(node, "body")
        if name is not None and name.type in {"template_type", "qualified_identifier"}:
            name = named(name) or name
        if inner is None:
            if name is not None:
                walk.emit(name, kind, scope, required=False)
            return SKIP
        if name is not None:
            walk.emit(name, kind, scope)
        return (*scope, (TYPE, text(name) if name is not None else ""))

    return rule


def _field(walk, node, scope):
    for declarator in node.children_by_field_name("declarator"):
        name, function, _ = _declared(declarator)
        if name is None:
            continue
        if function and not _is_pointer(declarator):
            walk.emit(name, "method", scope, required=False, name=re.sub(r"\s+", "", text(name)))
        else:
            walk.emit(name, "field", scope, core=False)


def _declaration(walk, node, scope):
    outside = any(one.type == "storage_class_specifier" and one.text == b"extern" for one in node.children)
    for declarator in node.children_by_field_name("declarator"):
        name, function, qualifier = _declared(declarator)
        if name is None:
            continue
        if text(name).startswith("__") or _shouted(text(name)):  # an attribute or a macro, read as the name
            _lost(walk, node, scope)
            continue
        if function and not _is_pointer(declarator) and declarator.type != "init_declarator":
            walk.emit(name, "function", scope, required=False, name=re.sub(r"\s+", "", text(name)))
        else:
            walk.emit(
                name, "variable", scope, core=False, required=not (outside or in_type(scope) or qualifier)
            )


def _typedef(walk, node, scope):
    for declarator in node.children_by_field_name("declarator"):
        name, _, _ = _declared(declarator)
        walk.emit(name, "type", scope, required=not node.has_error)


def _macro(walk, node, scope):
    guard = field(node, "value") is None and node.parent is not None and node.parent.type == "preproc_ifdef"
    walk.emit(named(node), "macro", (), core=False, required=not guard)


def _namespace(walk, node, scope):
    name = named(node)
    walk.emit(name, "namespace", scope, required=False)
    return (*scope, (SPACE, text(name).split("::")[-1] if name is not None else ""))


C = {
    "function_definition": _function,
    "struct_specifier": _specifier("struct"),
    "union_specifier": _specifier("union"),
    "enum_specifier": _specifier("enum"),
    "enumerator": define("enum_member", core=False),
    "field_declaration": _field,
    "declaration": _declaration,
    "type_definition": _typedef,
    "preproc_def": _macro,
    "preproc_function_def": lambda walk, node, scope: walk.emit(named(node), "macro", ()),
    "compound_statement": body,
    "expression_statement": _call,
    "ERROR": _lost,
}
CPP = {
    **C,
    "class_specifier": _specifier("class"),
    "namespace_definition": _namespace,
    "alias_declaration": define("type"),
    "concept_definition": define("type"),
    "lambda_expression": body,
    "inline_method_definition": _function,
    "constructor_or_destructor_definition": _function,
}


def _objc_type(kind):
    def rule(walk, node, scope):
        name = child(node, "identifier", "type_identifier")
        # A category opens a type again.
        taste = "(" in text(node).split("\n", 1)[0] and kind == "class"
        walk.emit(name, kind, scope, required=not taste)
        return (*scope, (TYPE, text(name) if name is not None else ""))

    return rule


def _objc_method(walk, node, scope):
    walk.emit(child(node, "identifier"), "method", scope)
    return (*scope, (BODY, ""))


def _objc_property(walk, node, scope):
    stack = [node]
    while stack:
        one = stack.pop()
        if one.type == "struct_declarator":
            name = one
            while name is not None and name.type not in _LEAVES:
                name = next(
                    (
                        inner
                        for inner in name.named_children
                        if inner.type.endswith("declarator") or inner.type in _LEAVES
                    ),
                    None,
                )
            walk.emit(name, "property", scope, core=False, required=not node.has_error)
        else:
            stack += one.named_children
    return SKIP


OBJC = {
    **C,
    "class_interface": _objc_type("class"),
    "class_implementation": _objc_type("class"),
    "category_interface": _objc_type("class"),
    "category_implementation": _objc_type("class"),
    "protocol_declaration": _objc_type("interface"),
    "method_declaration": _objc_method,
    "method_definition": _objc_method,
    "property_declaration": _objc_property,
    "declaration": lambda walk, node, scope: None,
    "field_declaration": lambda walk, node, scope: None,
    "enumerator": define("enum_member", core=False, required=False),
    "enum_specifier": define("enum", required=False),
    "struct_specifier": define("struct", required=False),
    "block_literal": body,
    "instance_variables": lambda walk, node, scope: SKIP,
}
