"""Real projects to measure on: fetched by name from the package registries, unpacked, and sampled by a seed."""

import random
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from pathlib import Path

from ripwire.services.symbols import languages
from ripwire.services.symbols.language import words

# Two sets of different projects: what one is tuned on, the other has not seen.
DEBIAN_SOURCES = {
    "a": words(
        "elixir-lang scala kotlin r-cran-dplyr r-cran-ggplot2 rails haskell-aeson haskell-lens awesome nim ocaml erlang symfony phpunit"
        " thrift antlr4 keepass2 grpc universal-ctags postgresql-15 leiningen-clojure golang-github-hashicorp-hcl"
        " golang-github-hashicorp-terraform-json pgtap"
    ),
    "b": words(
        "doctrine erlang-p1-xmpp fmtlib gradle gtk-sharp3 haskell-hakyll haskell-warp haskell-yesod leveldb libgit2 lua-lpeg mono-addins"
        " nim-lapper php-laravel-framework php-twig poppler protobuf r-cran-data.table r-cran-tibble rabbitmq-server rapidjson"
        " ruby-mechanize scala-parser-combinators flatbuffers kotlinx-coroutines core-async-clojure tools-reader-clojure lwt"
        " yojson sqitch mediawiki scala-xml ruby-github-linguist pygments golang-github-spf13-cobra rust-tokio rust-serde"
        " golang-github-hashicorp-hcl-v2 dbus-sharp lua-penlight ruby-sinatra r-cran-purrr r-cran-stringr"
    ),
}
DEBIAN_PACKAGES = {
    "a": words(
        "neovim-runtime bash-completion perl-modules-5.36 zsh-common linux-source-6.1 golang-1.19-src rust-src openjdk-17-source"
    ),
    "b": words("libmoose-perl vim-runtime"),
}
NPM = {
    "a": words(
        "rxjs express lodash react-native expo-modules-core bootstrap element-plus zod immer three svelte-headlessui flowbite-svelte"
        " @capacitor/ios @react-spectrum/s2 vitepress @octokit/graphql-schema"
        # F# as its people publish it: the last versions that hold their sources.
        " fable-elmish@0.9.0-beta-7 fable-elmish-browser@0.9.0-beta-5 fable-powerpack@1.0.0-narumi-5"
    ),
    "b": words(
        "@reduxjs/toolkit date-fns koa d3-array react-native-screens @capacitor/android bulma mermaid"
        " @tanstack/react-table @linear/sdk carbon-components-svelte @react-navigation/native expo-camera element-ui"
        " @nautical-commerce/graphql-schema"
        " fable-import-react fable-import-d3"
    ),
}
SDISTS = {
    "a": words("rich pythonnet juliacall julia"),
    "b": words("attrs networkx pybind11 python-hcl2 diffeqpy docker"),
}
WHEELS = {"a": words("ziglang"), "b": frozenset()}

SMALLEST, LARGEST, RARE_LARGEST, LONGEST_LINE = 700, 40_000, 2_000_000, 1000
_SKIPPED = {".git", "node_modules", "__pycache__"}


def fetch(folder: Path, which: str) -> None:
    """Fetch and unpack every package of a set; a package that is not to be had is named and left out."""
    downloads, unpacked = folder / "downloads" / which, folder / which
    downloads.mkdir(parents=True, exist_ok=True)
    for package in sorted(NPM[which]):
        _run(["npm", "pack", "--silent", package], downloads, package)
    for package in sorted(SDISTS[which]):
        _run(
            [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", package],
            downloads,
            package,
        )
    for package in sorted(WHEELS[which]):
        _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", package], downloads, package)
    for package in sorted(DEBIAN_PACKAGES[which]):
        _run(["apt-get", "download", "-qq", package], downloads, package)
    with_sources = _apt_with_sources(folder)
    for package in sorted(DEBIAN_SOURCES[which]):
        _run(["apt-get", *with_sources, "source", "-qq", "--download-only", package], downloads, package)
    for archive in sorted(downloads.iterdir()):
        unpack(archive, unpacked)


def _apt_with_sources(folder: Path) -> list[str]:
    """Options for an apt that knows source packages too, beside the machine's own lists."""
    parts, lists = folder / "apt" / "parts", folder / "apt" / "lists" / "partial"
    parts.mkdir(parents=True, exist_ok=True)
    lists.mkdir(parents=True, exist_ok=True)
    for source in Path("/etc/apt/sources.list.d").glob("debian*.sources"):
        (parts / source.name).write_text(source.read_text().replace("Types: deb\n", "Types: deb deb-src\n"))
    options = [
        "-o",
        "Dir::Etc::sourcelist=/dev/null",
        "-o",
        f"Dir::Etc::sourceparts={parts}",
        "-o",
        f"Dir::State::lists={lists.parent}",
    ]
    _run(["apt-get", *options, "update", "-qq"], folder, "the list of source packages")
    return options


def _run(command: list[str], folder: Path, what: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode:
        print(f"not fetched: {what}", file=sys.stderr)


def unpack(archive: Path, folder: Path) -> None:
    target = folder / archive.name.split("_")[0].removesuffix(".tgz").removesuffix(".tar.gz")
    if target.exists():
        return
    if archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", archive, target], check=False, capture_output=True)
    elif archive.suffix in {".whl", ".zip"}:
        zipfile.ZipFile(archive).extractall(target)
    elif ".orig.tar" in archive.name or archive.name.endswith((".tgz", ".tar.gz")):
        with tarfile.open(archive) as tar:
            tar.extractall(target, filter="data")
    for inner in target.rglob("*.tar.xz") if target.exists() and "source" in target.name else ():
        subprocess.run(["tar", "xf", inner, "-C", target], check=False, capture_output=True)


def sample(roots: list[Path], seed: int, count: int) -> dict[str, list[Path]]:
    """So many files of each language, taken in turn from every project that has some."""
    found: dict[str, dict[str, list[Path]]] = defaultdict(lambda: defaultdict(list))
    for root in roots:
        for folder, names, files in root.walk() if hasattr(root, "walk") else _walk(root):
            names[:] = [name for name in names if name not in _SKIPPED]
            for name in files:
                if language := languages.of_path(name):
                    project = (folder / name).relative_to(root).parts[0]
                    found[language.name][f"{root.name}/{project}"].append(folder / name)
    chosen = random.Random(seed)
    picked = {
        language: _in_turn(projects, chosen, count, LARGEST) for language, projects in sorted(found.items())
    }
    for language, files in picked.items():
        if len(files) < count:  # a rare language: what there is, small or large
            more = _in_turn(found[language], chosen, count, RARE_LARGEST, smallest=1)
            files.extend([path for path in more if path not in files][: count - len(files)])
    return picked


def _walk(root: Path):
    import os

    for folder, names, files in os.walk(root):
        yield Path(folder), names, files


def _in_turn(
    projects: dict[str, list[Path]], chosen: random.Random, count: int, largest: int, smallest: int = 0
) -> list[Path]:
    queues = [sorted(projects[name]) for name in sorted(projects)]
    for queue in queues:
        chosen.shuffle(queue)
    picked: list[Path] = []
    while len(picked) < count and any(queues):
        for queue in queues:
            while queue and len(picked) < count:
                if _fits(path := queue.pop(), smallest or SMALLEST, largest):
                    picked.append(path)
                    break
    return picked


def _fits(path: Path, smallest: int, largest: int) -> bool:
    """A file that people write: not tiny, not huge, not minified, not a link."""
    if path.is_symlink() or not smallest <= path.stat().st_size <= largest or ".min." in path.name:
        return False
    data = path.read_bytes()
    return b"\0" not in data and (largest > LARGEST or max(map(len, data.split(b"\n"))) <= LONGEST_LINE)


def clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
