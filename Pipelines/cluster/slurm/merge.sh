#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The last job that submit.sh makes: merges the shards if all are finished, and otherwise names the missing ones.
#SBATCH --job-name=docscan-merge
#SBATCH --requeue
#SBATCH --open-mode=append
set -uo pipefail

plan=$1 out=$2 library=$3

status=0
missing=$(docscan merge "$plan" "$out" -o "$library" --missing) || status=$?
[ "$status" -le 1 ] || exit "$status"
if [ -n "$missing" ]; then
  echo "Missing: shards $missing. Nothing was merged. Their logs, $out/shard-N.log, say why; then submit again." >&2
  exit 1
fi
docscan merge "$plan" "$out" -o "$library" || status=$?
# 1: documents have failed; the library names them.
[ "$status" -le 1 ]
