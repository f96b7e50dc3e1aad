"""Links between our pages lead somewhere, and the commands that they name exist."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for place in (ROOT, ROOT / "server", ROOT / "server/docs", ROOT / "vendor", ROOT / "editors")
    for path in place.glob("*.md")
)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
MODULE = re.compile(r"python3? -m ((?:tests|ripwire)[\w.]*)")
TEST_PATH = re.compile(r"pytest (?:-\S+ )*(tests/[\w/.]+)")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(page.read_text("utf-8"))]
    return {heading.strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for target, anchor in LINK.findall(page.read_text("utf-8")):
        if "://" in target or target.endswith(".png"):
            continue  # pictures are made by the tests in real editors
        place = (page.parent / target).resolve()
        assert place.exists(), f"{target} is not there"
        if anchor and place.suffix == ".md":
            assert anchor in anchors(place), f"{target} has no heading {anchor}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_exist(page):
    text = page.read_text("utf-8")
    for module in MODULE.findall(text):
        assert importlib.util.find_spec(module.rstrip(".")), module
    for path in TEST_PATH.findall(text):
        assert (ROOT / path).exists(), path


def test_a_newcomer_finds_the_architecture_from_the_readme():
    assert "(server/ARCHITECTURE.md)" in (ROOT / "README.md").read_text("utf-8")
    named = set(re.findall(r"`(\w+)/`", (ROOT / "server/ARCHITECTURE.md").read_text("utf-8")))
    folders = {
        path.name
        for path in (ROOT / "server/ripwire").iterdir()
        if path.is_dir() and path.name != "__pycache__"
    }
    assert folders <= named
