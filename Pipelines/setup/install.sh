#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs docscan's dependencies, or docscan itself.
#
#   bash Pipelines/setup/install.sh [build] [run] [test] [release]
#       The missing Debian packages of packages.txt, by default those for building and running. "release" means the
#       packages for making and trying releases. Checks the Swift toolchain. Prints nothing and is quick if everything
#       is installed.
#   bash Pipelines/setup/install.sh models
#       The models that improve docscan's reading, and the library that runs them (75 MB): in DOCSCAN_MODELS, or in
#       ~/.local/share/docscan/models.
#   bash Pipelines/setup/install.sh --prefix DIR [--from DIR] [--no-models]
#       Builds docscan and installs it below a folder such as ~/.local or /usr/local, with the models. --from uses
#       programs that are already built. Run it again to upgrade.
#   bash Pipelines/setup/install.sh --uninstall --prefix DIR
#       Removes the files that were installed there.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

case ${1:-} in
  -h | --help)
    awk 'NR > 3 && /^#/ { print substr($0, 3); next } NR > 3 { exit }' "${BASH_SOURCE[0]}"
    exit
    ;;
  -*) exec bash "$here/prefix.sh" "$@" ;;
esac

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

# Prints the packages of the given purposes, one per line.
listed() {
  local purpose
  for purpose in "$@"; do
    case $purpose in
      build | run | test | models | release | toolchain) awk -v purpose="$purpose" '$1 == purpose { print $2 }' "$here/packages.txt" ;;
      *) fail "\"$purpose\" is not one of build, run, test, models, release, toolchain." ;;
    esac
  done
}

# Prints those of the given packages that aren't installed, one per line. A package with a question mark exists only in some releases.
missing() {
  local installed
  # dpkg-query's status is 1 if it doesn't know one of them, which is an answer here.
  installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${@%\?}" 2>/dev/null || true)
  printf '%s\n' "$@" | grep --invert-match --line-regexp --fixed-strings \
    --file=<(awk '$2 == "installed" { print $1; print $1 "?" }' <<<"$installed") || true
}

# The packages among the given ones that this release has, one a line.
available() {
  local package
  for package in "$@"; do
    case $package in
      *\?) ! apt-cache show "${package%\?}" >/dev/null 2>&1 || printf '%s\n' "${package%\?}" ;;
      *) printf '%s\n' "$package" ;;
    esac
  done
}

# Runs apt-get with root's rights.
apt() {
  if [ "$(id -u)" = 0 ]; then
    DEBIAN_FRONTEND=noninteractive apt-get "$@"
  else
    sudo DEBIAN_FRONTEND=noninteractive apt-get "$@"
  fi
}

install_missing() {
  local by_hand="Install these packages by hand, then try again: $*" packages
  command -v apt-get >/dev/null || fail "This is not Debian or a system like it: there is no apt-get. $by_hand"
  mapfile -t packages < <(available "$@")
  [ ${#packages[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "Installing needs root or sudo. $by_hand"
  fi
  printf 'Installing %s\n' "${packages[*]}" >&2
  local log
  log=$(mktemp)
  # In a fresh container, or after a long time, the package lists must be fetched first.
  if ! apt install --yes --quiet=2 --no-install-recommends "${packages[@]}" >"$log" 2>&1 &&
    ! { apt update --quiet=2 && mapfile -t packages < <(available "$@") &&
      apt install --yes --quiet=2 --no-install-recommends "${packages[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "apt-get did not succeed; its last lines stand above. $by_hand"
  fi
  rm -f "$log"
}

check_swift() {
  local needed=6.2 version
  command -v swift >/dev/null ||
    fail "The Swift toolchain is missing. Install Swift $needed or newer: https://www.swift.org/install/linux/"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  [ "$(printf '%s\n' "$needed" "$version" | sort --version-sort | head -n 1)" = "$needed" ] ||
    fail "Swift $version is too old: docscan needs $needed or newer, see https://www.swift.org/install/linux/"
}

[ $# -gt 0 ] || set -- build run
wanted=$(listed "$@")
# Package names contain no spaces.
# shellcheck disable=SC2086
absent=$(missing $wanted)
# shellcheck disable=SC2086
[ -z "$absent" ] || install_missing $absent
[ "$*" = models ] || check_swift
case " $* " in
  *' models '*) bash "$here/models.sh" "${DOCSCAN_MODELS:-${XDG_DATA_HOME:-$HOME/.local/share}/docscan/models}" ;;
esac
