"""Settings: one frozen class, a docstring under each field, four sources.

Rising order: defaults < the user's config file < the client (initialization options,
`workspace/configuration`) < the environment.  What runs or listens is `local`: it is
read from the file and the environment only, never over the wire.  A bad value is
reported with its path and the default is used: bad options never stop the server.
`docs/settings.md` and the editors' schemas are generated from this class.
"""

from __future__ import annotations

import enum
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import attrs
import msgspec
import platformdirs

MIB = 1024 * 1024


def setting(
    path: str, default: object, *, local: bool = False, at_least: int | None = None, shown: str = ""
) -> Any:
    """A field of `Settings`; `path` is its name under the section `ripwire`.

    `shown` is the default in words, where it depends on the machine.
    """
    metadata = {"path": path, "local": local, "at_least": at_least, "shown": shown}
    return attrs.field(default=default, metadata=metadata)


class Transport(enum.StrEnum):
    AUTO = "auto"
    UNIX = "unix"
    TCP = "tcp"


class LogLevel(enum.StrEnum):
    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class McpServer(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """One server of the user's: a command to run, or a URL.  From the user's own file only."""

    command: str = ""
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    """Added to the few variables that such servers get."""
    cwd: str | None = None
    url: str = ""
    headers: dict[str, str] = {}
    always_load: bool = False
    """Its tools are not deferred."""
    disabled: bool = False
    timeout_ms: int = 0
    """Of one call; 0: `tools.timeoutMs`."""


@attrs.frozen(kw_only=True)
class Settings:
    rg_source: str = setting("rg.source", "auto", local=True)
    """Which ripgrep to use: `auto`, `builtin`, `system`, or an absolute path to one."""
    rg_threads: int = setting(
        "rg.threads", min(4, os.cpu_count() or 1), at_least=1, shown="processors, at most 4"
    )
    """Threads of one rg process."""
    daemon_folder: str = setting("daemon.folder", "", local=True)
    """Where the daemon's socket, lock and log are; empty means a private folder of the platform."""
    daemon_transport: Transport = setting("daemon.transport", Transport.AUTO, local=True)
    """How the daemon listens: `unix`, `tcp` (loopback, with a token), or `auto`: Unix where there is such."""
    daemon_idle_s: int = setting("daemon.idleS", 3600, local=True, at_least=1)
    """The daemon ends after so many seconds without a client."""
    log_level: LogLevel = setting("log.level", LogLevel.INFO, local=True)
    """`debug`, `info`, `warning` or `error`.  Patterns are logged at `debug` only."""
    timeout_ms: int = setting("timeoutMs", 0, at_least=0)
    """Deadline of one search for queue, run and retry together; 0 means 20 s, or 60 s on WSL."""
    outside_roots: bool = setting("paths.outsideRoots", False, local=True)
    """Let a client search and read outside of the folders that it has opened."""
    queue_limit: int = setting("limits.queue", 512, local=True, at_least=1)
    """Searches of all clients that may wait for their turn."""
    cache_folder: str = setting("cache.folder", "", local=True)
    """Where indexes and tables are kept between runs; empty means the platform's cache folder."""
    index_enabled: bool = setting("index.enabled", True, local=True)
    """Keep a filter in memory that says which files may hold a literal; rg still does the matching."""
    index_least_files: int = setting("index.leastFiles", 2000, local=True, at_least=1)
    """Roots with fewer files are searched as fast without an index."""
    index_max_bytes: int = setting("index.maxBytes", 512 * MIB, local=True, at_least=MIB)
    """Memory of all indexes together; the one not used for longest goes first."""
    unsaved_share: bool = setting("unsaved.share", True)
    """Search what one editor has not saved in the same user's other sessions and agents too."""
    symbols_tables: bool = setting("symbols.tables", True, local=True)
    """Build tables of symbols in the background after the first query; off: every query is a search."""
    symbols_cache: str = setting("symbols.cache", "", local=True)
    """Folder of the tables; empty means the user's cache folder, `off` keeps none between runs."""
    symbols_parser: bool = setting("symbols.parser", True, local=True)
    """Read open documents by their grammar where the extra `treesitter` is installed: exact ends of ranges,
    and fields that rules miss.  All other files are read by rules."""
    symbols_limit: int = setting("symbols.limit", 256, at_least=1)
    """Symbols in one answer."""
    symbols_extra_kinds: tuple[str, ...] = setting("symbols.extraKinds", ())
    """Kinds to show that workspace answers leave out: `field`, `property`, `enum_member`; and, in the
    config file only because tables are shared, `key` (JSON, YAML, TOML), `heading` and `macro`."""
    symbols_off: tuple[str, ...] = setting("symbols.off", ())
    """What to leave to other language servers: `python` (all of a language), `python:definition` (one
    feature of it) or `*:hover`.  Features: workspaceSymbol, documentSymbol, definition, references,
    documentHighlight, hover."""
    telemetry_events: bool = setting("telemetry.events", False)
    """Send `telemetry/event` when a search had to be run again or failed; it names no pattern and no path."""
    telemetry_open_telemetry: bool = setting("telemetry.openTelemetry", False, local=True)
    """The same as OpenTelemetry logs: needs the extra `otel` and an endpoint in OpenTelemetry's variables."""
    position_encoding: str = setting("positionEncoding", "")
    """Force `utf-8`, `utf-16` or `utf-32`; empty: the first of the client's that we speak."""
    limits_body_bytes: int = setting("limits.bodyBytes", 32 * MIB, local=True, at_least=MIB)
    """Largest message taken from a client; a longer one is answered with an error and skipped."""
    limits_in_flight: int = setting("limits.inFlight", 256, local=True, at_least=1)
    """Requests of one client that may wait for their answers."""
    limits_output_bytes: int = setting("limits.outputBytes", 64 * MIB, local=True, at_least=MIB)
    """What may lie unsent for one client; one that reads nothing beyond it is dropped."""
    limits_open_documents: int = setting("limits.openDocuments", 2000, local=True, at_least=1)
    """Documents of one client whose text is kept; unsaved text of more is not searched."""
    limits_stall_ms: int = setting("limits.stallMs", 120_000, local=True, at_least=1000)
    """How long a stream waits for a client that reads nothing, before the client is dropped."""
    tools_servers: dict[str, McpServer] = setting("tools.servers", attrs.Factory(dict), local=True)
    """MCP servers whose tools ToolSearch finds and calls: a table each, with `command`, `args`, `env`, `cwd`,
    or with `url` and `headers`; `alwaysLoad`, `disabled`, `timeoutMs`.  In the environment: a JSON object."""
    tools_scorer: str = setting("tools.scorer", "bm25")
    """How ToolSearch ranks: `bm25`, or `weights` (points for each keyword)."""
    tools_timeout_ms: int = setting("tools.timeoutMs", 60_000, at_least=1)
    """Longest call of a tool through ToolSearch; a request may ask for less, or for up to 600 s."""
    web_allow_hosts: tuple[str, ...] = setting("web.allowHosts", (), local=True)
    """Hosts that are fetched although their address is private or this machine's: `wiki.corp`,
    `127.0.0.1:8080`.  All others must be public."""
    web_searxng_url: str = setting("web.searxngUrl", "", local=True)
    """A SearXNG instance for web search; its JSON format must be enabled."""
    web_brave_key: str = setting("web.braveKey", "", local=True)
    """Key of Brave's search API."""
    web_tavily_key: str = setting("web.tavilyKey", "", local=True)
    """Key of Tavily's search API."""


@attrs.frozen
class Loaded:
    """Settings, and one line for each option that was not usable."""

    settings: Settings
    problems: tuple[str, ...] = ()


def config_file() -> Path:
    """Where the user's own settings are read from (TOML, tables as in the paths)."""
    return platformdirs.user_config_path("ripwire", appauthor=False) / "config.toml"


def cache_folder(settings: Settings) -> Path:
    """The user's own; what lies there can be deleted at any time."""
    if settings.cache_folder:
        return Path(settings.cache_folder)
    return platformdirs.user_cache_path("ripwire", appauthor=False)


def environment_name(path: str) -> str:
    """`rg.source` → `RIPWIRE_RG_SOURCE`, `timeoutMs` → `RIPWIRE_TIMEOUT_MS`."""
    return "RIPWIRE_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", path).replace(".", "_").upper()


def load(
    client: object = None, *, environment: Mapping[str, str] | None = None, file: Path | None = None
) -> Loaded:
    """All four sources in their order; `client` is what came over the wire, already decoded JSON."""
    problems: list[str] = []
    values: dict[str, Any] = {}
    values |= _from_tree(_read(file or config_file(), problems), "config file", problems, wire=False)
    values |= _from_tree(client, "client", problems, wire=True)
    values |= _from_environment(os.environ if environment is None else environment, problems)
    return Loaded(Settings(**values), tuple(problems))


def fields() -> Iterator[tuple[str, attrs.Attribute[Any], Any]]:
    """(path, field, type) of every setting, in the order they are written."""
    hints = get_type_hints(Settings)
    for field in attrs.fields(Settings):
        yield field.metadata["path"], field, hints[field.name]


def _read(file: Path, problems: list[str]) -> object:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as exc:
        problems.append(f"{file}: {exc}")
        return None


def _from_tree(tree: object, source: str, problems: list[str], *, wire: bool) -> dict[str, Any]:
    """Known leaves of a nested object; unknown ones are named, local ones refused on the wire."""
    if tree is None:
        return {}
    if not isinstance(tree, dict):
        problems.append(f"{source}: expected an object of settings")
        return {}
    leaves = dict(_leaves(tree, ""))
    values: dict[str, Any] = {}
    for path, field, type_ in fields():
        if path not in leaves:
            continue
        value = leaves.pop(path)
        if wire and field.metadata["local"]:
            problems.append(f"{source}: {path} is read from the config file and the environment only")
            continue
        values |= _converted(field, type_, value, f"{source}: {path}", problems, strict=True)
    known = [path for path, _, _ in fields()]
    problems += [f"{source}: unknown setting {path}" for path in leaves if not _inside(path, known)]
    return values


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    paths = {path for path, _, _ in fields()}
    for key, value in tree.items():
        path = prefix + key
        if isinstance(value, dict) and path not in paths:
            yield from _leaves(value, path + ".")
        else:
            yield path, value


def _inside(path: str, known: list[str]) -> bool:
    """A table that we know, given empty: nothing to complain about."""
    return any(other.startswith(path + ".") for other in known)


def _from_environment(environment: Mapping[str, str], problems: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for path, field, type_ in fields():
        name = environment_name(path)
        if name in environment:
            values |= _converted(field, type_, environment[name], name, problems, strict=False)
    problems += _misspelt(environment)
    return values


def _misspelt(environment: Mapping[str, str]) -> Iterator[str]:
    """Names that differ from a setting's in underscores or case: they would be passed over in silence."""
    known = {name.replace("_", ""): name for name in (environment_name(path) for path, _, _ in fields())}
    for given in environment:
        meant = known.get(given.replace("_", "").upper())
        if meant is not None and given != meant and given.upper().startswith("RIPWIRE_"):
            yield f"{given}: no such setting; {meant} was meant"


def _json(text: str) -> object:
    """The value itself when it is no JSON: the complaint about its type then names it."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _is_list(type_: Any) -> bool:
    return get_origin(type_) is tuple


def _converted(
    field: attrs.Attribute[Any], type_: Any, value: object, where: str, problems: list[str], *, strict: bool
) -> dict[str, Any]:
    if not strict and isinstance(value, str) and _is_list(type_):
        value = tuple(part for part in value.split(os.pathsep) if part)
    if not strict and isinstance(value, str) and get_origin(type_) is dict:
        value = _json(value)
    try:
        converted = msgspec.convert(value, type_, strict=strict)
    except msgspec.ValidationError as exc:
        problems.append(f"{where}: {exc}")
        return {}
    lowest = field.metadata["at_least"]
    if lowest is not None and converted < lowest:
        problems.append(f"{where}: expected at least {lowest}, got {converted}")
        return {}
    return {field.name: converted}
