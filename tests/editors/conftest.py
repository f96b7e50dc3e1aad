"""The log of a run says which editors it ran."""

from __future__ import annotations

import pytest

from tests.support.editors import versions


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    ran = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    if any("editor" in report.keywords for report in ran):
        terminalreporter.section("editors that ran")
        for line in versions.lines():
            terminalreporter.write_line(line)
