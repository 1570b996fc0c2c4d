#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks the whole package: installs missing dependencies, checks the style, builds, and runs the tests.
#
#   bash Tests/run.sh [--fresh | --quick] [arguments of `swift test`, such as --filter HomographyTests]
#
# Tests that aren't about reading share the pages that others have read: Tests/RecordedWorker records each page in .build/pages, until the
# worker, a library, a language pack, or a font changes. With --fresh, as on the build server and before a release, the record starts empty,
# so every page is read at least once.
# --quick only checks the style and runs the tests that start no browser and read no document end to end.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

export DOCSCAN_PAGES=$root/.build/pages
# With it, docscan would write a date into every PDF.
unset SOURCE_DATE_EPOCH
targets=()
build=()
case ${1-} in
--fresh)
  rm -rf "$DOCSCAN_PAGES"
  # Compiling each module as a whole takes a fifth less processor time, but a later change compiles the whole module again. Facts for debuggers take
  # more time, and a third of the room.
  build=(
    -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-batch-mode
    -debug-info-format none
  )
  shift
  ;;
--quick)
  targets=(--filter '^DocScan(Batch|Core|Engine|Graft|Library|Native|Understanding|Writers)Tests\.')
  shift
  ;;
esac

bash Pipelines/setup/install.sh build
# Fetches the Python parts that a list names. Tests of parts that can't be fetched are skipped.
install_python() {
  local list=$1 folder=$2 venv=$3
  shift 3
  ! cmp --silent "$list" "$folder/installed" || return 0
  if timeout 600 python3 -m venv "$venv" && timeout 600 "$venv/bin/pip" --quiet --disable-pip-version-check install "$@" -r "$list"; then
    cp "$list" "$folder/installed"
  else
    echo "run.sh: what $list names could not be fetched; its test is skipped." >&2
  fi
}
install_rest() {
  bash Pipelines/setup/install.sh run test
  bash Pipelines/setup/install.sh models || echo 'run.sh: the networks could not be fetched; tests that need them are skipped.' >&2
  install_python Pipelines/engines/requirements.txt .build/rapidocr .build/rapidocr
  # axe-core for the viewer, iiif-prezi3 for manifests, kubernetes-validate for jobs, OCRmyPDF for its plugin, the Model Context Protocol's client.
  for name in axe iiif kubernetes ocrmypdf mcp; do
    install_python "Tests/$name.txt" ".build/$name" ".build/$name/venv" --no-deps --require-hashes --upgrade --target ".build/$name"
  done
}
check() {
  swift format lint --strict --recursive --parallel Package.swift Sources Tests
  python3 Tests/Tools sensitivity check
  python3 Tests/Tools paths
  python3 Tests/Tools words
  python3 Tests/Tools commit check
  python3 Tests/Tools same_tokens check
  python3 Tests/Tools escaping
  python3 Tests/Tools map check
}
# While the package is built, the rest is installed and the style is checked. The output of both comes after the build's.
mkdir -p .build
(
  set -e
  install_rest
  check
) >.build/preparation.log 2>&1 &
preparation=$!
# Build every product first, so that the tests find the programs they start.
swift build --build-tests --quiet ${build[@]+"${build[@]}"} 2>&1 | sed '/^remark: Incremental compilation has been disabled/d'
code=0
wait "$preparation" || code=$?
cat .build/preparation.log
[ "$code" -eq 0 ] || exit "$code"
# Records of earlier builds.
find .build/pages -type f ! -newer .build/debug/RecordingWorker -delete 2>/dev/null || true
# Failures are repeated at the end of the long log, before the runner's summary.
# Results are written durably. On a disk, tests would mostly wait for that, so their folders are in memory if there is room for them.
memory=/dev/shm
if [ -z "${TMPDIR-}" ] && [ "$(df --output=avail --block-size=1M "$memory" 2>/dev/null | tail -n 1)" -ge 4000 ] 2>/dev/null; then
  TMPDIR=$(mktemp -d "$memory/docscan-tests-XXXXXX")
  trap 'rm -rf "$TMPDIR"' EXIT
  install -m 755 /bin/true "$TMPDIR/program"
  # Some containers start no programs from there.
  if "$TMPDIR/program"; then export TMPDIR; fi
fi
log=.build/tests.log
clang -shared -fPIC -O2 -o .build/waiting.so Tests/waiting.c
LD_PRELOAD=$root/.build/waiting.so swift test --skip-build --disable-xctest ${targets[@]+"${targets[@]}"} "$@" 2>&1 | tee "$log" || code=$?
if [ "$code" -ne 0 ]; then
  printf '\nWhat failed:\n'
  grep --text --extended-regexp --after-context=40 '^✘ Test .* recorded an issue' "$log" | grep --text --extended-regexp --invert-match '^[◇✔]' | tail -n 150
  tail -n 1 "$log"
fi
exit "$code"
