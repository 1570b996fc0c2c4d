#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Goes from a fresh checkout to searchable documents: installs missing dependencies, builds docscan, and runs it on the
# samples, or on the given files and folders.
#
#   bash Pipelines/quickstart.sh [INPUT…]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/out

bash "$root/Pipelines/setup/install.sh" build run
bash "$root/Pipelines/setup/build.sh"
docscan=$root/.build/release/docscan

status=0
[ $# -gt 0 ] || set -- "$root/Pipelines/sample"
"$docscan" run scan "$@" --output "$out" || status=$?
# 1 means that some documents failed and the others are done. A higher code means that there are no results.
[ "$status" -le 1 ] || exit "$status"

# Prints the first lines of the texts of up to three documents that the run's report lists.
mapfile -t names < <(grep --only-matching '"name": *"[^"]*"' "$out/report.json" | cut -d '"' -f 4)
for name in "${names[@]:0:3}"; do
  text=$out/$name/${name##*/}.txt
  [ -f "$text" ] || continue
  printf '\n%s\n' "$text"
  awk 'NF && ++lines <= 4 { print "    " $0 }' "$text"
done
printf '\nEach folder in %s has a document: its searchable PDF, its text, and JSON of every word.\n' "$out"
if "$docscan" doctor 2>/dev/null | grep --quiet '^models *none'; then
  printf 'Poor pages are read better with models (75 MB, once): bash %s/Pipelines/setup/install.sh models\n' "$root"
fi
exit "$status"
