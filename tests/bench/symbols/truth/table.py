"""Which grammar and which rules tell the truth about which language."""

from tests.bench.symbols.truth import clike, curly, data, functional, scripts, web
from tests.bench.symbols.truth.walk import Item, Walk

GRAMMARS: dict[str, tuple[str, dict]] = {
    "c": ("c", clike.C),
    "cpp": ("cpp", clike.CPP),
    "objc": ("objc", clike.OBJC),
    "go": ("go", curly.GO),
    "rust": ("rust", curly.RUST),
    "java": ("java", curly.JAVA),
    "kotlin": ("kotlin", curly.KOTLIN),
    "csharp": ("csharp", curly.CSHARP),
    "php": ("php", curly.PHP),
    "swift": ("swift", curly.SWIFT),
    "scala": ("scala", curly.SCALA),
    "dart": ("dart", curly.DART),
    "zig": ("zig", curly.ZIG),
    "javascript": ("javascript", web.JS),
    "typescript": ("typescript", web.JS),
    "tsx": ("tsx", web.JS),
    "vue": ("vue", web.VUE),
    "svelte": ("svelte", web.VUE),
    "html": ("html", web.HTML),
    "css": ("css", web.CSS),
    "graphql": ("graphql", web.GRAPHQL),
    "python": ("python", scripts.PYTHON),
    "ruby": ("ruby", scripts.RUBY),
    "lua": ("lua", scripts.LUA),
    "shell": ("bash", scripts.SHELL),
    "perl": ("perl", scripts.PERL),
    "r": ("r", scripts.R),
    "julia": ("julia", scripts.JULIA),
    "elixir": ("elixir", scripts.ELIXIR),
    "haskell": ("haskell", functional.HASKELL),
    "ocaml": ("ocaml", functional.OCAML),
    "clojure": ("clojure", functional.CLOJURE),
    "erlang": ("erlang", functional.ERLANG),
    "fsharp": ("fsharp", functional.FSHARP),
    "nim": ("nim", functional.NIM),
    "markdown": ("markdown", data.MARKDOWN),
    "toml": ("toml", data.TOML),
    "yaml": ("yaml", data.YAML),
    "json": ("json", data.JSON),
    "make": ("make", data.MAKE),
    "dockerfile": ("dockerfile", data.DOCKERFILE),
    "terraform": ("hcl", data.HCL),
    "protobuf": ("proto", data.PROTO),
}


def truth(language: str, source: str, name: str = "") -> tuple[list[Item], set[int]]:
    """The definitions of a text, and the lines that the grammar could not read."""
    if language == "sql":
        return data.sql(source), set()
    if language == "c-header":
        return _header(source)
    grammar, rules = GRAMMARS[language]
    if language == "ocaml" and name.endswith(".mli"):
        grammar = "ocaml_interface"
    return _walked(grammar, rules, source)


def _walked(grammar: str, rules: dict, source: str) -> tuple[list[Item], set[int]]:
    walk = Walk(grammar, source.encode(), rules)
    items = walk.run()
    return items, {line for line in walk.seen if isinstance(line, int)}


def _header(source: str) -> tuple[list[Item], set[int]]:
    """A header is of the language whose grammar can read more of it."""
    return min((_walked(*GRAMMARS[name], source) for name in ("c", "cpp")), key=lambda read: len(read[1]))
