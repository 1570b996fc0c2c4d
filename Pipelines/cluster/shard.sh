#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a shard under an engine that counts every exit code except 0 as a failure, and that signals only the process it
# started.
#
#   bash shard.sh --plan PLAN -o OUT [--shard I/N] [other options of docscan run]
#
# SIGTERM is forwarded to docscan, but not to its workers, which are processing pages. Exit codes are docscan's, with 0
# instead of 1: failed documents are reported by docscan merge. A script that sources this one gets the function
# run_shard.

run_shard() {
  local docscan signals=0 before status
  docscan run "$@" --progress plain &
  docscan=$!
  trap 'signals=$((signals + 1)); kill -TERM "$docscan" 2>/dev/null' TERM
  while :; do
    before=$signals
    wait "$docscan"
    status=$?
    # A signal ends wait, but not docscan.
    [ "$before" = "$signals" ] && break
  done
  trap - TERM
  # 143: SIGTERM came before docscan had begun.
  case $status in
    1) status=0 ;;
    143) status=130 ;;
  esac
  return "$status"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  run_shard "$@"
  exit $?
fi
