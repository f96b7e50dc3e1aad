"""Settings: four sources in their order, and every mistake named instead of passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from ripwire import config


def loaded(
    tmp_path: Path, *, file: str = "", client: object = None, environment: dict[str, str] | None = None
) -> config.Loaded:
    written = tmp_path / "config.toml"
    written.write_text(file, "utf-8")
    return config.load(client, environment=environment or {}, file=written)


def test_later_sources_win(tmp_path: Path) -> None:
    file, client, environment = "timeoutMs = 1\n", {"timeoutMs": 2}, {"RIPWIRE_TIMEOUT_MS": "3"}
    assert loaded(tmp_path).settings.timeout_ms == 0
    assert loaded(tmp_path, file=file).settings.timeout_ms == 1
    assert loaded(tmp_path, file=file, client=client).settings.timeout_ms == 2
    assert loaded(tmp_path, file=file, client=client, environment=environment).settings.timeout_ms == 3


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"file": "[indexx]\nenabled = false\n"}, "config file: unknown setting indexx.enabled"),
        ({"file": "[index]\nleastFiles = 'many'\n"}, "index.leastFiles"),
        ({"file": "index = [\n"}, "config.toml"),
        ({"client": [1]}, "client: expected an object of settings"),
        ({"client": {"rg": {"source": "/evil"}}}, "rg.source is read from the config file"),
        ({"environment": {"RIPWIRE_INDEX_LEAST_FILES": "x"}}, "RIPWIRE_INDEX_LEAST_FILES"),
        ({"environment": {"RIPWIRE_INDEX_LEASTFILES": "9"}}, "RIPWIRE_INDEX_LEAST_FILES was meant"),
        ({"environment": {"ripwire_timeout_ms": "9"}}, "RIPWIRE_TIMEOUT_MS was meant"),
    ],
)
def test_a_mistake_is_named_and_the_rest_holds(tmp_path: Path, given: dict[str, object], told: str) -> None:
    found = loaded(tmp_path, **given)  # type: ignore[arg-type]
    assert len(found.problems) == 1, found.problems
    assert told in found.problems[0]
    assert found.settings == config.Settings()


def test_foreign_variables_are_left_alone(tmp_path: Path) -> None:
    environment = {"RIPWIRE_LIVENESS_FD": "3", "PATH": "/bin"}
    assert loaded(tmp_path, environment=environment).problems == ()
