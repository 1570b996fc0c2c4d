#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs docscan below a folder, and removes it from there. `install.sh --help` describes how.
#
# PREFIX/share/docscan/manifest lists what was installed: the SHA-256 of each file, and each folder that was created. A
# file is only replaced or removed if it still matches the manifest.
set -euo pipefail
export LC_ALL=C
umask 022

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=SCRIPTDIR/../packaging/stage.sh
. "$here/../packaging/stage.sh"

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

prefix='' from='' uninstall='' models=yes
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --from)
      [ -n "${2:-}" ] || fail "$1 needs a folder."
      case $1 in
        --prefix) prefix=$2 ;;
        --from) from=$2 ;;
      esac
      shift 2
      ;;
    --uninstall) uninstall=yes && shift ;;
    --no-models) models='' && shift ;;
    *) fail "\"$1\" is not an option. Try: bash Pipelines/setup/install.sh --help" ;;
  esac
done
[ -n "$prefix" ] || fail '--prefix is missing: the folder that docscan is installed in, such as ~/.local.'
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
prefix=$(realpath --canonicalize-missing "$prefix")
case $prefix in
  *[!A-Za-z0-9/._+@-]*) fail "$prefix: a service file cannot name this folder. Choose one without spaces and the like." ;;
esac
manifest=$prefix/share/docscan/manifest
# With the path that this script had first, because manifests of earlier versions have this title.
title='# What Pipelines/install.sh installed here.'
[ ! -e "$manifest" ] || grep --quiet --line-regexp --fixed-strings "$title" "$manifest" ||
  fail "$manifest is no list of this script's. Move it away and try again."

# The manifest may have come with the folder, so paths outside the folder are rejected.
check_manifest() {
  [ -f "$manifest" ] || return 0
  local path part
  while read -r path; do
    case /$path/ in
      *//* | */../* | /./*) fail "$manifest names $path, which is not below $prefix. Nothing was changed." ;;
    esac
    part=$path
    while part=$(dirname "$part") && [ "$part" != . ]; do
      # A person may use links of their own. Root doesn't follow links of others.
      [ "$(id -u)" != 0 ] || [ ! -L "$prefix/$part" ] || [ "$(stat --format %u "$prefix/$part")" = 0 ] ||
        fail "$prefix/$part is a link of another user, so what is below it is left alone. Nothing was changed."
    done
  done < <(awk '!/^#/ { $1 = ""; print substr($0, 2) }' "$manifest" | grep --invert-match --line-regexp --fixed-strings .)
}

digest() { sha256sum <"$1" | cut -d ' ' -f 1; }

# Returns whether the manifest lists the file $1 with its current contents.
is_ours() {
  [ -f "$manifest" ] && [ -f "$prefix/$1" ] && [ ! -L "$prefix/$1" ] &&
    grep --quiet --line-regexp --fixed-strings "$(digest "$prefix/$1") $1" "$manifest"
}

# Returns whether `install.sh models` put the file $1 there with its current contents, according to its own manifest.
is_model() {
  local folder=share/docscan/models
  local list=$prefix/$folder/manifest
  [ "${1%/*}" = "$folder" ] && [ -f "$prefix/$1" ] && [ ! -L "$prefix/$1" ] && [ ! -L "$list" ] &&
    grep --quiet --line-regexp --fixed-strings '# What Pipelines/models.sh installed here.' "$list" 2>/dev/null || return 1
  [ "$1" = "$folder/manifest" ] ||
    awk -v digest="$(digest "$prefix/$1")" -v name="${1##*/}" '$1 == digest && $2 == name { found = 1 } END { exit !found }' "$list"
}

# Prints the files, or with "folder" the folders, that the manifest lists.
listed() {
  [ -f "$manifest" ] || return 0
  awk -v wanted="${1:-file}" '/^#/ { next } ($1 == "folder") == (wanted == "folder") { print $2 }' "$manifest" | sort --unique
}

# Replaces $2 by the file $1 at once. A running program stays intact, since its file isn't written to.
replace() {
  mkdir -p "$(dirname "$2")"
  new=$(mktemp "$(dirname "$2")/.docscan-XXXXXX")
  cp "$1" "$new"
  chmod --reference="$1" "$new"
  mv -f --no-target-directory "$new" "$2"
}

# Writes the manifest from standard input.
write_manifest() {
  { printf '%s\n' "$title" && grep --invert-match '^#' | sort --unique; } >"$work/manifest"
  replace "$work/manifest" "$manifest"
}

# Removes the file $1 if docscan installed it.
remove() {
  if is_ours "$1"; then
    rm -f "$prefix/$1"
  elif [ -e "$prefix/$1" ] || [ -L "$prefix/$1" ]; then
    printf 'install.sh: %s was changed since it was installed; it stays.\n' "$prefix/$1" >&2
  fi
}

uninstall() {
  [ -f "$manifest" ] || fail "Nothing to remove: $manifest is missing."
  local file folder folders
  folders=$(listed folder | sort --reverse)
  while read -r file; do remove "$file"; done < <(listed)
  rm -f "$manifest"
  for folder in $folders; do
    folder=$prefix/$folder
    [ ! -d "$folder" ] || rmdir --ignore-fail-on-non-empty "${folder%/.}"
  done
  printf 'docscan is removed from %s.\n' "$prefix"
}

# Puts the models into the folder $1, in the same layout. docscan works without them.
stage_models() {
  local folder=$1/share/docscan/models installed=$prefix/share/docscan/models
  if [ -f "$installed/manifest" ]; then
    mkdir -p "$folder"
    cp "$installed"/* "$folder"
  fi
  [ -n "$models" ] || return 0
  DOCSCAN_MODELS=$folder bash "$here/install.sh" models ||
    printf 'install.sh: %s\n' 'The models could not be fetched, for the reason above. docscan works without them, but' \
      'reads poor print less well. To try again, run this command again.' >&2
}

# Prints the missing folders on the path to the file $1.
missing_folders() {
  local folder=$1
  while [ "$folder" != . ]; do
    folder=$(dirname "$folder")
    [ -d "$prefix/$folder" ] || printf 'folder %s\n' "$folder"
  done
}

place() {
  local staged=$1 files file foreign='' wanted
  files=$(cd "$staged" && find . -type f -printf '%P\n' | sort)
  for file in $files; do
    if { [ -e "$prefix/$file" ] || [ -L "$prefix/$file" ]; } && ! is_ours "$file" && ! is_model "$file"; then
      foreign+=$(printf '\n  %s' "$prefix/$file")
    fi
  done
  [ -z "$foreign" ] || fail "These files are not as this script installed them, so nothing was changed. Move them away" \
    "and try again:$foreign"
  wanted=$(
    for file in $files; do
      printf '%s %s\n' "$(digest "$staged/$file")" "$file"
      missing_folders "$file"
    done
    listed folder | sed 's/^/folder /'
  )
  local old
  old=$(listed)
  # The manifest first lists all old and new files, so that an interrupted installation can be repeated or removed.
  { [ ! -f "$manifest" ] || cat "$manifest"; printf '%s\n' "$wanted"; } | write_manifest
  for file in $files; do
    replace "$staged/$file" "$prefix/$file"
  done
  # Files that an earlier version installed and this one doesn't.
  for file in $old; do
    [ -f "$staged/$file" ] || remove "$file"
  done
  printf '%s\n' "$wanted" | write_manifest
}

check_manifest
if [ -n "$uninstall" ]; then
  [ -z "$from" ] || fail '--from has no meaning with --uninstall.'
  uninstall
  exit
fi
nearest=$prefix
while [ ! -e "$nearest" ]; do nearest=$(dirname "$nearest"); done
[ -w "$nearest" ] || fail "You may not write to $nearest. Choose a folder of your own, such as ~/.local, or use sudo."
if [ -z "$from" ]; then
  bash "$here/install.sh" build run
  bash "$here/build.sh"
  from=$here/../../.build/release
fi
for program in docscan docscan-worker; do
  [ -x "$from/$program" ] || fail "$from/$program is missing."
done
new=''
work=$(mktemp -d)
trap 'rm -rf "$work" "$new"' EXIT
# User services and system services are in different places, and have different permissions.
case $prefix/ in
  "${HOME:-/nonexistent}"/*) stage "$from" "$work/files" "$prefix" '' share/systemd/user ;;
  *) stage "$from" "$work/files" "$prefix" lib/systemd/system '' ;;
esac
stage_models "$work/files"
place "$work/files"
printf 'docscan is installed: %s\n' "$prefix/bin/docscan"
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) printf "Put it on your PATH: export PATH=\"%s:\$PATH\"\n" "$prefix/bin" ;;
esac
