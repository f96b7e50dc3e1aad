"""Hatch's build hook: `vendor.toml` goes into every wheel, a pinned rg into a wheel of one platform.

`RIPWIRE_WHEEL_TARGET=x86_64-linux` asks for a platform wheel; the binary must have been fetched before.
Runs in the build's own environment, where ripwire and its dependencies are not to be had.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INSIDE = "ripwire/vendor"
"""Where `rg/vendored.py` looks first."""


class VendorHook(BuildHookInterface):
    """Adds files and the platform's tag; refuses a binary that is not the pinned one."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # the checkout's own folder is used
        vendor = Path(self.root) / "vendor"
        build_data["force_include"][str(vendor / "vendor.toml")] = f"{INSIDE}/vendor.toml"
        target = os.environ.get("RIPWIRE_WHEEL_TARGET")
        if target:
            self._put_binary(target, vendor, build_data)

    def _put_binary(self, target: str, vendor: Path, build_data: dict[str, Any]) -> None:
        pin = tomllib.loads((vendor / "vendor.toml").read_text("utf-8"))["binary"].get(target)
        if pin is None:
            message = f"vendor.toml pins nothing for {target}"
            raise RuntimeError(message)
        binary = vendor / "ripgrep" / target / pin["member"].rsplit("/", 1)[1]
        if not binary.is_file() or hashlib.sha256(binary.read_bytes()).hexdigest() != pin["sha256"]:
            message = f"{binary} is not the pinned binary; run `ripwire vendor fetch {target}` first"
            raise RuntimeError(message)
        for file in (binary, binary.with_name("LICENSE")):
            build_data["force_include"][str(file)] = f"{INSIDE}/ripgrep/{target}/{file.name}"
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + pin["wheel"].removesuffix(".whl").rsplit("-", 1)[1]
