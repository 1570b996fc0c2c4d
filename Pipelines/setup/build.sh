#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds docscan and its worker for use, into .build/release, and shows the progress.
#
#   bash Pipelines/setup/build.sh
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=SCRIPTDIR/../packaging/stage.sh
. "$root/Pipelines/packaging/stage.sh"

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Shows the compiler's progress from its lines such as "[12/345] Compiling …": on a terminal in one line that changes,
# elsewhere with a line for each tenth of the work.
show_progress() {
  local product=$1 terminal=$2 line shown=0
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    if [ "$terminal" = 1 ]; then
      printf '\r  %s: step %d of %d   ' "$product" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
      shown=1
    elif [ $((10 * BASH_REMATCH[1] / (BASH_REMATCH[2] + 1))) -gt "$shown" ]; then
      shown=$((10 * BASH_REMATCH[1] / (BASH_REMATCH[2] + 1)))
      printf '  %s: step %d of %d\n' "$product" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    fi
  done >&2
  [ "$terminal" = 0 ] || [ "$shown" = 0 ] || printf '\n' >&2
}

terminal=0
[ ! -t 2 ] || terminal=1
if [ -e "$root/.build/release/docscan" ]; then
  printf 'Building docscan …\n' >&2
else
  printf 'Building docscan: the first time takes about 15 minutes on two processor cores, fewer on more …\n' >&2
fi
for product in docscan docscan-worker; do
  if ! swift build --package-path "$root" --configuration release --static-swift-stdlib --product "$product" 2>&1 |
    tee "$log" | show_progress "$product" "$terminal"; then
    cat "$log" >&2
    printf 'build.sh: %s could not be built; the compiler says why above.\n' "$product" >&2
    exit 1
  fi
done
# For `docscan -V`: the folder next to the programs, as in an installation.
commit=$(commit_of "$root")
if [ -n "$commit" ]; then
  facts=$(realpath "$root/.build/release/..")/share/docscan
  mkdir -p "$facts"
  build_facts "$commit" "$(epoch_of "$root")" >"$facts/build.json"
fi
