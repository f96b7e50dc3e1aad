"""`ripwire/quickOpen`: file names as one types."""

from __future__ import annotations

import attrs
import msgspec

from ripwire.protocol.messages.common import WireOutcome, at_least, no_nul, not_a_null_word


@attrs.frozen(kw_only=True)
class QuickOpenParams:
    """File names as one types, ranked.  A newer request of the same client cancels the older one."""

    query: str = attrs.field(default="", validator=no_nul)
    """Letters in their order; `name:12:3` names a place; empty lists open files first."""
    path: str | None = attrs.field(default=None, validator=not_a_null_word)
    """Folder: a `file:` URI, an absolute path, or a path under a root.  Default: all roots."""
    limit: int = attrs.field(default=100, validator=at_least(1))
    timeout_ms: int = attrs.field(default=0, validator=at_least(0))
    work_done_token: int | str | None = None


class WireNamedFile(msgspec.Struct, rename="camel", omit_defaults=True, gc=False):
    uri: str
    path: str
    """Relative to the client's root, and usable as `path` of the next request."""
    score: int
    positions: list[int]
    """Indices of the matched characters in `path`, in UTF-16 or what was negotiated."""
    is_open: bool = False


class QuickOpenResult(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """Best first."""

    files: list[WireNamedFile]
    outcome: WireOutcome
    total: int
    """Files that were looked at."""
    line: int | None = None
    """Zero-based, where the query named a place."""
    character: int | None = None


STRICT = (QuickOpenParams,)
