#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Plans the contents of a bucket: fetches each top-level folder, adds it to the plan, and removes the copy.
#
#   bash plan.sh PIPELINE INPUTS PLAN SCRATCH [options of docscan plan, such as --pages-per-shard 5000]
#
# INPUTS and PLAN are rclone paths, such as s3:archive/inbox. SCRATCH is a local folder. The same command continues an
# interrupted plan, and later adds new documents.
set -euo pipefail
export LC_ALL=C

[ $# -ge 4 ] || { echo 'usage: plan.sh PIPELINE INPUTS PLAN SCRATCH [options of docscan plan]' >&2 && exit 2; }
pipeline=$1 inputs=$2 place=$3 scratch=$(realpath -m "$4")
shift 4
mkdir -p "$scratch/inputs" "$scratch/plan" "$scratch/lists"
rm -f "$scratch"/lists/*

# Paths in the plan, below the folder that represents the bucket.
planned() {
  python3 - "$scratch/plan" "$scratch/inputs" <<'PYTHON'
import glob, json, os, sys
plan, root = sys.argv[1:]
for path in sorted(glob.glob(plan + "/shards/*.jsonl")):
    with open(path) as file:
        for line in file:
            for each in json.loads(line)["files"]:
                print(each["path"])
if os.path.exists(plan + "/others.jsonl"):
    with open(plan + "/others.jsonl") as file:
        for line in file:
            print(json.loads(line)["source"].removeprefix(root + "/"))
PYTHON
}

# 3: there is no plan yet.
rclone copy "$place" "$scratch/plan" --quiet || [ $? = 3 ]
if [ -e "$scratch/plan/plan.json" ]; then
  # The paths in a plan are below the folder in which it was made. On another machine, that folder is created again with the same name.
  root=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["inputs"][0])' "$scratch/plan/plan.json")
  [ "$root" = "$scratch/inputs" ] || { echo "plan.sh: this plan was made in ${root%/inputs}; name that as SCRATCH" >&2 && exit 2; }
fi
rclone lsf --recursive --files-only "$inputs" | sort >"$scratch/lists/all"
planned | sort --unique | comm -23 "$scratch/lists/all" - |
  awk -F / -v folder="$scratch/lists" '{ top = NF > 1 ? $1 "/" : "" }
    NR == 1 || top != last { close(name); name = sprintf("%s/part-%07d", folder, ++parts) } { print >name; last = top }'

for list in "$scratch"/lists/part-*; do
  [ -e "$list" ] || break
  rclone copy "$inputs" "$scratch/inputs" --files-from-raw "$list" --no-traverse --quiet
  # 4: there is no document among the fetched files.
  status=0
  if [ -e "$scratch/plan/plan.json" ]; then
    docscan plan --extend "$scratch/plan" "$@" || status=$?
  else
    docscan plan "$pipeline" "$scratch/inputs" -o "$scratch/plan" "$@" || status=$?
  fi
  [ "$status" = 0 ] || [ "$status" = 4 ] || exit "$status"
  rm -rf "${scratch:?}/inputs"
  mkdir "$scratch/inputs"
done
[ -e "$scratch/plan/plan.json" ] || exit 4
# The plan's files first, then plan.json, which refers to them.
rclone copy "$scratch/plan" "$place" --exclude plan.json --exclude 'draft.sqlite*' --quiet
rclone copy "$scratch/plan/plan.json" "$place" --quiet
