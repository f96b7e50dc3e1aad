"""Every case of the fault groups has a test that names its number."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
GROUPS = {
    "A1, empty or failed or incomplete": (*range(1, 13), 14, 15, 16, 18, 19, 20),
    "A2, starting rg": tuple(range(21, 32)),
    "A3, lifetime": tuple(range(32, 42)),
    "A7b, far places": tuple(range(114, 119)),
}


def test_each_case_has_a_test_that_names_it():
    text = "\n".join(file.read_text("utf-8") for file in TESTS.rglob("test_*.py"))
    names = " ".join(re.findall(r"def (test_\w+)", text))
    named = {int(number) for number in re.findall(r"_f(\d+)", names)}
    missing = {group: sorted(set(cases) - named) for group, cases in GROUPS.items() if set(cases) - named}
    assert missing == {}
