"""Names of a file by the scopes around them: the use is between «», the binding it means behind ¤."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripwire.services.navigation import occurrences, scopes
from ripwire.services.navigation.page import Page
from ripwire.services.symbols import languages


def page_of(text: str, file: str) -> Page:
    language = languages.of_path(file)
    assert language is not None
    return Page(Path("/x") / file, text, language)


CASES = [
    ("a.py", "def f(¤x):\n    return «x»\n"),
    ("a.py", "def f(a, *¤rest, k=1):\n    return «rest»\n"),
    ("a.py", "x = 1\ndef f():\n    ¤x = 2\n    return «x»\n"),
    ("a.py", "¤x = 1\ndef f():\n    return «x»\n"),
    ("a.py", "def f():\n    for ¤i, j in y:\n        print(«i»)\n"),
    ("a.py", "def f():\n    with open() as ¤h:\n        «h».read()\n"),
    ("a.py", "def f(x):\n    return [«x» for ¤x in y]\n"),
    ("a.py", "def f(x):\n    return (lambda ¤x: «x» + 1)\n"),
    ("a.py", "def f(¤x):\n    x = «x» + 1\n"),
    ("a.py", "def f(¤x):\n    def g():\n        return «x»\n    return g\n"),
    ("a.py", "class A:\n    x = 1\n    def f(self, ¤x):\n        return «x»\n"),
    ("a.py", "def f():\n    if (¤n := g()):\n        return «n»\n"),
    ("a.py", "def f():\n    try:\n        pass\n    except E as ¤e:\n        raise «e»\n"),
    ("a.ts", "function f(¤a: number, b = 1) { return «a» }\n"),
    ("a.ts", "const f = (¤a) => {\n  return «a»\n}\n"),
    ("a.ts", "const f = ¤a => «a» + 1\n"),
    ("a.ts", "const a = 1\nfunction f() {\n  const ¤a = 2\n  return «a»\n}\n"),
    ("a.ts", "function f() {\n  const { x, y: ¤z } = g()\n  return «z»\n}\n"),
    ("a.ts", "function f({ ¤a, b }: P) { return «a» }\n"),
    ("a.ts", "type A<S> = S[]\ninterface B<T> {\n  f<¤S extends T>(\n    s: «S»,\n  ): S\n}\n"),
    ("a.ts", "type A<S> = S[]\ninterface B<¤T> {\n  f<S extends T>(s: S): «T»\n}\n"),
    ("a.ts", "function f<A, ¤B extends G<A, C>>(a: A): «B» { return a }\n"),
    ("a.ts", "type Q<X> = X extends Promise<infer ¤D>\n  ? «D»\n  : never\nconst D = 1\n"),
    ("a.ts", "interface A {\n  f(\n    ¤a: string,\n    b: typeof «a»,\n  ): void\n}\n"),
    ("a.ts", "type A = { [¤K in keyof B]: C<«K»> }\ntype D = { [K in E]: K }\n"),
    ("a.ts", "for (const ¤x of xs) {\n  use(«x»)\n}\n"),
    ("a.ts", "try { a() } catch (¤e) { log(«e») }\n"),
    ("a.ts", "function f<¤T>(x: «T»): T { return x }\n"),
    ("a.ts", "function f<¤T, O extends Map<string, any>>(x: O): Map<«T», O>;\n"),
    ("a.ts", "return (¤source: Observable<T>) =>\n  «source».pipe(x)\n"),
    ("a.go", "package a\nfunc F(¤n int) int {\n\treturn «n»\n}\n"),
    ("a.go", "package a\nfunc F() {\n\t¤v, err := g()\n\tuse(«v», err)\n}\n"),
    ("a.rs", "fn f(¤x: u8) -> u8 {\n    «x» + 1\n}\n"),
    ("a.rs", "fn f() {\n    let ¤x = 1;\n    g(«x»);\n}\n"),
    ("a.rs", "fn f() {\n    v.map(|¤x| «x» + 1);\n}\n"),
    ("A.java", "class A {\n  int f(int ¤n) {\n    return «n»;\n  }\n}\n"),
    ("A.java", "class A {\n  void f() {\n    String ¤s = g();\n    h(«s»);\n  }\n}\n"),
    ("a.c", "int f(const char *¤s)\n{\n\treturn g(«s»);\n}\n"),
    ("a.c", "int f(void)\n{\n\tint ¤i = 0;\n\treturn «i»;\n}\n"),
    ("a.rb", "def f(¤a)\n  «a» + 1\nend\n"),
    ("a.lua", "function f(¤a)\n  return «a»\nend\n"),
]


@pytest.mark.parametrize(("file", "text"), CASES)
def test_the_scope_tells_the_binding(file, text):
    plain, marks = "", {}
    for char in text:
        if char in "«»¤":
            marks[char] = len(plain)
        else:
            plain += char
    page = page_of(plain, file)
    found = scopes.resolved(page, plain[marks["«"] : marks["»"]], marks["«"])
    assert found is not None
    assert found.at == marks["¤"]


def test_uses_of_a_local_are_those_of_its_scope():
    text = "x = 1\n\ndef f(x):\n    x += 1\n    return x  # x\n\ndef g():\n    return x\n"
    page = page_of(text, "a.py")
    binding = scopes.resolved(page, "x", text.index("return x") + 7)
    assert binding is not None
    found = occurrences.of_local(page, "x", binding)
    assert [page.map.place(one.at)[0] for one in found] == [3, 4, 5]
    assert [one.written for one in found] == [True, True, False]


def test_a_keyword_argument_is_no_use_of_a_global():
    text = "width = 1\nf(width=width)\n"
    page = page_of(text, "a.py")
    found = occurrences.of_global(page, "width")
    assert [page.map.place(one.at) for one in found] == [(1, 0), (2, 8)]


@pytest.mark.parametrize("file", ["a.py", "a.ts", "a.rs", "a.go", "A.java", "a.c", "a.rb"])
def test_hostile_text_is_harmless(file):
    for text in ("(" * 3000, "x=>" * 500, "{[(<" * 400 + "x", "let x, " * 400, "\x00\ufffd x", "x" * 5000):
        page = page_of(text, file)
        scopes.resolved(page, "x", min(len(text), 2))
