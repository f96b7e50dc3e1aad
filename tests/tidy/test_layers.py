"""Arrows point down, the wire stays in its room, and only few modules may start a process."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "server" / "ripwire"
MODULES = sorted(PACKAGE.rglob("*.py"))
FAST_START = ("cli/", "__main__.py")
"""They import what a subcommand needs when it runs, so that `ripwire --stdio` does not pay for `grep`."""
IMPORTED_LATE = {
    ("protocol/parent.py", "_winapi"): "exists on Windows only",
    ("rg/pipes.py", "fcntl"): "exists on POSIX only",
    ("rg/gitignore.py", "pathspec"): "20 ms of a start, and most commands meet no rule that rg does not read",
    (
        "services/backend.py",
        "ripwire",
    ): "symbols, and what stands in for rg, are a third of a start",
    ("services/fuzzy.py", "frizbee"): "may be missing; 14 ms of a start otherwise",
    ("telemetry.py", "opentelemetry"): "an extra; without it there is no such sink",
}
STARTS_PROCESSES = {
    "rg/process.py": "rg and the programs that stand in for it",
    "rg/watchdog.py": "the shell that outlives a killed daemon by a moment",
    "rg/embedded.py": "becomes rg, in a one-file build",
    "daemon/spawn.py": "the daemon itself",
    "cli/vendor.py": "pip, to fetch pinned wheels",
}
STARTERS = (
    "subprocess.Popen",
    "subprocess.run",
    "create_subprocess",
    "os.exec",
    "os.system",
    "os.posix_spawn",
)


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def late_imports(tree: ast.Module) -> Iterator[str]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import):
                    yield from (alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    yield node.module or ""


def test_the_layers_hold():
    program = Path(sys.executable).with_name("lint-imports")
    root = PACKAGE.parents[1]
    done = subprocess.run([program, "--no-cache"], capture_output=True, text=True, cwd=root, check=False)
    assert done.returncode == 0, done.stdout


def test_imports_stand_at_the_top():
    late = {
        (name_of(module), imported.split(".")[0])
        for module in MODULES
        if not name_of(module).startswith(FAST_START)
        for imported in late_imports(ast.parse(module.read_text("utf-8")))
    }
    assert late == set(IMPORTED_LATE)


def test_few_modules_start_processes():
    start = {
        name_of(module)
        for module in MODULES
        if any(starter in module.read_text("utf-8") for starter in STARTERS)
    }
    assert start == set(STARTS_PROCESSES)


def test_no_state_lives_in_a_module():
    """A cache is an object that somebody owns; a module holds constants, and tables that nobody changes."""
    for module in MODULES:
        tree = ast.parse(module.read_text("utf-8"))
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)], name_of(module)
        for node in tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                assert not _is_empty_container(node.value), (name_of(module), ast.unparse(node))


def _is_empty_container(value: ast.expr | None) -> bool:
    match value:
        case ast.List(elts=[]) | ast.Set(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=ast.Name(id="dict" | "list" | "set" | "defaultdict" | "OrderedDict" | "deque")):
            return True
    return False
