"""What an include or exclude selects, told by the real rg on small trees."""

import subprocess

import pytest

from ripwire.errors import Failure, Kind
from ripwire.rg import selection
from ripwire.rg.query import Filter
from ripwire.rg.selection import select
from tests.support.searching import write

MATRIX = {
    ".git/": b"",
    ".gitignore": "build/\n*.log\nsecret.txt\n",
    "ok.js": "needle\n",
    "build/o.js": "needle\n",
    "a.log": "needle\n",
    "secret.txt": "needle\n",
    ".hid/h.js": "needle\n",
    ".env": "needle\n",
}
PROJECT = {
    "a.ts": "needle\n",
    "Makefile": "needle\n",
    "src/a.ts": "needle\n",
    "src/a.js": "needle\n",
    "src/deep/b.ts": "needle\n",
    "src/deep/b.test.ts": "needle\n",
    "src/x.ts/inner.js": "needle\n",
    "docs/src/c.ts": "needle\n",
    ".github/workflows/ci.yml": "needle\n",
    ".github/x.ts": "needle\n",
    "packages/one/.env": "needle\n",
}


@pytest.fixture
def matrix(tmp_path):
    return write(tmp_path, MATRIX)


@pytest.fixture
def project(tmp_path):
    return write(tmp_path, PROJECT)


async def both_ways(rg, root, **asked):
    """Searched and listed must select the same files."""
    searched = (await rg.text(root, "needle", **asked)).files
    listed = (await rg.listed(root, **asked)).files
    assert [name for name in listed if not name.endswith("ignore")] == searched
    return searched


@pytest.mark.parametrize(
    "include", ["*", "**", "**/*", "*.*", "*.js", "**/*.js", "*.{js,txt}", "./*", "*,*.js"]
)
async def test_f43_an_include_brings_back_nothing_ignored_or_hidden(rg, matrix, include):
    assert await both_ways(rg, matrix, include=(include,)) == ["ok.js"]


@pytest.mark.parametrize("include", ["*.log", "secret.txt", "*/h.js", "**/o.js", "[s]ecret.txt", "/a.log"])
async def test_f43_what_is_ignored_or_hidden_stays_so(rg, matrix, include):
    assert await both_ways(rg, matrix, include=(include,)) == []


@pytest.mark.parametrize("include", ["build", "build/", "build/**", "build/*.js", "build/o.js"])
async def test_f44_an_ignored_folder_is_told(rg, matrix, include):
    found = await rg.text(matrix, "needle", include=(include,))
    assert found.files == []
    assert found.report.failure is None
    assert "build is filtered by ignore rules; set noIgnore" in " ".join(found.report.outcome.notes)
    assert await both_ways(rg, matrix, include=(include,), no_ignore=True) == ["build/o.js"]


@pytest.mark.parametrize(
    ("include", "selected"),
    [
        ((".hid/**",), [".hid/h.js"]),
        ((".hid/*.js",), [".hid/h.js"]),
        ((".env",), [".env"]),
        ((".env", "*.js"), [".env", "ok.js"]),
        ((".env*",), [".env"]),
        (("**/.hid/*.js",), [".hid/h.js"]),
        ((".hid/*", "ok.js"), [".hid/h.js", "ok.js"]),
    ],
)
async def test_f45_a_hidden_file_is_found_by_its_name(rg, matrix, include, selected):
    assert await both_ways(rg, matrix, include=include) == selected


async def test_f45_hidden_is_an_option(rg, matrix):
    assert await both_ways(rg, matrix, hidden=True) == [".env", ".hid/h.js", "ok.js"]
    assert await both_ways(rg, matrix, hidden=True, include=("*.js",)) == [".hid/h.js", "ok.js"]


async def test_f45_a_hidden_root_is_searched(rg, matrix):
    assert await both_ways(rg, matrix / ".hid") == ["h.js"]


@pytest.mark.parametrize(
    ("include", "selected"),
    [
        ("src/**/*.ts", ["src/a.ts", "src/deep/b.test.ts", "src/deep/b.ts"]),
        ("src/*.ts", ["src/a.ts"]),
        ("src/*", ["src/a.js", "src/a.ts"]),
        ("src/*/*.ts", ["src/deep/b.test.ts", "src/deep/b.ts"]),
        ("./src/*.ts", ["src/a.ts"]),
        ("src\\*.ts", ["src/a.ts"]),
        ("/src/*.ts", ["src/a.ts"]),
        ("/*.ts", ["a.ts"]),
        ("*/a.ts", ["src/a.ts"]),
        ("**/a.ts", ["a.ts", "src/a.ts"]),
        ("a.ts", ["a.ts", "src/a.ts"]),
        ("src/a.ts", ["src/a.ts"]),
        ("src/a.ts,src/a.js", ["src/a.js", "src/a.ts"]),
        ("src/deep", ["src/deep/b.test.ts", "src/deep/b.ts"]),
        ("deep", ["src/deep/b.test.ts", "src/deep/b.ts"]),
        ("deep/", ["src/deep/b.test.ts", "src/deep/b.ts"]),
        ("**/src/*.ts", ["docs/src/c.ts", "src/a.ts"]),
        ("Makefile", ["Makefile"]),
        ("*.{js,{yml,mk}}", ["src/a.js", "src/x.ts/inner.js"]),
        ("{src,docs}/**/*.ts", ["docs/src/c.ts", "src/a.ts", "src/deep/b.test.ts", "src/deep/b.ts"]),
        (".github/workflows/*.yml", [".github/workflows/ci.yml"]),
        ("**/.env", ["packages/one/.env"]),
        (
            "src/**,src/deep/**",
            ["src/a.js", "src/a.ts", "src/deep/b.test.ts", "src/deep/b.ts", "src/x.ts/inner.js"],
        ),
        ("*.ts,!*.test.ts,!docs", ["a.ts", "src/a.ts", "src/deep/b.ts"]),
    ],
)
async def test_f57_f60_f63_an_include_means_what_it_says(rg, project, include, selected):
    assert await both_ways(rg, project, include=(include,)) == selected


async def test_f57_the_same_glob_under_another_root(rg, project):
    assert await both_ways(rg, project / "docs", include=("src/*.ts",)) == ["src/c.ts"]


@pytest.mark.parametrize(
    ("exclude", "selected"),
    [
        ("*.js", ["Makefile", "a.ts", "docs/src/c.ts", "src/a.ts", "src/deep/b.test.ts", "src/deep/b.ts"]),
        ("src", ["Makefile", "a.ts", "docs/src/c.ts"]),
        ("src/", ["Makefile", "a.ts", "docs/src/c.ts"]),
        ("**/src/**", ["Makefile", "a.ts"]),
        ("*.ts,*.js", ["Makefile"]),
        ("!src,docs,*.ts", ["Makefile"]),
    ],
)
async def test_an_exclude_leaves_out(rg, project, exclude, selected):
    assert await both_ways(rg, project, exclude=(exclude,)) == selected


async def test_f115_more_excludes_than_fit_into_arguments(rg, project):
    many = tuple(f"generated/{'x' * 60}/{number}.ts" for number in range(3000))
    selected = await both_ways(rg, project, exclude=(*many, "*.js", "docs/", "*.test.ts"))
    assert selected == ["Makefile", "a.ts", "src/a.ts", "src/deep/b.ts"]


async def test_f115_more_includes_than_fit_into_arguments(rg, project):
    many = tuple(f"{'x' * 60}{number}.ts" for number in range(3000))
    assert await both_ways(rg, project, include=(*many, "b.ts")) == ["src/deep/b.ts"]


async def test_a_type_and_an_include_are_both_asked(rg, project):
    assert await both_ways(rg, project, include=("a.*",), types=("ts",)) == ["a.ts", "src/a.ts"]
    assert await both_ways(rg, project, include=("src/**",), types_not=("ts",)) == [
        "src/a.js",
        "src/x.ts/inner.js",
    ]


async def test_an_include_with_a_colon(rg, tmp_path):
    write(tmp_path, {"a:b.txt": "needle\n", "b.txt": "needle\n"})
    assert await both_ways(rg, tmp_path, include=("a:*.txt",)) == ["a:b.txt"]


async def test_names_that_look_like_glob_syntax(rg, tmp_path):
    write(
        tmp_path,
        {"#a.txt": "needle\n", "!b.txt": "needle\n", "[id]/p.tsx": "needle\n", "i/p.tsx": "needle\n"},
    )
    assert await both_ways(rg, tmp_path, include=("#*",)) == ["#a.txt"]
    assert await both_ways(rg, tmp_path, include=("**/!b*", "#a.txt")) == ["!b.txt", "#a.txt"]
    assert await both_ways(rg, tmp_path, include=("[id]/*.tsx",)) == ["[id]/p.tsx"]
    assert await both_ways(rg, tmp_path, include=("[i]/*.tsx",)) == ["i/p.tsx"]
    assert await both_ways(rg, tmp_path, exclude=("[id]/", "#a.txt")) == ["!b.txt", "i/p.tsx"]


async def test_f55_a_literal_folder_is_all_that_is_walked(project):
    assert select(Filter(include=("src/deep/*.ts",)), project).paths == ("./src/deep",)
    assert select(Filter(include=("src/**", "docs/*.md", "src/deep/*")), project).paths == ("./docs", "./src")
    assert select(Filter(include=("src/**", "*.md")), project).paths == (".",)


async def test_f58_a_folder_that_is_not_there_gets_a_hint(rg, project):
    found = await rg.text(project, "needle", include=("workflows/*.yml",))
    assert found.files == []
    assert "**/" in found.report.outcome.notes[0]


@pytest.mark.parametrize("marker", [None, "folder", "file"])
async def test_f46_gitignore_counts_with_and_without_a_repository(rg, tmp_path, marker):
    write(tmp_path, {".gitignore": "*.log\n", "a.log": "needle\n", "b": "needle\n", "sub/c.log": "needle\n"})
    if marker == "folder":
        (tmp_path / ".git").mkdir()
    if marker == "file":
        (tmp_path / ".git").write_text("gitdir: /nowhere/at/all\n")
    assert await both_ways(rg, tmp_path) == ["b"]
    assert await both_ways(rg, tmp_path / "sub") == []


async def test_f56_ignore_and_rgignore_are_honoured_in_their_order(rg, tmp_path):
    write(
        tmp_path,
        {
            ".gitignore": "a\nb\nd/\n",
            ".ignore": "!a\nc\n!d/\n",
            ".rgignore": "!c\n",
            **dict.fromkeys(("a", "b", "c", "d/e"), "needle\n"),
        },
    )
    assert await both_ways(rg, tmp_path) == ["a", "c", "d/e"]
    assert await both_ways(rg, tmp_path, include=("d/*",)) == ["d/e"]


async def test_a_bad_line_in_an_ignore_file_harms_nothing(rg, tmp_path):
    write(tmp_path, {".gitignore": "a{b\n!\n/\n\\\n[x\nbuild/\n", "src/a": "needle\n", "build/b": "needle\n"})
    found = await rg.text(tmp_path, "needle", include=("src/**", "build/**"))
    assert found.files == ["src/a"]
    assert found.report.failure is None
    assert not found.report.outcome.incomplete


@pytest.mark.parametrize("name", [".rgignore", ".ignore", ".gitignore", ".git/info/exclude"])
async def test_f44_every_ignore_file_is_asked_of_a_literal_folder(rg, tmp_path, name):
    write(tmp_path, {".git/": "", name: "/out/\n", "out/a": "needle\n", "sub/out/b": "needle\n"})
    assert await both_ways(rg, tmp_path, include=("out/**",)) == []
    assert await both_ways(rg, tmp_path, include=("sub/out/**",)) == ["sub/out/b"]


@pytest.mark.parametrize("name", [".gitignore", ".ignore"])
@pytest.mark.parametrize(
    ("rule", "selected"),
    [
        ("versions/", ["src/a", "src/b"]),
        ("/versions/*", ["src/a", "src/b"]),
        ("/versions/*/src", []),
        ("versions/one/src/", []),
        ("src", []),
        ("src\n!src", ["src/a", "src/b"]),
        ("versions/one/src/a", ["src/b"]),
    ],
)
async def test_f44_a_root_inside_of_an_ignored_folder_is_searched(rg, tmp_path, name, rule, selected):
    write(tmp_path, {name: f"{rule}\n", "versions/one/src/a": "needle\n", "versions/one/src/b": "needle\n"})
    root = tmp_path / "versions/one"
    assert await both_ways(rg, root) == selected
    assert await both_ways(rg, root, include=("src/*",)) == selected


@pytest.mark.parametrize("named", [None, "~/mine", "{home}/mine"])
async def test_f44_the_users_own_excludes_are_asked_too(rg, tmp_path, monkeypatch, named):
    home = tmp_path / "home"
    write(tmp_path, {"w/.git/": "", "w/out/a": "needle\n", "w/b": "needle\n"})
    write(home, {"mine" if named else ".config/git/ignore": "out/\n"})
    if named:
        write(home, {".gitconfig": f"[core]\n\texcludesFile = {named.format(home=home)}\n"})
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"):
        monkeypatch.delenv(name, raising=False)
    assert await both_ways(rg, tmp_path / "w") == ["b"]
    assert await both_ways(rg, tmp_path / "w", include=("out/**",)) == []
    assert await both_ways(rg, tmp_path / "w", include=("out/**",), no_ignore=True) == ["out/a"]


async def test_f49_other_worktrees_of_the_repository_are_left_out(rg, tmp_path):
    root = tmp_path / "repo"
    write(root, {"a.py": "needle\n"})
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(root))
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "one"], check=True)
    for place in (".claude/worktrees/w", "copies/[w]"):
        subprocess.run([*git, "worktree", "add", "-q", "--detach", str(root / place)], check=True)
    assert await both_ways(rg, root, hidden=True, no_ignore=True) == ["a.py"]
    assert await both_ways(rg, root, no_ignore=True) == ["a.py"]
    assert await both_ways(rg, root / ".claude/worktrees/w", hidden=True) == ["a.py"]
    named = await both_ways(rg, root, include=(".claude/worktrees/w/**",))
    assert named == [".claude/worktrees/w/a.py"]
    below = await both_ways(rg, root, include=("copies/[w]/*.py",))
    assert below == ["copies/[w]/a.py"]


@pytest.mark.parametrize("name", selection.VCS)
async def test_f50_version_controls_own_folders_stay_out(rg, tmp_path, name):
    write(tmp_path, {f"{name}/config": "needle\n", f"sub/{name}": "needle\n", ".kept": "needle\n"})
    assert await both_ways(rg, tmp_path, hidden=True) == [".kept"]
    assert await both_ways(rg, tmp_path, hidden=True, no_ignore=True, include=("*",)) == [".kept"]
    assert await both_ways(rg, tmp_path, include=(".kept", "config")) == [".kept"]


async def test_f52_ignored_folders_are_not_walked_unless_asked(rg, tmp_path):
    write(tmp_path, {".gitignore": "node_modules/\n", "node_modules/a.js": "", "b.js": ""})
    assert (await rg.listed(tmp_path, include=("**/*.js",))).files == ["b.js"]
    assert (await rg.listed(tmp_path, include=("**/*.js",), no_ignore=True)).files == [
        "b.js",
        "node_modules/a.js",
    ]


async def test_links_are_followed_only_when_asked(rg, tmp_path):
    write(tmp_path, {"far/a": "needle\n", "root/b": "needle\n"})
    (tmp_path / "root/link").symlink_to(tmp_path / "far")
    assert await both_ways(rg, tmp_path / "root") == ["b"]
    assert await both_ways(rg, tmp_path / "root", follow_symlinks=True) == ["b", "link/a"]


async def test_large_files_can_be_left_out(rg, tmp_path):
    write(tmp_path, {"small": "needle\n", "large": "needle\n" + "x" * 5000})
    assert await both_ways(rg, tmp_path, max_file_size=1000) == ["small"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("include", "a\0b"),
        ("exclude", "a\0b"),
        ("types", "p\0y"),
        ("types_not", "\0"),
        ("include", "\ud83d"),
    ],
)
def test_f65_what_no_process_can_be_given_is_named(tmp_path, field, value):
    with pytest.raises(Failure) as failed:
        select(Filter(**{field: (value,)}), tmp_path)
    assert failed.value.kind is Kind.INVALID_PARAMS
    assert field in failed.value.message


def test_f65_a_root_with_a_nul_byte(tmp_path):
    with pytest.raises(Failure) as failed:
        select(Filter(), tmp_path / "a\0b")
    assert failed.value.kind is Kind.INVALID_PARAMS


def test_f24_no_glob_is_a_flag(tmp_path):
    for text in ("--pre=/x.sh", "-f", "--", "-"):
        args = select(Filter(include=(text,), exclude=(text,), types=(text,)), tmp_path).args
        assert all(part.startswith(("--glob=", "--type=", "--type-add=", "--type-not=")) for part in args)
