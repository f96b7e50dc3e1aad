"""The signing steps, against `codesign` and `xattr` that only record what they are asked."""

import os

import pytest

from ripwire.rg import macos
from ripwire.rg.process import Children

TOOL = """#!/bin/sh
echo "{name} $*" >> "{log}"
echo '{text}' >&2
exit {status}
"""


@pytest.fixture
async def children():
    all_of_ours = Children()
    yield all_of_ours
    await all_of_ours.close()


@pytest.fixture
def tools(tmp_path):
    """Install the two tools; returns what they were asked, line by line."""

    def install(codesign=("", 0), xattr=("", 0)):
        for name, (text, status) in {"codesign": codesign, "xattr": xattr}.items():
            path = tmp_path / "tools" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(TOOL.format(name=name, log=tmp_path / "log", text=text, status=status))
            path.chmod(0o755)

    def asked():
        return (tmp_path / "log").read_text().replace(str(tmp_path) + os.sep, "").splitlines()

    return install, asked, (tmp_path / "tools",)


async def test_a_linker_signed_binary_is_signed_anew_and_released(children, tools, tmp_path):
    install, asked, folders = tools
    install(codesign=("CodeDirectory v=20400 flags=0x20002(adhoc,linker-signed)", 0))
    assert await macos.prepare(children, tmp_path / "rg", folders) == ()
    assert asked() == [
        "codesign -vv -d rg",
        "codesign --sign - --force --preserve-metadata=entitlements,requirements,flags,runtime rg",
        "xattr -d com.apple.quarantine rg",
    ]


async def test_a_properly_signed_binary_is_left_alone(children, tools, tmp_path):
    install, asked, folders = tools
    install(codesign=("Authority=Developer ID Application", 0))
    assert await macos.prepare(children, tmp_path / "rg", folders) == ()
    assert asked() == ["codesign -vv -d rg", "xattr -d com.apple.quarantine rg"]


@pytest.mark.parametrize(
    "text", ["xattr: rg: No such xattr: com.apple.quarantine", "no such attribute", "Attribute not found"]
)
async def test_no_quarantine_is_success(children, tools, tmp_path, text):
    install, _, folders = tools
    install(xattr=(text, 1))
    assert await macos.prepare(children, tmp_path / "rg", folders) == ()


async def test_failures_are_told_and_not_fatal(children, tools, tmp_path):
    install, _, folders = tools
    install(codesign=("linker-signed", 1), xattr=("Operation not permitted", 1))
    problems = await macos.prepare(children, tmp_path / "rg", folders)
    assert problems == (
        "codesign: exit status 1: linker-signed",
        "xattr: exit status 1: Operation not permitted",
    )


async def test_missing_tools_are_told(children, tmp_path):
    problems = await macos.prepare(children, tmp_path / "rg", (tmp_path / "nowhere",))
    assert problems == ("codesign: not found", "xattr: not found")


def test_it_is_for_macos_only():
    assert macos.applies("darwin")
    assert not macos.applies("linux")
