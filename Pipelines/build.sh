#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds docscan and its worker for use, into .build/release. Says nothing unless the compiler does.
#
#   bash Pipelines/build.sh
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

log=$(mktemp)
trap 'rm -f "$log"' EXIT
printf 'Building docscan (the first time takes some minutes) …\n' >&2
for product in docscan docscan-worker; do
  if ! swift build --package-path "$root" --configuration release --static-swift-stdlib --product "$product" \
    >"$log" 2>&1; then
    cat "$log" >&2
    printf 'build.sh: %s could not be built; the compiler says why above.\n' "$product" >&2
    exit 1
  fi
done
