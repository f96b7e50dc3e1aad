"""Clojure: the forms that define, at the top of a file or in a reader conditional."""

from ripwire.services.symbols.kinds import SymbolKind as K
from ripwire.services.symbols.language import Language, Opens, Rule
from ripwire.services.symbols.layout import Layout
from ripwire.services.symbols.lexis import Lexis

_META = r"[ \t]+(?:\^(?:\{[^}\n]*\}|\S+)[ \t]+)*"
_METADATA = r"\^\{(?:[^{}\"]|\"(?:[^\"\\]|\\.)*\"|\{[^{}]*\})*\}"
_NAME = r"(?P<n>[^\s()\[\]{}\";^@`~]+)"

LANGUAGE = Language(
    name="clojure",
    globs=("*.clj", "*.cljs", "*.cljc", "*.edn", "*.bb"),
    layout=Layout.LINES,
    joins="",
    parted=r"\)(?=[ \t]+\()",
    separator="/",
    lexis=Lexis(
        starts='";\\^', plain=(_METADATA, r"\\(?:newline|space|tab|.)", r";[^\n]*", r'"(?:[^"\\]|\\.)*"')
    ),
    unfinished=r"\((?:ns|def[\w-]*)[ \t]*$",
    rules=(
        Rule(K.NAMESPACE, rf"\(ns{_META}{_NAME}", Opens.TYPE),
        Rule(K.FUNCTION, rf"\((?:[\w.-]+/)?defn-?{_META}{_NAME}", Opens.BODY),
        Rule(K.MACRO, rf"\(defmacro{_META}{_NAME}", Opens.BODY),
        Rule(K.FUNCTION, rf"\((?:defmulti|deftest-?|definline){_META}{_NAME}", Opens.BODY),
        Rule(K.INTERFACE, rf"\((?:defprotocol|definterface){_META}{_NAME}"),
        Rule(K.CLASS, rf"\((?:defrecord|deftype|defstruct){_META}{_NAME}"),
        Rule(K.METHOD, rf"\(defmethod{_META}{_NAME}", Opens.BODY),
        Rule(K.VARIABLE, rf"\(def(?:once)?{_META}{_NAME}"),
    ),
)
