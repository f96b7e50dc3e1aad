"""`ripwire/grep`: content search."""

from __future__ import annotations

import attrs
import msgspec

from ripwire.protocol.messages.common import (
    Texts,
    WireCoverage,
    WireOutcome,
    WireRange,
    at_least,
    no_nul,
    not_a_null_word,
)
from ripwire.rg.query import Binary, Case, RegexEngine
from ripwire.services.modes import OutputMode, Sort


@attrs.frozen(kw_only=True)
class GrepParams:
    """Content search by ripgrep, of disk and of unsaved text."""

    pattern: str = attrs.field(validator=no_nul)
    """A regular expression in ripgrep's dialect."""
    path: str | None = attrs.field(default=None, validator=not_a_null_word)
    """File or folder: a `file:` URI, an absolute path, or a path under a root.  Default: all roots."""
    paths: tuple[str, ...] = attrs.field(default=(), validator=not_a_null_word)
    """Several of them, instead of `path`."""
    glob: Texts = attrs.field(default=(), validator=not_a_null_word)
    """Only files that match one of these.  Never brings back ignored files."""
    exclude: Texts = attrs.field(default=(), validator=not_a_null_word)
    """Never files that match one of these."""
    type: Texts = attrs.field(default=(), validator=not_a_null_word)
    """Only files of these types, by ripgrep's names and their usual aliases."""
    type_not: Texts = attrs.field(default=(), validator=not_a_null_word)
    """Never files of these types."""
    output_mode: OutputMode = OutputMode.CONTENT
    """Matching lines, files that have one, or counts for each file."""
    before: int = attrs.field(default=0, validator=at_least(0))
    """Context lines before each match."""
    after: int = attrs.field(default=0, validator=at_least(0))
    """Context lines behind each match."""
    context: int = attrs.field(default=0, validator=at_least(0))
    """Both, where `before` or `after` is less."""
    case_mode: Case = Case.SENSITIVE
    """`smart`: insensitive while the pattern has no upper-case letter."""
    fixed_strings: bool = False
    """The pattern is a text, not an expression."""
    word: bool = False
    """Only whole words."""
    only_matching: bool = False
    """`text` is the match alone, and each match of a line is an entry of its own."""
    multiline: bool = False
    """A match may go over several lines, and `.` meets line ends."""
    engine: RegexEngine = RegexEngine.AUTO
    """`pcre2` has look-around and back-references; `auto` takes it when the pattern needs it."""
    encoding: str | None = attrs.field(default=None, validator=not_a_null_word)
    """Of files without a byte order mark; UTF-8 when not given."""
    binary: Binary = Binary.SKIP
    """`search`: files with NUL bytes too; by default a search ends at the first one."""
    hidden: bool = False
    no_ignore: bool = False
    follow_symlinks: bool = False
    max_file_size: int | None = attrs.field(default=None, validator=at_least(0))
    head_limit: int = attrs.field(default=250, validator=at_least(0))
    """Entries of the answer; 0 for all."""
    offset: int = attrs.field(default=0, validator=at_least(0))
    """Entries to pass over."""
    cursor: str | None = attrs.field(default=None, validator=not_a_null_word)
    """Go on where an earlier answer stopped; it holds that answer's whole query."""
    sort: Sort | None = None
    """An order makes the search run to its end, and its pages stable."""
    max_line_length: int = attrs.field(default=500, validator=at_least(0))
    """Characters of a line that are sent, centred on its match; 0 for all."""
    timeout_ms: int = attrs.field(default=0, validator=at_least(0))
    unsaved: bool = True
    """Search what is open and not saved in place of its file."""
    stream: str | None = None
    """A newer request of the same stream cancels the older one: for searches while typing."""
    batch: bool = False
    work_done_token: int | str | None = None
    partial_result_token: int | str | None = None


class WireContextLine(msgspec.Struct, gc=False):
    line: int
    """Zero-based."""
    text: str


class WireMatch(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    """One matching line, or the lines of one match of several."""

    uri: str
    path: str
    """Relative to the client's root, and usable as `path` of the next request."""
    line: int
    """Zero-based; of the first line."""
    ranges: list[WireRange]
    """One for each match in the line, in the document's own columns, whatever was clipped."""
    text: str
    before: list[WireContextLine] = []
    after: list[WireContextLine] = []
    text_start: int = 0
    """Column where `text` begins, after its ellipsis, when the line was clipped on the left."""
    clipped: bool = False
    source: str = "disk"
    """`buffer` when the match is in unsaved text."""
    lossy: bool = False
    """The line was not UTF-8; bad bytes are shown as U+FFFD."""


class WireFile(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    uri: str
    path: str
    """Relative to the client's root, and usable as `path` of the next request."""
    modified: float | None = None
    """Seconds since 1970, where it was asked or needed for the order."""
    source: str = "disk"


class WireCount(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    uri: str
    path: str
    lines: int
    """Matching lines."""
    matches: int
    source: str = "disk"


class GrepResult(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """The list of the chosen mode is there, and is empty when it was streamed; the others are not."""

    matches: list[WireMatch] | msgspec.Raw | None = None
    files: list[WireFile] | msgspec.Raw | None = None
    counts: list[WireCount] | msgspec.Raw | None = None
    outcome: WireOutcome
    total: int
    """Of the whole search, in the unit of the mode, whatever the page shows."""
    total_exact: bool
    total_matches: int | None = None
    """Mode `count`: matching lines in all files."""
    coverage: WireCoverage
    clipped_lines: int = 0
    """Lines of this answer that were cut to `maxLineLength`."""
    next_offset: int | None = None
    cursor: str | None = None
    """For the next page; kept for 120 s."""
    sample: bool = False
    """Stopped at the limit of a first page without an order: another run may show others."""
    drift: bool = False
    """The tree changed since the cursor's first page."""


STRICT = (GrepParams,)
