#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the packages in Sources/Examples outside this one, as other developers do, and runs them on the samples. They depend on the last
# commit of this checkout by URL: SwiftPM fetches it, and finds no tests or examples in its manifest.
#
#   bash Tests/packages.sh [FOLDER]      # keeps what was built in FOLDER; without one: .build/packages
#
# The first run builds all their dependencies again, which takes as long as the package itself.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
built=$(realpath --canonicalize-missing "${1:-$root/.build/packages}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The last part of the address is the name of the package.
mkdir -p "$built"
rm -rf "$built/docscan.git"
git clone --quiet --bare "$root" "$built/docscan.git"
address="url: \"file://$built/docscan.git\", revision: \"$(git -C "$root" rev-parse HEAD)\""
for name in OwnStage OwnWriter; do
  cp -r "$root/Sources/Examples/$name" "$work/$name"
  sed -i "s|name: \"docscan\", path: \"../../..\"|$address|" "$work/$name/Package.swift"
  swift build --package-path "$work/$name" --scratch-path "$built" --product "$name"
done
swift build --package-path "$root" --product docscan --quiet
swift build --package-path "$root" --product docscan-worker --quiet

programs=$root/.build/debug
cat >"$work/pipeline.json" <<'JSON'
{"stages": [{"stage": "perspective"}, {"stage": "stamp"}], "output": {"writers": [{"writer": "json"}]}}
JSON
DOCSCAN_WORKER=$built/debug/OwnStage "$programs/docscan" run "$work/pipeline.json" "$root/Pipelines/sample/photo.jpg" \
  -o "$work/stage" --progress none
grep --quiet '"stamps": "1.0"' "$work/stage/report.json"
DOCSCAN_WORKER=$programs/docscan-worker "$built/debug/OwnWriter" "$work/writer" "$root/Pipelines/sample/letter.pdf"
head -3 "$work/writer/letter/letter.csv"
test "$(wc -l <"$work/writer/letter/letter.csv")" -gt 5
echo 'Both packages build and run.'
