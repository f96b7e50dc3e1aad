"""Every test ends by proving that nothing is left: no process, thread, task, socket or descriptor."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path

import attrs
import hypothesis
import pytest

from ripwire.config import Settings
from ripwire.services.backend import Backend
from tests.support.leftovers import Leftovers, tasks_left

# A loaded machine is no failure: what a test may take is said by its own time limits, not by hypothesis.
hypothesis.settings.register_profile(
    "ripwire", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("ripwire")


def pytest_configure() -> None:
    """A shell's background job ignores Ctrl-C, and so would all that it starts; some tests send it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the answers of tests/cases anew")


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Processes, threads and descriptors of the whole test, its fixtures included."""
    before = Leftovers.now()
    yield
    left = before.left_behind()
    assert not left, "left behind: " + "; ".join(left)


@pytest.fixture(autouse=True)
async def no_task_is_left(nothing_is_left: None) -> AsyncIterator[None]:
    """Tasks of the test's own loop, after its other fixtures have ended theirs."""
    yield
    left = tasks_left(asyncio.current_task())
    assert not left, "tasks left: " + "; ".join(left)


WITHOUT_INDEX = os.environ.get("RIPWIRE_TESTS_INDEX") == "off"
"""Everything but the index has to pass with it switched off."""
INDEX_TESTS = Path(__file__).parent / "unit/services/index"


@pytest.fixture(autouse=True)
def index_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting of every backend of this process; daemons have it from `tests/support/daemon.py`."""
    if WITHOUT_INDEX:
        create = Backend.create

        def switched_off(settings: Settings, *, long_lived: bool = False) -> Backend:
            return create(attrs.evolve(settings, index_enabled=False), long_lived=long_lived)

        monkeypatch.setattr(Backend, "create", switched_off)


ONLY_WHEN_ASKED = {"editor", "soak"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Real clients and long runs stay out of a plain `pytest`: `-m`, or naming their file, asks for them."""
    if WITHOUT_INDEX:
        items[:] = [item for item in items if not item.path.is_relative_to(INDEX_TESTS)]
    if config.option.markexpr:
        return
    named = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    asked = [
        path for path in named if path.is_file() or path.is_relative_to(config.rootpath / "tests/editors")
    ]
    left_out = [
        item
        for item in items
        if ONLY_WHEN_ASKED & {mark.name for mark in item.iter_markers()}
        and not any(item.path.is_relative_to(path) for path in asked)
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With RIPWIRE_NO_SKIPS, as `.ci/run` sets it, a skipped test has failed: nothing is left out unseen."""
    report = yield
    if report.skipped and "RIPWIRE_NO_SKIPS" in os.environ and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and nothing may be: {report.longrepr}"
    return report
