"""What no file of ours holds: a machine's own paths, hosts to download from, unfinished ends."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OTHERS = (
    # Words of others, kept as they are.
    "tests/support/pages/",
    "tests/support/toolset/",
    "package-lock.json",
    "tests/tidy/test_words.py",
)
FORBIDDEN = {
    "a path of one machine": re.compile(
        r"(?<![\w.{}-])/(?:root|work|Users|home/(?!u\b|me\b|you\b|user\b)\w+)/\w"
    ),
    "a registry's host": re.compile(
        r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|crates\.io|proxy\.golang\.org|ghcr\.io|docker\.io)\b"
    ),
    "an unfinished end": re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b(?=:|\()|NotImplementedError"),
    "a conflict's marks": re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE),
}


def texts() -> dict[str, str]:
    """Every file that is or will be in version control, without what is no text."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    found = {}
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if not name or any(other in name for other in OTHERS) or not path.is_file():
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            found[name] = data.decode("utf-8")
    return found


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the list of version control")
@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what):
    found = {
        f"{name}:{text[: match.start()].count(chr(10)) + 1}": match[0]
        for name, text in texts().items()
        for match in FORBIDDEN[what].finditer(text)
    }
    assert found == {}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the list of version control")
def test_texts_end_with_a_line_end_and_hold_no_tabs_where_python_is():
    for name, text in texts().items():
        assert not text or text.endswith("\n") or name.endswith((".json", ".svg")), name
        if name.endswith(".py"):
            assert "\t" not in text, name
