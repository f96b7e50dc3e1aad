"""Which files come last: tests, vendored and generated code.  Knows paths only, never contents."""

from __future__ import annotations

import re

_FOLDER = re.compile(
    rb"(?:^|/)(?:tests?|testing|__tests?__|testdata|test[-_]data|specs?|fixtures?|mocks?|__mocks__|e2e|bench(?:marks?)?"
    rb"|examples?|samples?|vendor(?:ed)?|_vendor|third[-_]?party|external|node_modules|site-packages"
    rb"|generated|gen|dist|build|out|target|\.venv|venv)/",
    re.IGNORECASE,
)
_FILE = re.compile(
    rb"(?:^|/)(?:test_[^/]*|conftest\.py|[^/]*(?:_test|_spec|[.-]test|[.-]spec|\.min|_pb2|_pb2_grpc|\.pb|\.g|\.gen"
    rb"|\.generated|_generated|_gen|-bundle|\.bundle)\.[a-z0-9.]+|[^/]*(?:Tests?|IT|Spec)\.(?:java|kt|cs|scala|swift|php))$"
)


def aside(path: bytes) -> bool:
    """True for a path that is a test's, a vendored or a generated one."""
    return _FOLDER.search(path) is not None or _FILE.search(path) is not None
