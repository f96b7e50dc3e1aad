"""`workspace/textDocumentContent` (LSP 3.18): a page of results as a read-only document.

Its URI holds the whole question: `ripwire:/results.txt?` and the percent-encoded JSON of the params
of `ripwire/grep`.  So nothing is kept between the search and the opening of its page.
"""

from __future__ import annotations

import attrs
import msgspec


@attrs.frozen(kw_only=True)
class TextDocumentContentParams:
    uri: str


class TextDocumentContentResult(msgspec.Struct):
    text: str


LENIENT = (TextDocumentContentParams,)
