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

python3 "$root/Tests/Tools" map check

# The public symbols, including those of the modules that DocScan re-exports.
flags=(-I "$modules/Modules" -Xcc -I/usr/include/libxml2)
for folder in "$root"/Sources/C*/; do flags+=(-I "$folder" -I "$folder/include"); done
for map in "$modules"/*.build/module.modulemap; do flags+=(-Xcc "-fmodule-map-file=$map"); done
packages=$(sed -nE 's/.*pkgConfig: "([^"]+)".*/\1/p' "$root/Package.swift")
# shellcheck disable=SC2086
for flag in $(pkg-config --cflags-only-I $packages); do flags+=(-Xcc "$flag"); done
mapfile -t reexported < <(
  sed -nE 's/^@_exported public import ([a-z]+ )?([A-Za-z]+).*/\2/p' "$root/Sources/DocScan/Exports.swift" | sort -u)
mkdir "$work/symbols"
swift symbolgraph-extract -module-name DocScan -target "$(uname -m)-unknown-linux-gnu" "${flags[@]}" \
  -experimental-allowed-reexported-modules="$(IFS=,; echo "${reexported[*]}")" -output-dir "$work/symbols"

# Every public symbol needs documentation, including those of the products for custom writers and stages.
mkdir "$work/public"
for module in DocScan "${reexported[@]}" DocScanWriters DocScanFiles DocScanEngine DocScanNative DocScanVision; do
  swift symbolgraph-extract -module-name "$module" -target "$(uname -m)-unknown-linux-gnu" "${flags[@]}" \
    -output-dir "$work/public"
done
python3 "$root/Tests/Tools" public "$work/public" "$work/symbols"

# The pages link to files, which works on a code host. DocC needs its own links, and picture names without folders.
cp -r "$root/Sources/DocScan/DocScan.docc" "$work/DocScan.docc"
sed -E -i -e 's/\]\(([A-Za-z]+)\.md(#[^)]*)?\)/](doc:\1)/g' -e 's/\]\(Resources\//](/' \
  -e 's/\]\(Tutorials\/([A-Za-z]+)\.tutorial\)/](doc:\1)/g' "$work"/DocScan.docc/*.md

docc convert "$work/DocScan.docc" --additional-symbol-graph-dir "$work/symbols" --output-path "$site" \
  --fallback-display-name DocScan --fallback-bundle-identifier DocScan --warnings-as-errors
