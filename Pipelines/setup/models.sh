#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs the models that improve docscan's reading, and the library that runs them. `install.sh --help` describes how.
#
#   bash Pipelines/setup/models.sh DIR
#
# pip fetches the packages, and verifies them against the digests in models/requirements.txt. Of each, only the files in
# models/files.txt are kept. DIR/manifest lists them with their SHA-256, and docscan verifies them before it uses them.
set -euo pipefail
export LC_ALL=C
umask 022

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(realpath --canonicalize-missing "${1:?the folder for the models is missing}")
# With the path that this script had first, because manifests of earlier versions have this title.
title='# What Pipelines/models.sh installed here.'
# The lists that determine the files, so that a newer list is noticed. Their comments count with the first path of install.sh,
# so that the models of earlier versions aren't fetched again.
source="# from $(cat "$here"/models/*.txt | sed 's|Pipelines/setup/|Pipelines/|' | sha256sum | cut -d ' ' -f 1) $(uname -m)"

fail() {
  printf 'models.sh: %s\n' "$*" >&2
  exit 1
}

# Returns whether the folder $1 contains all files with the listed digests.
is_current() {
  [ -f "$1/manifest" ] && grep --quiet --line-regexp --fixed-strings "$source" "$1/manifest" &&
    (cd "$1" && awk '!/^#/ { print $1 "  " $2 }' manifest | sha256sum --check --status)
}

# Fetches the packages into the folder $1.
fetch() {
  python3 -m venv "$work/python" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail 'Python cannot make an environment for pip; on Debian, install python3-venv.'
  }
  # Fetch the packages for Python 3.11, regardless of the installed version: only files for other programs are taken from them.
  "$work/python/bin/pip" --disable-pip-version-check --quiet download --no-deps --dest "$1" \
    --python-version 3.11 --implementation cp --abi cp311 \
    --platform "manylinux_2_28_$(uname -m)" --platform "manylinux_2_27_$(uname -m)" \
    --requirement "$here/models/requirements.txt" || fail 'The packages could not be fetched.'
}

# Takes the files from the packages in the folder $1, puts them into the folder $2, and lists them there.
unpack() {
  mkdir -p "$2"
  python3 - "$1" "$2" "$here/models/files.txt" <<'EOF' || fail 'A package does not have what it should.'
import pathlib, sys, zipfile
packages = [zipfile.ZipFile(path) for path in pathlib.Path(sys.argv[1]).glob("*.whl")]
for line in open(sys.argv[3]):
    if line.startswith("#") or not line.strip(): continue
    inside, name = line.split()[:2]
    package = next(package for package in packages if inside in package.namelist())
    (pathlib.Path(sys.argv[2]) / name).write_bytes(package.read(inside))
EOF
  {
    printf '%s\n%s\n' "$title" "$source"
    grep --invert-match -e '^#' -e '^$' "$here/models/files.txt" | while read -r _ name model version; do
      printf '%s %s%s\n' "$(sha256sum <"$2/$name" | cut -d ' ' -f 1)" "$name" "${model:+ $model $version}"
    done
  } >"$2/manifest"
}

# Copies the listed files of the folder $1 to the folder $2. The folder may be another user's, so links aren't followed.
copy() {
  local name
  while read -r name; do
    [ -f "$1/$name" ] && [ ! -L "$1/$name" ] && cp --no-dereference "$1/$name" "$2/$name" && [ ! -L "$2/$name" ] || return 1
  done < <(echo manifest && awk '!/^#/ && NF { print $2 }' "$here/models/files.txt")
}

if is_current "$folder"; then exit; fi
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
  grep --quiet --line-regexp --fixed-strings "$title" "$folder/manifest" 2>/dev/null ||
    fail "$folder has something else in it. Move it away, or name another folder with DOCSCAN_MODELS."
fi
work=$(mktemp -d)
new=''
trap 'rm -rf "$work" "$new"' EXIT
mkdir -p "$(dirname "$folder")"
new=$(mktemp -d "$folder.XXXXXX")
chmod 755 "$new"
usual=${XDG_DATA_HOME:-${HOME:-/nonexistent}/.local/share}/docscan/models
if ! { is_current "$usual" && copy "$usual" "$new" && is_current "$new"; }; then
  find "$new" -mindepth 1 -delete
  printf 'Fetching models (about 75 MB)\n' >&2
  fetch "$work/packages"
  unpack "$work/packages" "$new"
fi
# A running worker keeps its files open, so they stay available to it.
rm -rf "$folder"
mv --no-target-directory "$new" "$folder"
