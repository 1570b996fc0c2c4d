#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a shard whose plan, inputs, and results are in buckets: fetches its files, continues from existing results, and
# copies new ones back, even if it is interrupted.
#
#   bash shard.sh INPUTS PLAN OUT SCRATCH [N] [options of docscan run]
#
# N is the shard, from 1. The default is SLURM_ARRAY_TASK_ID, or JOB_COMPLETION_INDEX plus one. Exit codes are those of
# ../shard.sh.
set -euo pipefail

[ $# -ge 4 ] || { echo 'usage: shard.sh INPUTS PLAN OUT SCRATCH [N] [options of docscan run]' >&2 && exit 2; }
inputs=$1 place=$2 out=$3 number=${SLURM_ARRAY_TASK_ID:-}
[ -n "$number" ] || number=${JOB_COMPLETION_INDEX:+$((JOB_COMPLETION_INDEX + 1))}
scratch=$(realpath -m "$4")
shift 4
case ${1:-} in [0-9]*) number=$1 && shift ;; esac
[ -n "$number" ] || { echo 'shard.sh: which shard?' >&2 && exit 2; }
name=$(printf 'shard-%05d' "$number")
# Each shard has its own folders, since several may run on one machine.
scratch=$scratch/$name
# shellcheck source-path=SCRIPTDIR source=../shard.sh
source "$(dirname "${BASH_SOURCE[0]}")/../shard.sh"

rm -rf "$scratch"
mkdir -p "$scratch/inputs" "$scratch/plan" "$scratch/out/$name"
trap 'rm -rf "$scratch"' EXIT
rclone copy "$place" "$scratch/plan" --include /plan.json --include /pipeline.json --include "/shards/$name.jsonl" --quiet
python3 - "$scratch/plan/shards/$name.jsonl" >"$scratch/files" <<'PYTHON'
import json, sys
with open(sys.argv[1]) as file:
    for line in file:
        for each in json.loads(line)["files"]:
            print(each["path"])
PYTHON
rclone copy "$inputs" "$scratch/inputs" --files-from-raw "$scratch/files" --no-traverse --quiet
# 3: there are no results yet.
rclone copy "$out/$name" "$scratch/out/$name" --quiet || [ $? = 3 ]

status=0
run_shard --plan "$scratch/plan" --shard "$number" --root "$scratch/inputs" -o "$scratch/out" "$@" || status=$?
# From here on the script only copies, which should finish.
trap '' TERM
# Results before the journal that lists them.
rclone copy "$scratch/out/$name" "$out/$name" --exclude '/.docscan/**' --quiet
rclone copy "$scratch/out/$name/.docscan" "$out/$name/.docscan" --quiet
exit "$status"
