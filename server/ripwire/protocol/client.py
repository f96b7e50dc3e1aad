"""What a client said of itself in `initialize`.  Read kindly: an odd capability is an absent one."""

from __future__ import annotations

from typing import Any

import attrs

SPOKEN = ("utf-8", "utf-16", "utf-32")


@attrs.frozen(kw_only=True)
class Client:
    name: str | None = None
    version: str | None = None
    process_id: int | None = None
    encoding: str = "utf-16"
    capabilities: Any = attrs.field(factory=dict)

    @property
    def resolves(self) -> bool:
        """Whether the client takes symbols without a range; clients that do not crash on them."""
        return self.lists("workspace.symbol.resolveSupport.properties", "location.range")

    def has(self, path: str) -> bool:
        """Whether the capability at `path` (as in LSP's pages, dotted) is there and not false or null."""
        return bool(self.get(path)) or isinstance(self.get(path), dict)

    def get(self, path: str) -> Any:
        found = self.capabilities
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def lists(self, path: str, value: str) -> bool:
        """Whether the list at `path` holds `value`."""
        found = self.get(path)
        return isinstance(found, list) and value in found


def client_of(params: Any, *, forced_encoding: str = "") -> Client:
    info = params.client_info if isinstance(params.client_info, dict) else {}
    client = Client(
        name=_text(info.get("name")),
        version=_text(info.get("version")),
        process_id=params.process_id,
        capabilities=params.capabilities,
    )
    return attrs.evolve(client, encoding=_encoding(client, forced_encoding))


def _encoding(client: Client, forced: str) -> str:
    """The first of the client's that we speak; utf-16 when it names none."""
    if forced in SPOKEN:
        return forced
    named = client.get("general.positionEncodings")
    wanted = named if isinstance(named, list) else []
    return next((encoding for encoding in wanted if encoding in SPOKEN), "utf-16")


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
