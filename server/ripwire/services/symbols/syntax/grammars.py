"""What defines a symbol in a syntax tree: one query for each grammar.

A definition's node is captured by the kind of symbol it is, with `.extra` or `.declared` behind it where
`Symbol` says so; its name is `@name`, and `@owner` is a type named outside of its own braces.  A node that
is `@body` has no name, and what is in it is local.  The first query that names a place wins.

These are not the grammars' own `tags.scm`: those know no fields, no containers, and 17 languages.  Nor
are they what `tests/bench` measures with: a judge that shares its tables with the judged finds no fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs


@attrs.frozen
class Grammar:
    name: str
    """As the pack of grammars calls it."""
    query: str


_PYTHON = """
(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
(lambda) @body
(class_definition body: (block (assignment left: (identifier) @name) @field.extra))
(type_alias_statement left: (type (identifier) @name)) @type
((assignment left: (identifier) @name) @constant (#match? @name "^[A-Z][A-Z0-9_]*$"))
(assignment left: (identifier) @name) @variable
"""

_FUNCTION = "[(arrow_function) (function_expression) (generator_function)]"
_VARIABLES = """[
    (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant)
    (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @variable)]"""
_MEMBER = "[(property_identifier) (private_property_identifier)]"
_JAVASCRIPT = f"""
(class_declaration name: (_) @name) @class
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(variable_declarator name: (identifier) @name value: {_FUNCTION}) @function
(variable_declarator name: (identifier) @name value: (class)) @class
(program {_VARIABLES})
(program (export_statement declaration: {_VARIABLES}))
(assignment_expression
  left: (member_expression property: (property_identifier) @name) right: {_FUNCTION}) @method
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (class)) @class
(class_body (method_definition name: (_) @name (#eq? @name "constructor")) @constructor)
(class_body (method_definition name: {_MEMBER} @name) @method)
(method_definition) @body
{_FUNCTION} @body
"""
_PLAIN_FIELDS = f"""
(field_definition property: {_MEMBER} @name value: {_FUNCTION}) @method
(field_definition property: {_MEMBER} @name) @field.extra
"""
_TYPESCRIPT = f"""
(program (ambient_declaration {_VARIABLES}))
(program (export_statement declaration: (ambient_declaration {_VARIABLES})))
(internal_module body: (statement_block {_VARIABLES}))
(internal_module body: (statement_block (export_statement declaration: {_VARIABLES})))
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (type_identifier) @name) @interface
(type_alias_declaration name: (type_identifier) @name) @type
(enum_declaration name: (identifier) @name) @enum
(enum_body (enum_assignment name: (property_identifier) @name) @enum_member.extra)
(enum_body name: (property_identifier) @name @enum_member.extra)
(internal_module name: (_) @name) @namespace
(function_signature name: (identifier) @name) @function.declared
(class_body (method_signature name: (_) @name (#eq? @name "constructor")) @constructor.declared)
(method_signature name: {_MEMBER} @name) @method.declared
(abstract_method_signature name: (property_identifier) @name) @method
(interface_body (property_signature name: (property_identifier) @name) @field.extra)
(public_field_definition name: {_MEMBER} @name value: {_FUNCTION}) @method
(public_field_definition name: {_MEMBER} @name) @field.extra
"""
_SIGNATURES = """
(interface_body (method_signature name: (property_identifier) @name) @method.extra)
"""

_GO = """
(function_declaration name: (identifier) @name) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner (pointer_type (type_identifier) @owner)
    (generic_type type: (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name) @method
(type_spec name: (type_identifier) @name type: (struct_type)) @struct
(type_spec name: (type_identifier) @name type: (interface_type)) @interface
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(type_spec type: (struct_type
  (field_declaration_list (field_declaration name: (field_identifier) @name @field.extra))))
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @method.extra))
(const_spec (identifier) @name @constant)
(var_spec name: (identifier) @name @variable)
(func_literal) @body
"""

_JAVA = """
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(annotation_type_element_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @constructor
(compact_constructor_declaration name: (identifier) @name) @constructor
(field_declaration declarator: (variable_declarator name: (identifier) @name @field.extra))
(constant_declaration declarator: (variable_declarator name: (identifier) @name @field.extra))
(enum_constant name: (identifier) @name) @enum_member.extra
(lambda_expression) @body
(object_creation_expression (class_body) @body)
(static_initializer) @body
"""

_CSHARP = """
(namespace_declaration name: (_) @name) @namespace
(file_scoped_namespace_declaration name: (_) @name) @namespace
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @struct
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @constructor
(property_declaration name: (identifier) @name) @property
(event_declaration name: (identifier) @name) @property
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name @field.extra)))
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name @field.extra)))
(enum_member_declaration name: (identifier) @name) @enum_member.extra
(local_function_statement name: (identifier) @name) @function
[(lambda_expression) (anonymous_method_expression) (operator_declaration) (indexer_declaration)
 (conversion_operator_declaration) (destructor_declaration)] @body
"""

_PHP = """
(namespace_definition name: (_) @name) @namespace
(class_declaration name: (name) @name) @class
(trait_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(enum_declaration name: (name) @name) @enum
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(const_declaration (const_element (name) @name) @constant)
(property_declaration (property_element name: (variable_name (name) @name)) @property)
(enum_case name: (name) @name) @enum_member.extra
[(anonymous_function) (arrow_function) (anonymous_class)] @body
"""

_RUBY = """
(class name: [(constant) @name (scope_resolution scope: (_)? @owner name: (constant) @name)]) @class
(module name: [(constant) @name (scope_resolution scope: (_)? @owner name: (constant) @name)]) @module
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(assignment left: (constant) @name) @constant
"""

GRAMMARS: Mapping[str, Grammar] = MappingProxyType(
    {
        "python": Grammar("python", _PYTHON),
        "javascript": Grammar("javascript", _JAVASCRIPT + _PLAIN_FIELDS),
        "typescript": Grammar("typescript", _SIGNATURES + _JAVASCRIPT + _TYPESCRIPT),
        "tsx": Grammar("tsx", _SIGNATURES + _JAVASCRIPT + _TYPESCRIPT),
        "go": Grammar("go", _GO),
        "java": Grammar("java", _JAVA),
        "csharp": Grammar("csharp", _CSHARP),
        "php": Grammar("php", _PHP),
        "ruby": Grammar("ruby", _RUBY),
    }
)
"""By the name of our language."""
