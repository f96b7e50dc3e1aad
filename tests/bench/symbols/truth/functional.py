"""Truth for Haskell, OCaml, Clojure, Erlang, F# and Nim."""

from tests.bench.symbols.truth.walk import (
    BODY,
    SKIP,
    SPACE,
    TYPE,
    body,
    child,
    define,
    field,
    local,
    named,
    text,
)

# --- Haskell


def _haskell_declarations(walk, node, scope):
    top = not local(scope)
    for one in node.named_children:
        declared = one.named_children[0] if one.type == "declaration" else one
        if declared.type not in {"signature", "function", "bind"}:
            continue
        names = []
        for name in declared.children_by_field_name("name"):
            names += name.named_children if name.type == "binding_list" else [name]
        if (several := child(declared, "binding_list")) is not None:
            names = list(several.named_children)
        if (
            not names
            and (infix := child(declared, "infix")) is not None
            and (operator := field(infix, "operator")) is not None
        ):
            names = [operator]
        for name in names:
            spelled = text(name).strip("()` ")
            key = (scope, node.start_byte, spelled)
            instance = node.type == "instance_declarations"
            inside = node.type in {"class_declarations", "instance_declarations"}
            walk.emit(
                name,
                "method" if inside else "function",
                scope,
                required=key not in walk.seen and top and not instance,
                name=spelled,
            )
            walk.seen.add(key)


def _haskell_type(kind):
    def rule(walk, node, scope):
        name = named(node)
        if name is None or node.parent.type == "data_instance" or local(scope):
            return None
        walk.emit(name, kind, scope, name=text(name).strip("()"))
        return (*scope, (TYPE, text(name)))

    return rule


def _haskell_instance(walk, node, scope):
    name = named(node)
    walk.emit(name, "extension", scope, required=False)
    return (*scope, (TYPE, text(name) if name is not None else ""))


HASKELL = {
    "declarations": _haskell_declarations,
    "class_declarations": _haskell_declarations,
    "instance_declarations": _haskell_declarations,
    "function": body,
    "bind": body,
    "quasiquote": body,
    "quote": body,
    "splice": body,
    "top_splice": body,
    "data_type": _haskell_type("class"),
    "newtype": _haskell_type("class"),
    "type_synonym": _haskell_type("type"),
    "type_synomym": _haskell_type("type"),
    "type_family": _haskell_type("type"),
    "data_family": _haskell_type("type"),
    "class": _haskell_type("interface"),
    "instance": _haskell_instance,
    "data_instance": body,
    **dict.fromkeys(
        ("prefix", "record", "newtype_constructor", "gadt_constructor", "data_constructor_infix"),
        define(
            "enum_member",
            core=False,
            get=lambda node: (
                named(node) if named(node) is not None and text(named(node))[:1] != "(" else None
            ),
        ),
    ),
    "field": lambda walk, node, scope: (
        [walk.emit(name, "field", scope, core=False) for name in node.children_by_field_name("name")] and None
    ),
    "exports": lambda walk, node, scope: SKIP,
    "imports": lambda walk, node, scope: SKIP,
    "cpp": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
}

# --- OCaml


def _ocaml_binding(walk, node, scope):
    pattern = field(node, "pattern")
    inner = (*scope, (BODY, ""))
    if pattern is None or pattern.type not in {"value_name", "parenthesized_operator"}:
        return inner
    value = field(node, "body")
    function = child(node, "parameter") is not None or (
        value is not None and value.type in {"fun_expression", "function_expression"}
    )
    walk.emit(
        pattern,
        "function" if function else "variable",
        scope,
        core=function,
        required=text(pattern) not in {"_", "()"},
    )
    return inner


OCAML = {
    "let_binding": _ocaml_binding,
    "type_binding": define("class", TYPE),
    "module_binding": define("module", SPACE, get=lambda node: child(node, "module_name")),
    "module_type_definition": define("module", SPACE, get=lambda node: child(node, "module_type_name")),
    "exception_definition": define(
        "type",
        get=lambda node: (
            child(child(node, "constructor_declaration"), "constructor_name")
            if child(node, "constructor_declaration") is not None
            else None
        ),
    ),
    "external": define("function", get=lambda node: child(node, "value_name", "parenthesized_operator")),
    "value_specification": define(
        "function", get=lambda node: child(node, "value_name", "parenthesized_operator")
    ),
    "class_binding": define("class", TYPE, get=lambda node: child(node, "class_name")),
    "class_type_binding": define("class", TYPE, get=lambda node: child(node, "class_type_name")),
    "method_definition": define("method", BODY, get=lambda node: child(node, "method_name")),
    "method_specification": define("method", get=lambda node: child(node, "method_name")),
}

# --- Clojure

_FORMS = {
    "defn": "function",
    "defn-": "function",
    "defmacro": "macro",
    "defmulti": "function",
    "deftest": "function",
    "defprotocol": "interface",
    "definterface": "interface",
    "defrecord": "class",
    "deftype": "class",
    "defstruct": "class",
    "defmethod": "method",
    "ns": "namespace",
    "def": "variable",
    "defonce": "variable",
    "definline": "function",
}


def _clojure_form(walk, node, scope):
    values = node.children_by_field_name("value")
    if len(values) >= 2 and values[0].type == "sym_lit" and values[1].type == "sym_lit" and not scope:
        word = text(values[0]).split("/")[-1]
        if word in _FORMS:
            name = named(values[1]) or values[1]
            core = _FORMS[word] != "variable"
            direct = node.parent.type == "source"
            # A method names the function it belongs to: its line is where that is extended.
            walk.emit(name, _FORMS[word], (), core=core, required=direct)
    return (*scope, (BODY, ""))


CLOJURE = {"list_lit": _clojure_form}

# --- Erlang


def _erlang_function(walk, node, scope):
    clause = child(node, "function_clause")
    if clause is None:
        return SKIP
    arguments = field(clause, "args")
    arity = (
        len([one for one in arguments.named_children if one.type != "comment"])
        if arguments is not None
        else 0
    )
    key = (text(named(clause)), arity)
    walk.emit(
        named(clause), "function", (), required=key not in walk.seen, name=text(named(clause)).strip("'")
    )
    walk.seen.add(key)
    return SKIP


ERLANG = {
    "module_attribute": define("module"),
    "record_decl": define("struct"),
    "pp_define": define("macro", get=lambda node: named(field(node, "lhs"))),
    "type_alias": define("type", get=lambda node: named(named(node))),
    "opaque": define("type", get=lambda node: named(named(node))),
    "callback": define("method", get=lambda node: field(node, "fun")),
    "fun_decl": _erlang_function,
}

# --- F#


def _fsharp_last(node):
    while node is not None and node.type not in {"identifier", "op_identifier"} and node.named_children:
        node = (
            node.named_children[-1]
            if node.type in {"long_identifier", "long_identifier_or_op", "property_or_ident"}
            else node.named_children[0]
        )
    return node


def _fsharp_value(walk, node, scope):
    function, value = child(node, "function_declaration_left"), child(node, "value_declaration_left")
    if function is not None:
        name = next(
            (
                one
                for one in function.named_children
                if one.type in {"identifier", "op_identifier", "active_pattern"}
            ),
            None,
        )
        walk.emit(name, "function", scope, required=name is not None and name.type == "identifier")
    elif value is not None:
        walk.emit(
            _fsharp_last(value),
            "variable",
            scope,
            core=False,
            required=child(value, "identifier_pattern") is not None and "(" not in text(value),
        )
    return (*scope, (BODY, ""))


def _fsharp_type(walk, node, scope):
    name = child(node, "type_name")
    last = field(name, "type_name") if name is not None else None
    if last is None:
        return None
    walk.emit(last, "class", scope, name=text(last).split(".")[-1])
    return (*scope, (TYPE, text(last)))


def _fsharp_member(walk, node, scope):
    inner = child(node, "method_or_prop_defn")
    whole = field(inner, "name") if inner is not None else child(node, "property_or_ident")
    if whole is None:
        signature = child(node, "member_signature")
        whole = child(signature, "identifier") if signature is not None else None
    name = whole.named_children[-1] if whole is not None and whole.named_children else whole
    walk.emit(name, "method", scope, required=name is not None and not node.has_error)
    return (*scope, (BODY, ""))


def _fsharp_module(walk, node, scope):
    name = named(node) or child(node, "identifier", "long_identifier")
    last = (
        name.named_children[-1]
        if name is not None and name.type == "long_identifier" and name.named_children
        else name
    )
    outer = node.type == "named_module"
    walk.emit(last, "module", scope, required=not outer, names=(text(name),) if name is not None else ())
    return None if outer else (*scope, (SPACE, text(last) if last is not None else ""))


FSHARP = {
    "named_module": _fsharp_module,
    "module_defn": _fsharp_module,
    "function_or_value_defn": _fsharp_value,
    **dict.fromkeys(
        (
            "record_type_defn",
            "union_type_defn",
            "anon_type_defn",
            "type_abbrev_defn",
            "enum_type_defn",
            "interface_type_defn",
            "delegate_type_defn",
        ),
        _fsharp_type,
    ),
    "member_defn": _fsharp_member,
    "union_type_case": define("enum_member", get=lambda node: child(node, "identifier"), core=False),
    "enum_type_case": define("enum_member", get=lambda node: child(node, "identifier"), core=False),
    "record_field": define("field", get=lambda node: child(node, "identifier"), core=False),
    "exception_definition": define("type", get=lambda node: field(node, "exception_name")),
    "namespace": define("namespace", get=named, required=False),
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
}

# --- Nim


def _nim_name(node):
    name = named(node)
    while name is not None and name.type in {"exported_symbol", "symbol_declaration"} and name.named_children:
        name = name.named_children[0]
    return name


def _nim_variables(kind):
    def rule(walk, node, scope):
        for declared in node.named_children:
            names = child(declared, "symbol_declaration_list")
            for one in names.named_children if names is not None else ():
                walk.emit(_nim_name(one), kind, scope, core=False)

    return rule


NIM = {
    **dict.fromkeys(
        ("proc_declaration", "func_declaration", "iterator_declaration", "converter_declaration"),
        define(
            "function",
            BODY,
            get=_nim_name,
            required=lambda node: _nim_name(node) is not None and _nim_name(node).type == "identifier",
        ),
    ),
    "method_declaration": define("method", BODY, get=_nim_name),
    "template_declaration": define(
        "macro",
        BODY,
        get=_nim_name,
        required=lambda node: _nim_name(node) is not None and _nim_name(node).type == "identifier",
    ),
    "macro_declaration": define(
        "macro",
        BODY,
        get=_nim_name,
        required=lambda node: _nim_name(node) is not None and _nim_name(node).type == "identifier",
    ),
    "type_symbol_declaration": define(
        "class",
        get=_nim_name,
        required=lambda node: _nim_name(node) is not None and _nim_name(node).type == "identifier",
    ),
    "const_section": _nim_variables("constant"),
    "let_section": _nim_variables("variable"),
    "var_section": _nim_variables("variable"),
    **dict.fromkeys(("block", "for", "while", "if", "when", "case", "try"), lambda walk, node, scope: None),
    "ERROR": lambda walk, node, scope: (
        [walk.seen.add(line) for line in range(node.start_point[0] + 1, node.end_point[0] + 2)] and None
    ),
}
