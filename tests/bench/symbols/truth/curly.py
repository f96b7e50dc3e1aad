"""Truth for Go, Rust, Java, Kotlin, C#, PHP, Swift, Scala, Dart and Zig."""

import re

from tests.bench.symbols.truth.walk import (
    BODY,
    SKIP,
    SPACE,
    TYPE,
    body,
    child,
    define,
    each,
    field,
    in_type,
    named,
    text,
)


def _first(*types):
    return lambda node: child(node, *types)


# --- Go


def _go_method(walk, node, scope):
    owner = re.sub(r"\[.*", "", text(field(node, "receiver")), flags=re.DOTALL).strip("() ").split()
    walk.emit(named(node), "method", scope, container=owner[-1].lstrip("*") if owner else "")
    return (*scope, (BODY, text(named(node))))


def _go_type(walk, node, scope):
    shape = field(node, "type")
    kind = {"struct_type": "struct", "interface_type": "interface"}.get(shape.type if shape else "", "type")
    walk.emit(named(node), kind, scope, required=text(named(node)) != "_")
    return (*scope, (TYPE if kind != "type" else BODY, text(named(node))))


def _go_field(walk, node, scope):
    direct = node.parent.parent.parent.type == "type_spec"
    for name in node.children_by_field_name("name"):
        walk.emit(name, "field", scope, core=False, required=direct and text(name) != "_")


def _go_spec(kind):
    def rule(walk, node, scope):
        for name in node.children_by_field_name("name"):
            if name.type == "identifier":
                walk.emit(name, kind, scope, core=False, required=text(name) != "_")

    return rule


GO = {
    "function_declaration": define("function", BODY, required=lambda node: text(named(node)) != "_"),
    "method_declaration": _go_method,
    "type_spec": _go_type,
    "type_alias": _go_type,
    "field_declaration": _go_field,
    "method_elem": define("method", core=False),
    "method_spec": define("method", core=False),
    "const_spec": _go_spec("constant"),
    "var_spec": _go_spec("variable"),
    "func_literal": body,
}

# --- Rust


def _rust_impl(walk, node, scope):
    name = re.sub(r"<.*", "", text(field(node, "type")), flags=re.DOTALL).split("::")[-1].strip("& ")
    walk.emit(field(node, "type"), "extension", scope, required=False, name=name)
    return (*scope, (TYPE, name))


def _rust_macro_call(walk, node, scope):
    """What stands in a macro's braces may be items or not: nobody is blamed for either."""
    for line in range(node.start_point[0] + 1, node.end_point[0] + 2):
        walk.seen.add(line)
    return SKIP


def _rust_type(walk, node, scope):
    inside = in_type(scope)
    walk.emit(named(node), "type", scope, core=not inside, required=not inside)


RUST = {
    "function_item": define("function", BODY, method="method"),
    "struct_item": define("struct", TYPE),
    "enum_item": define("enum", TYPE),
    "union_item": define("union", TYPE),
    "trait_item": define("interface", TYPE),
    "mod_item": define("module", SPACE, required=lambda node: field(node, "body") is not None),
    "type_item": _rust_type,
    "associated_type": _rust_type,
    "const_item": define("constant", core=False, required=lambda node: text(named(node)) != "_"),
    "static_item": define("constant", core=False),
    "impl_item": _rust_impl,
    "enum_variant": define("enum_member", BODY, core=False),
    "field_declaration": define("field", core=False),
    "function_signature_item": lambda walk, node, scope: walk.emit(
        named(node), "method", scope, required=in_type(scope)
    ),
    "macro_definition": define("macro", BODY),
    "macro_invocation": _rust_macro_call,
    "closure_expression": body,
}

# --- Java

JAVA = {
    "class_declaration": define("class", TYPE),
    "interface_declaration": define("interface", TYPE),
    "enum_declaration": define("enum", TYPE),
    "record_declaration": define("class", TYPE),
    "annotation_type_declaration": define("interface", TYPE),
    "method_declaration": define("method", BODY),
    "annotation_type_element_declaration": define("method", BODY),
    "constructor_declaration": define("constructor", BODY),
    "compact_constructor_declaration": define("constructor", BODY, required=False),
    "field_declaration": each(
        "field", lambda node: [named(one) for one in node.children_by_field_name("declarator")]
    ),
    "constant_declaration": each(
        "field", lambda node: [named(one) for one in node.children_by_field_name("declarator")]
    ),
    "enum_constant": define("enum_member", BODY, core=False),
    **dict.fromkeys(("object_creation_expression", "lambda_expression", "static_initializer", "block"), body),
}

# --- Kotlin


def _kotlin_class(walk, node, scope):
    words = {one.type for one in node.children if not one.is_named}
    kind = "interface" if "interface" in words else "enum" if "enum" in words else "class"
    walk.emit(child(node, "type_identifier"), kind, scope)
    return (*scope, (TYPE, text(child(node, "type_identifier"))))


def _kotlin_property(walk, node, scope):
    declared = child(node, "variable_declaration")
    if declared is not None:
        walk.emit(child(declared, "simple_identifier"), "property", scope, core=False)
    return (*scope, (BODY, ""))


def _kotlin_constructor(walk, node, scope):
    """It has no name of its own: found or not, nobody is blamed."""
    walk.seen.add(node.start_point[0] + 1 + text(node).split("constructor")[0].count("\n"))
    return (*scope, (BODY, ""))


KOTLIN = {
    "class_declaration": _kotlin_class,
    "object_declaration": define("object", TYPE, get=_first("type_identifier")),
    "companion_object": define("object", TYPE, get=_first("type_identifier"), required=False),
    "function_declaration": define("function", BODY, get=_first("simple_identifier"), method="method"),
    "property_declaration": _kotlin_property,
    "type_alias": define("type", get=_first("type_identifier")),
    "secondary_constructor": _kotlin_constructor,
    "enum_entry": define("enum_member", BODY, get=_first("simple_identifier"), core=False),
    "class_parameter": define("property", get=_first("simple_identifier"), core=False, required=False),
    **dict.fromkeys(
        (
            "anonymous_initializer",
            "lambda_literal",
            "object_literal",
            "secondary_constructor",
            "anonymous_function",
        ),
        body,
    ),
}

# --- C#


def _csharp_fields(node):
    declared = child(node, "variable_declaration")
    return (
        [
            named(one) or one.named_children[0]
            for one in declared.named_children
            if one.type == "variable_declarator"
        ]
        if declared
        else []
    )


CSHARP = {
    "namespace_declaration": define("namespace", SPACE, required=False),
    "file_scoped_namespace_declaration": define("namespace", None, required=False),
    "class_declaration": define("class", TYPE),
    "struct_declaration": define("struct", TYPE),
    "interface_declaration": define("interface", TYPE),
    "record_declaration": define("class", TYPE),
    "enum_declaration": define("enum", TYPE),
    "delegate_declaration": define("type"),
    "method_declaration": define("method", BODY),
    "constructor_declaration": define("constructor", BODY),
    "property_declaration": define("property", BODY, core=False),
    "event_declaration": define("event", BODY, core=False),
    "local_function_statement": define("function", BODY, required=False),
    "field_declaration": each("field", _csharp_fields),
    "event_field_declaration": each("field", _csharp_fields),
    "enum_member_declaration": define("enum_member", core=False),
    "destructor_declaration": define("method", BODY, required=False),
    **dict.fromkeys(
        (
            "lambda_expression",
            "anonymous_method_expression",
            "operator_declaration",
            "indexer_declaration",
            "conversion_operator_declaration",
        ),
        body,
    ),
}

# --- PHP


def _php_variable(node):
    variable = named(node) or node.named_children[0]
    return variable.named_children[0] if variable.type == "variable_name" else variable


PHP = {
    "class_declaration": define("class", TYPE),
    "interface_declaration": define("interface", TYPE),
    "trait_declaration": define("class", TYPE),
    "enum_declaration": define("enum", TYPE),
    "method_declaration": define("method", BODY),
    "function_definition": define("function", BODY),
    "property_element": define("property", get=_php_variable, core=False),
    "const_element": define("constant", get=lambda node: node.named_children[0], core=False),
    "enum_case": define("enum_member", core=False),
    "namespace_definition": define("namespace", None, required=False),
    "property_promotion_parameter": define("property", get=_php_variable, core=False, required=False),
    **dict.fromkeys(
        ("anonymous_function", "arrow_function", "anonymous_class", "object_creation_expression"), body
    ),
}

# --- Swift


def _swift_class(walk, node, scope):
    kind = text(field(node, "declaration_kind")) if field(node, "declaration_kind") else "class"
    whole = re.sub(r"<.*", "", text(named(node)), flags=re.DOTALL)
    last = whole.split(".")[-1]
    kind = {"actor": "class"}.get(kind, kind)
    walk.emit(named(node), kind, scope, required=kind != "extension", name=last, names=(whole,))
    return (*scope, (TYPE, last))


def _swift_property(walk, node, scope):
    for pattern in node.children_by_field_name("name"):
        bound = field(pattern, "bound_identifier")
        if bound is not None:
            walk.emit(bound, "property", scope, core=False)
    return (*scope, (BODY, ""))


SWIFT = {
    "class_declaration": _swift_class,
    "protocol_declaration": define("interface", TYPE),
    "function_declaration": define(
        "function", BODY, method="method", required=lambda node: named(node).type == "simple_identifier"
    ),
    "protocol_function_declaration": define(
        "method", BODY, required=lambda node: named(node).type == "simple_identifier"
    ),
    "property_declaration": _swift_property,
    "protocol_property_declaration": _swift_property,
    "typealias_declaration": define("type"),
    "enum_entry": each("enum_member", lambda node: node.children_by_field_name("name")),
    "associatedtype_declaration": define("type", core=False, required=False),
    "init_declaration": define(
        "constructor",
        BODY,
        get=lambda node: next((one for one in node.children if one.type == "init"), None),
        required=False,
    ),
    **dict.fromkeys(("subscript_declaration", "deinit_declaration", "lambda_literal"), body),
}

# --- Scala


def _scala_value(walk, node, scope):
    pattern = field(node, "pattern") or named(node)
    if pattern is not None and pattern.type == "identifier":
        walk.emit(pattern, "field", scope, core=False)
    return (*scope, (BODY, ""))


SCALA = {
    "class_definition": define("class", TYPE),
    "object_definition": define("object", TYPE),
    "trait_definition": define("interface", TYPE),
    "enum_definition": define("enum", TYPE),
    "package_object": define("object", TYPE),
    "function_definition": define(
        "function", BODY, method="method", required=lambda node: text(named(node)) != "this"
    ),
    "function_declaration": define("function", BODY, method="method"),
    **dict.fromkeys(("val_definition", "var_definition", "val_declaration", "var_declaration"), _scala_value),
    "type_definition": define("type", BODY),
    "simple_enum_case": define("enum_member", core=False),
    "full_enum_case": define("enum_member", core=False),
    "given_definition": define("variable", BODY, core=False, required=False),
    **dict.fromkeys(("lambda_expression", "instance_expression", "block"), body),
}

# --- Dart


def _dart_constructor(walk, node, scope):
    names = node.children_by_field_name("name") or [
        one for one in node.named_children if one.type == "identifier"
    ]
    for name in names:
        walk.emit(name, "constructor", scope, required=False)
    return (*scope, (BODY, ""))


def _dart_variable(walk, node, scope):
    if node.parent.type in {"initialized_identifier_list", "static_final_declaration_list"}:
        walk.emit(
            named(node) or child(node, "identifier"),
            "field" if in_type(scope) else "variable",
            scope,
            core=False,
        )


def _dart_name(node):
    return named(node) or child(node, "identifier", "type_identifier")


def _dart_alias(walk, node, scope):
    """The old form, `typedef int Name(int)`, is read wrongly by the grammar."""
    if "=" in text(node):
        walk.emit(_dart_name(node), "type", scope)
    else:
        walk.seen.add(node.start_point[0] + 1)


DART = {
    "class_definition": define("class", TYPE, get=_dart_name),
    "enum_declaration": define("enum", TYPE, get=_dart_name),
    "mixin_declaration": define("class", TYPE, get=_dart_name),
    "extension_declaration": define(
        "extension", TYPE, get=named, required=lambda node: named(node) is not None
    ),
    "extension_type_declaration": define("class", TYPE, get=_dart_name),
    "function_signature": define("function", method="method"),
    "getter_signature": define("property", core=False),
    "setter_signature": define("property", core=False),
    **dict.fromkeys(
        (
            "constructor_signature",
            "constant_constructor_signature",
            "factory_constructor_signature",
            "redirecting_factory_constructor_signature",
        ),
        _dart_constructor,
    ),
    "initialized_identifier": _dart_variable,
    "static_final_declaration": _dart_variable,
    "type_alias": _dart_alias,
    "enum_constant": define("enum_member", core=False),
    "function_body": body,
    "function_expression": body,
}

# --- Zig


def _zig_declaration(walk, node, scope):
    name = field(node, "variable_type_function") or child(node, "IDENTIFIER")
    value = text(node)
    shape = re.search(
        r"=\s*(?:packed\s+|extern\s+)?(struct|opaque|enum|union|error)\b\s*(?:\([^{]*\)\s*)?\{", value
    )
    if shape and shape.start() == value.index("=") and name is not None:
        kind = {"opaque": "struct", "error": "enum"}.get(shape[1], shape[1])
        walk.emit(name, kind, scope)
        return (*scope, (TYPE, text(name)))
    plain = re.search(r"=\s*(?:@import|@This|[\w.]+\s*;)", value) is None
    kind = "constant" if re.match(r"(?:pub\s+)?(?:extern\s+|export\s+)?const\b", value) else "variable"
    walk.emit(name, kind, scope, core=False, required=plain)
    return None


def _first_identifier(node):
    while node is not None and node.type != "IDENTIFIER":
        node = node.named_children[0] if node.named_children else None
    return node


def _zig_field(walk, node, scope):
    """A field has a name and a type, an enum's member only a name, which the grammar reads as a type."""
    name = field(node, "field_member")
    kind = "field" if name is not None else "enum_member"
    name = _first_identifier(node) if name is None else name
    walk.emit(
        name, kind, scope, core=False, required=name is not None and name.start_point == node.start_point
    )


def _zig_function(walk, node, scope):
    name = field(node, "function")
    following = node.next_named_sibling
    has_body = following is not None and following.type == "Block"
    walk.emit(name, "method" if in_type(scope) else "function", scope, required=has_body)


ZIG = {
    "VarDecl": _zig_declaration,
    "FnProto": _zig_function,
    "ContainerField": _zig_field,
    "Block": body,
    "ErrorSetDecl": lambda walk, node, scope: (
        [
            walk.emit(one, "enum_member", scope, core=False, required=False)
            for one in node.children_by_field_name("field_constant")
        ]
        and None
    ),
}
