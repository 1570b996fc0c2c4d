#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# From a fresh checkout to searchable documents: installs what is missing, builds docscan, and runs it over the samples,
# or over the files and folders given.
#
#   bash Pipelines/quickstart.sh [INPUT…]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/out

bash "$root/Pipelines/install.sh" build run

for product in docscan docscan-worker; do
  log=$(mktemp)
  if ! swift build --package-path "$root" --configuration release --static-swift-stdlib --product "$product" \
    >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    printf 'quickstart.sh: %s could not be built; the compiler says why above.\n' "$product" >&2
    exit 1
  fi
  rm -f "$log"
done
docscan=$root/.build/release/docscan

status=0
"$docscan" run "$root/Pipelines/quickstart.json" "$@" --output "$out" || status=$?

# The first lines of up to three texts.
shown=0
while IFS= read -r text && [ "$shown" -lt 3 ]; do
  printf '\n%s\n' "$text"
  grep --max-count=4 '[^[:space:]]' "$text" | cut -c 1-100 | sed 's/^/    /' || true
  shown=$((shown + 1))
done < <(find "$out" -mindepth 2 -name '*.txt' 2>/dev/null | sort)
[ "$shown" = 0 ] || printf '\nEach folder in %s has a document: its searchable PDF, its text, and JSON of every word.\n' "$out"
exit "$status"
