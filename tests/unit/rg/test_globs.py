"""Every spelling of a glob comes to one plain form: a literal folder and the rest."""

from pathlib import PurePosixPath

import pytest

from ripwire.errors import Failure, Kind
from ripwire.rg.globs import Glob, parted, under


@pytest.fixture
def root(tmp_path):
    for folder in ("src/deep", "docs", ".github/workflows"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "README").touch()
    return tmp_path


def plain(root, *globs):
    return [(glob.prefix.as_posix(), glob.rest) for glob in parted(globs, (), root)[0]]


@pytest.mark.parametrize(
    ("written", "prefix", "rest"),
    [
        ("*.ts", ".", "*.ts"),
        ("./*.ts", ".", "*.ts"),
        ("././src/*.ts", "src", "*.ts"),
        ("src/*.ts", "src", "*.ts"),
        ("src/./*.ts", "src", "*.ts"),
        ("src//*.ts", "src", "*.ts"),
        ("src\\*.ts", "src", "*.ts"),
        (".\\src\\*.ts", "src", "*.ts"),
        ("src/**/*.ts", "src", "**/*.ts"),
        ("src/deep/a.ts", "src/deep", "a.ts"),
        ("**/a.ts", ".", "**/a.ts"),
        ("*/a.ts", ".", "*/a.ts"),
        ("src", "src", "**"),
        ("src/", "src", "**"),
        ("./src", "src", "**"),
        ("src/deep", "src/deep", "**"),
        ("src/**", "src", "**"),
        ("nowhere/", ".", "**/nowhere/**"),
        ("nowhere", ".", "nowhere"),
        ("README", ".", "README"),
        ("/README", ".", "/README"),
        ("src/de*/", "src", "de*/**"),
        (".github/workflows/*.yml", ".github/workflows", "*.yml"),
        ("a b/*.ts", "a b", "*.ts"),
        ("{src,docs}/*.md", "src", "*.md"),
        ("sr[c]/*.ts", ".", "sr[c]/*.ts"),
        (".", ".", "**"),
        ("./", ".", "**"),
        ("/", ".", "**"),
    ],
)
def test_f60_one_plain_form(root, written, prefix, rest):
    assert plain(root, written)[0] == (prefix, rest)


@pytest.mark.parametrize(
    ("written", "rests"),
    [
        ("*.ts,*.js", ["*.ts", "*.js"]),
        ("*.ts, *.js ,", ["*.ts", "*.js"]),
        ("*.{ts,js}", ["*.ts", "*.js"]),
        ("*.{ts,js},*.md", ["*.ts", "*.js", "*.md"]),
        ("*.{a,{b,c}}", ["*.a", "*.b", "*.c"]),
        ("[,]x", ["[,]x"]),
        ("*.{ts}", ["*.ts"]),
        ("[{]x", ["[{]x"]),
        ("a[{,}]b{c,d}", ["a[{,}]bc", "a[{,}]bd"]),
        ("$${a,b}", ["$$a", "$$b"]),
        ("{,x}y", ["y", "xy"]),
        ("{a,a}", ["a"]),
        ("a]", ["a]"]),
        ("", []),
        (" ", []),
    ],
)
def test_f60_f63_lists_and_nested_braces(root, written, rests):
    assert [rest for _, rest in plain(root, written)] == rests


def test_a_negative_include_is_an_exclude(root):
    includes, excludes = parted(["*.ts,!*.test.ts", "!docs/"], ["!*.md", "*.log"], root)
    assert [glob.text for glob in includes] == ["*.ts"]
    assert [glob.text for glob in excludes] == ["*.md", "*.log", "*.test.ts", "/docs/**"]


def test_brackets_that_are_escaped_or_that_exist_are_letters(root):
    (root / "app/[id]").mkdir(parents=True)
    (root / "app/[id]/[slug].tsx").touch()
    assert plain(root, "app/[id]/*.tsx") == [("app/[id]", "*.tsx")]
    assert plain(root, "app/[id]/[slug].tsx") == [("app/[id]", "[[]slug].tsx")]
    assert plain(root, "\\[slug\\].tsx") == [(".", "[[]slug[]].tsx")]
    assert parted(["app/[id]/*.tsx"], (), root)[0][0].text == "/app/[[]id]/*.tsx"


@pytest.mark.parametrize(
    ("glob", "base", "left"),
    [
        ("/a/b/*.ts", "/a/b", "*.ts"),
        ("/a/b", "/a/b", ""),
        ("/a/bc", "/a/b", None),
        ("/x", "/", "x"),
        ("c:/Work/*.ts", "C:/work", "*.ts"),
        ("C:/workshop/*.ts", "C:/work", None),
        ("D:/*.ts", "D:/", "*.ts"),
        ("//server/share/*.ts", "//server/share", "*.ts"),
        ("/A/b", "/a", None),
    ],
)
def test_f59_drives_have_no_case(glob, base, left):
    assert under(glob, base) == left


def test_f59_an_absolute_glob_under_the_root_becomes_relative(root):
    assert plain(root, f"{root}/src/*.ts") == [("src", "*.ts")]
    assert plain(root, f"{root}/**/*.ts") == [(".", "**/*.ts")]
    assert plain(root, f"{root}/*.ts") == [(".", "/*.ts")]
    assert plain(root, f"{root}/src") == [("src", "**")]
    assert plain(root, str(root)) == [(".", "**")]


@pytest.mark.parametrize("glob", ["/nowhere/else/*.ts", "/etc/passwd", "C:/other/*.ts", "C:\\other\\*.ts"])
def test_f59_an_absolute_glob_outside_the_root_is_refused(root, glob):
    with pytest.raises(Failure) as failed:
        plain(root, glob)
    assert failed.value.kind is Kind.INVALID_GLOB
    assert repr(glob) in failed.value.message
    assert str(root) in (failed.value.detail or "")


def test_f59_a_glob_that_climbs_out_of_the_root_is_refused(root):
    for glob in ("../*.ts", "src/../../x/*.ts", ".."):
        with pytest.raises(Failure) as failed:
            plain(root, glob)
        assert failed.value.kind is Kind.INVALID_GLOB
    assert plain(root, "src/../docs/*.md") == [("docs", "*.md")]


def test_f64_home_is_expanded(root, monkeypatch):
    monkeypatch.setenv("HOME", str(root))
    monkeypatch.setenv("USERPROFILE", str(root))
    assert plain(root, "~/src/*.ts") == [("src", "*.ts")]
    assert plain(root, "~") == [(".", "**")]
    with pytest.raises(Failure):
        plain(root / "src", "~/docs/*.md")


def test_a_tilde_inside_a_name_is_a_letter(root):
    assert plain(root, "a~") == [(".", "a~")]
    assert plain(root, "~backup") == [(".", "~backup")]


@pytest.mark.parametrize("glob", ["{a", "a}", "{a,{b}", "[a", "a[", "[!", "[^]"])
def test_f02_brackets_that_are_not_closed_are_refused_with_the_glob(root, glob):
    with pytest.raises(Failure) as failed:
        plain(root, glob)
    assert failed.value.kind is Kind.INVALID_GLOB
    assert repr(glob) in failed.value.message


@pytest.mark.parametrize("glob", ["{a,b}" * 20, "{" * 5000 + "}" * 5000, "{a}" * 5000 + "{a,b}" * 11])
def test_braces_that_explode_are_refused(root, glob):
    with pytest.raises(Failure) as failed:
        plain(root, glob)
    assert failed.value.kind is Kind.INVALID_GLOB


@pytest.mark.parametrize(
    ("glob", "name"),
    [
        (Glob(PurePosixPath(), "*.ts"), "*.ts"),
        (Glob(PurePosixPath(), "**/*.ts"), "*.ts"),
        (Glob(PurePosixPath("src"), "**/*.ts"), "*.ts"),
        (Glob(PurePosixPath("src"), "*.ts"), None),
        (Glob(PurePosixPath(), "a/*.ts"), None),
        (Glob(PurePosixPath(), "Makefile"), None),
        (Glob(PurePosixPath(), "a.txt"), "a.txt"),
    ],
)
def test_the_base_name_of_a_glob(glob, name):
    assert glob.base_name == name


def test_an_excluded_folder_is_not_walked(root):
    assert [glob.pruned for glob in parted((), ["src/", "docs/**", "*.log", "src/x.ts"], root)[1]] == [
        "/src",
        "/docs",
        "*.log",
        "/src/x.ts",
    ]
