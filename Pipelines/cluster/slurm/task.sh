#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A task of the array job that submit.sh makes: runs the shard with its number.
#SBATCH --job-name=docscan
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@120
set -uo pipefail

scripts=$1 plan=$2 out=$3
# The most times that an interrupted task continues. One that never progresses ends.
attempts=20
# shellcheck source-path=SCRIPTDIR source=../shard.sh
source "$scripts/shard.sh"

run_shard --plan "$plan" -o "$out" --jobs "${SLURM_CPUS_PER_TASK:-1}"
status=$?
if [ "$status" = 130 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "$attempts" ]; then
  echo 'task.sh: interrupted; the task goes back to the queue.'
  # If another job takes the place, Slurm has already requeued the task and reports that. Slurm ends this script. For one task's SLURM_JOB_ID,
  # Slurm may act on all tasks of the array.
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && sleep 300
fi
[ "$status" = 0 ] || echo "task.sh: docscan ended with $status." >&2
exit "$status"
