#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes docscan's own parsers with libFuzzer: bash Tests/fuzz.sh [TARGET] [SECONDS]. Without a target, it fuzzes all of them, 60 s each.
# Inputs that cause a crash are kept in .build/fuzz/crashes, and the corpus is kept for the next run.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=.build/fuzz
# The package has the target Fuzz only on request. Everything is built with sanitizers, separate from other builds.
export DOCSCAN_FUZZ=1
swift build --scratch-path $folder --product Fuzz --sanitize address -Xswiftc -sanitize=fuzzer
fuzz=$folder/debug/Fuzz
# A crash must end the process at once: Swift's backtraces wait for an answer on a terminal.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0
# In memory, writers don't wait for a disk.
export TMPDIR=/dev/shm
targets=${1:-$($fuzz targets)}
mkdir -p $folder/crashes
status=0
for target in $targets; do
  mkdir -p "$folder/corpus/$target"
  $fuzz seeds "$target" "$folder/corpus/$target"
  echo "== $target"
  $fuzz "$target" -max_total_time="${2:-60}" -max_len=65536 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$folder/crashes/$target-" "$folder/corpus/$target" 2>&1 | tail -n 25 || status=1
done
exit $status
