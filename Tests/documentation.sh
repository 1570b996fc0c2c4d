#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the documentation as a website with DocC, after `swift build`. Every warning is printed and makes it fail.
#
#   bash Tests/documentation.sh [FOLDER]      # without a folder: .build/documentation
#   python3 -m http.server --directory .build/documentation      # then open http://localhost:8000/documentation/docscan
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
site=${1:-$root/.build/documentation}
modules=$root/.build/debug
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The public symbols, also those of the modules that DocScan re-exports.
flags=(-I "$modules/Modules" -Xcc -I/usr/include/libxml2)
for folder in "$root"/Sources/C*/; do flags+=(-I "$folder" -I "$folder/include"); done
for map in "$modules"/*.build/module.modulemap; do flags+=(-Xcc "-fmodule-map-file=$map"); done
mkdir "$work/symbols"
swift symbolgraph-extract -module-name DocScan -target "$(uname -m)-unknown-linux-gnu" "${flags[@]}" \
  -experimental-allowed-reexported-modules=DocScanBatch,DocScanCore -output-dir "$work/symbols"

# The pages link to files, which works on a code host. DocC wants links of its own, and names of pictures alone.
cp -r "$root/Sources/DocScan/DocScan.docc" "$work/DocScan.docc"
sed -E -i 's/\]\(([A-Za-z]+)\.md(#[^)]*)?\)/](doc:\1)/g; s/\]\(Resources\//](/' "$work"/DocScan.docc/*.md

docc convert "$work/DocScan.docc" --additional-symbol-graph-dir "$work/symbols" --output-path "$site" \
  --fallback-display-name DocScan --fallback-bundle-identifier DocScan --warnings-as-errors
