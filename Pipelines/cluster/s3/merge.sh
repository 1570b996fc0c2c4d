#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Merges shards whose results are in a bucket, and copies the library to one.
#
#   bash merge.sh PLAN OUT LIBRARY SCRATCH
#
# Exit code 1: shards are missing, printed in the form that job arrays accept. Nothing was copied to LIBRARY. The same
# command continues.
set -euo pipefail

[ $# = 4 ] || { echo 'usage: merge.sh PLAN OUT LIBRARY SCRATCH' >&2 && exit 2; }
place=$1 out=$2 library=$3 scratch=$(realpath -m "$4")

mkdir -p "$scratch/plan" "$scratch/library"
rclone sync "$place" "$scratch/plan" --quiet
rclone sync "$out" "$scratch/out" --quiet
status=0
missing=$(docscan merge "$scratch/plan" "$scratch/out" --missing) || status=$?
[ "$status" -le 1 ] || exit "$status"
if [ -n "$missing" ]; then
  echo "$missing"
  exit 1
fi
# Shards keep their files, so that an interrupted merge doesn't fetch them again.
docscan merge "$scratch/plan" "$scratch/out" -o "$scratch/library" --keep || status=$?
[ "$status" -le 1 ] || exit "$status"
rclone copy "$scratch/library" "$library" --exclude '/.docscan/**' --quiet
rclone copy "$scratch/library/.docscan" "$library/.docscan" --quiet
