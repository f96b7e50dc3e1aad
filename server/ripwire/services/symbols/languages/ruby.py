"""Ruby."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import NAME, TOP, TYPES, Language, Opens, Rule
from ripwire.services.symbols.layout import Locals
from ripwire.services.symbols.lexis import Lexis, Template, quoted

_VISIBILITY = r"(?:(?:private|protected|public|module_function|private_class_method|memoize|ruby2_keywords|helper_method)[ \t]+)?"
_METHOD = rf"{NAME}[?!=]?|\[\]=?|[+\-*/%<>=!~^&|]+@?|`"

LANGUAGE = Language(
    name="ruby",
    globs=(
        "*.rb",
        "*.rake",
        "*.gemspec",
        "*.ru",
        "Rakefile",
        "Gemfile",
        "Vagrantfile",
        "Podfile",
        "Fastfile",
    ),
    separator="::",
    indented_top=True,
    parts_nest=True,
    parted=r";(?=[ \t]*\S)",
    lexis=Lexis(
        starts="\"'/#<%=_?`",
        plain=(
            r"^=begin\b.*?^=end\b[^\n]*",
            r"^__END__$.*",
            r"(?<![\w?$])\#(?!\{)[^\n]*",
            r"<<[~-]?(?P<k>['\"`]?)(?P<h>[A-Z_]\w*)(?P=k)(?=[^\n]*\n)[^\n]*\n.*?^\s*(?P=h)\b",
            r"%[wWiI]?(?:\[[^\]\n]*\]|\((?:[^()\n]|\([^()\n]*\))*\)|\{[^{}\n]*\})",
            r"(?P<regex>/(?![\s/=])(?:[^/\\\n]|\\.)+/[a-z]*)",
            r"(?<![\w)\]])\?[\"'\#]",
            r"(?<!\$)" + quoted("'", lines=True),
        ),
        templates=(Template(r'(?<!\$)"', '"', r"\#\{"), Template("(?<!def )`", "`|\n", r"\#\{")),
    ),
    locals=Locals(
        before=r"\bfor\s+(?:\w+\s*,\s*)*|\brescue\b[^;\n]*=>\s*",
        after=r"\s*(?:\|\||&&|[-+*/%])?=(?![=~>])|\s*(?:,\s*\*?\w+\s*)+=(?!=)",
        bars=True,
    ),
    rules=(
        Rule(K.CLASS, rf"class[ \t]+(?P<q>(?:::)?(?:{NAME}::)*)(?P<n>[A-Z]\w*)", Opens.TYPE),
        Rule(None, r"class[ \t]*<<[ \t]*self", Opens.BLOCK),
        Rule(
            K.MODULE, rf"module[ \t]+(?P<q>(?:::)?(?:{NAME}::)*)(?P<n>[A-Z]\w*)", Opens.TYPE, context="class"
        ),
        Rule(K.METHOD, rf"{_VISIBILITY}def[ \t]+(?:self\.|\w+\.)?(?P<n>{_METHOD})", Opens.BODY),
        Rule(
            K.CONSTANT,
            r"(?P<n>[A-Z]\w*)(?:[ \t]*,[ \t]*\*?[A-Z]\w*)+[ \t]*=(?:[^=~>]|$)",
            where=TYPES | {TOP},
            more=r"\*?(?P<n>[A-Z]\w*)",
            more_ends="=;",
        ),
        Rule(K.CONSTANT, r"(?P<n>[A-Z]\w*)[ \t]*(?:\|\|)?=(?:[^=~>]|$)", where=TYPES | {TOP}),
    ),
)
