#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes a release of the checked-out commit: sets the version and its date, closes the list of changes, commits, and
# tags.
#
#   bash Pipelines/packaging/release.sh VERSION
#
# The section "Unreleased" of Changes.md becomes the section of VERSION. Nothing is pushed. Before: Tests/run.sh --fresh, and Tests/debian.sh for each
# Debian release. After: Pipelines/packaging/package.sh on each of them, and Tests/Tools release on the packages.
set -euo pipefail
export TZ=UTC LC_ALL=C

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

fail() {
  printf 'release.sh: %s\n' "$*" >&2
  exit 1
}

case ${1:-} in
  -h | --help | '')
    awk 'NR > 3 && /^#/ { print substr($0, 3); next } NR > 3 { exit }' "${BASH_SOURCE[0]}"
    exit
    ;;
esac
version=$1
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "\"$version\" isn't a version such as 1.2.3."
installation=Sources/DocScanWorkers/Installation.swift
changes=Sources/DocScan/DocScan.docc/Changes.md
plugins=(Pipelines/plugins/pyproject.toml Pipelines/plugins/docscan_plugins/paperless_parser.py)
old=$(sed -n 's/.*static let version = "\([0-9.]*\)"$/\1/p' "$installation")
newest=$(printf '%s\n' "$old" "$version" | sort --version-sort | tail -n 1)
if [ "$old" = "$version" ] || [ "$newest" != "$version" ]; then fail "$version isn't newer than $old."; fi
[ -z "$(git status --porcelain)" ] || fail 'There are uncommitted changes. Commit them first.'
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || fail "The tag v$version exists."
grep --quiet '^## Unreleased$' "$changes" || fail "$changes has no section \"Unreleased\". List the changes there first."

day=$(date '+%B %-d, %Y')
sed --in-place "s/static let version = \"$old\"$/static let version = \"$version\"/; s/static let released = \".*\"$/static let released = \"$day\"/" \
  "$installation"
sed --in-place "s/version = \"$old\"$/version = \"$version\"/" "${plugins[@]}"
sed --in-place "s/^## Unreleased$/## $version, $day/" "$changes"
git commit --quiet --message "Release $version" -- "$installation" "$changes" "${plugins[@]}"
git tag --annotate --message "docscan $version" "v$version"
printf 'docscan %s is committed and tagged v%s. Publish it: git push --follow-tags\n' "$version" "$version"
