#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Submits a plan to Slurm: an array job with a task for each unfinished shard, then a job that merges.
#
#   bash submit.sh PLAN OUT LIBRARY [-- PIPELINE INPUT… --shards N]
#
# The same command again runs only missing shards. With -- and arguments of docscan plan, a job makes the plan first.
# DOCSCAN_CPUS is the number of processors of a task (4). sbatch's environment variables apply, too, such as
# SBATCH_PARTITION.
set -euo pipefail

fail() {
  printf 'submit.sh: %s\n' "$*" >&2
  exit 2
}

[ $# -ge 3 ] || fail 'usage: submit.sh PLAN OUT LIBRARY [-- PIPELINE INPUT… --shards N]'
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plan=$(realpath -m "$1") out=$(realpath -m "$2") library=$(realpath -m "$3")
shift 3
cpus=${DOCSCAN_CPUS:-4}
mkdir -p "$out"

if [ ! -e "$plan/plan.json" ]; then
  [ "${1:-}" = -- ] || fail "there is no plan in $plan; -- and what docscan plan takes make one"
  shift
  planning=$(printf '%q ' docscan plan "$@" -o "$plan")
  submitting=$(printf '%q ' bash "$here/submit.sh" "$plan" "$out" "$library")
  job=$(sbatch --parsable --job-name=docscan-plan --requeue --cpus-per-task="$cpus" --output="$out/plan-%j.log" \
    --wrap "$planning && $submitting")
  echo "Plan: job ${job%%;*}, which submits the others."
  exit
fi

# Status 1 means that shards are missing, which is the expected answer here.
status=0
shards=$(docscan merge "$plan" "$out" -o "$library" --missing) || status=$?
[ "$status" -le 1 ] || exit "$status"

dependency=()
if [ -n "$shards" ]; then
  # Twice the plan's estimate for the longest shard, and ten minutes. Memory for one worker as large as the pipeline allows, and for the others
  # one and a half times the largest of the plan's sample, or as much as the first if there was no sample.
  read -r minutes megabytes < <(python3 - "$plan" "$cpus" <<'PYTHON'
import json, math, sys
folder, cpus = sys.argv[1], int(sys.argv[2])
with open(folder + "/plan.json") as file:
    plan = json.load(file)
with open(folder + "/pipeline.json") as file:
    limit = json.load(file)["limits"]["megabytesPerWorker"]
longest = max(shard["seconds"] for shard in plan["shards"])
measured = plan["costs"].get("megabytesPerWorker")
usual = min(limit, math.ceil(1.5 * measured)) if measured else limit
print(10 + math.ceil(2 * longest / cpus / 60), 1024 + limit + (cpus - 1) * usual)
PYTHON
  )
  job=$(sbatch --parsable --array="$shards" --cpus-per-task="$cpus" --time="${DOCSCAN_MINUTES:-$minutes}" \
    --mem="${DOCSCAN_MEGABYTES:-$megabytes}M" --output="$out/shard-%a.log" "$here/task.sh" "${here%/*}" "$plan" "$out") ||
    fail "Slurm does not take the array $shards; scontrol show config says MaxArraySize, which a plan's shards must be below"
  job=${job%%;*}
  echo "Shards $shards: job $job."
  dependency=(--dependency="afterany:$job")
fi
job=$(sbatch --parsable "${dependency[@]}" --output="$out/merge-%j.log" "$here/merge.sh" "$plan" "$out" "$library")
echo "Merge: job ${job%%;*}, which writes to $out/merge-${job%%;*}.log."
