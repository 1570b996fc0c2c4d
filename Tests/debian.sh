#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks docscan in a fresh Debian: makes a root of the given release, copies the sources into it, and runs commands there.
#
#   sudo bash Tests/debian.sh SUITE [--root DIR] [--output DIR] [COMMAND…]
#
# SUITE is bookworm (Debian 12), trixie (Debian 13), or a later release that mmdebstrap knows. Without COMMAND, the two commands of README.md
# run: Pipelines/quickstart.sh and Tests/run.sh --fresh. --root keeps the root in DIR, or continues with the root that is there: its sources are
# replaced, and its build folder is kept. --output makes DIR available as /usr/src/output. The Swift toolchain of this computer is used, and
# DOCSCAN_DATA, if set; both are mounted read-only.
#
#   sudo bash Tests/debian.sh trixie                                # before each release
#   sudo bash Tests/debian.sh trixie --output packages bash Pipelines/packaging/package.sh /usr/src/output      # the packages for Debian 13
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(dirname "$here")
# shellcheck source=SCRIPTDIR/../Pipelines/packaging/stage.sh
. "$checkout/Pipelines/packaging/stage.sh"

fail() {
  printf 'debian.sh: %s\n' "$*" >&2
  exit 2
}

case ${1:-} in
  -h | --help | '')
    awk 'NR > 3 && /^#/ { print substr($0, 3); next } NR > 3 { exit }' "${BASH_SOURCE[0]}"
    exit
    ;;
  -*) fail "Name the release first, such as trixie. Try: bash Tests/debian.sh --help" ;;
esac
suite=$1
shift
root='' output=''
while [ "${1:-}" = --root ] || [ "${1:-}" = --output ]; do
  [ -n "${2:-}" ] || fail "$1 needs a folder."
  case $1 in
    --root) root=$(realpath --canonicalize-missing "$2") ;;
    --output) output=$(realpath --canonicalize-missing "$2") ;;
  esac
  shift 2
done
[ "$(id -u)" = 0 ] || fail 'Mounting needs root. Run it with sudo.'
command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing. Install it: apt-get install mmdebstrap"
command -v swift >/dev/null || fail 'The Swift toolchain is missing. Install it: https://www.swift.org/install/linux/'
toolchain=$(dirname "$(dirname "$(dirname "$(realpath "$(command -v swift)")")")")

if [ -z "$root" ]; then
  root=$(mktemp -d /var/tmp/docscan-debian-XXXXXX)
  trap 'rm -rf --one-file-system "$root"' EXIT
fi
if [ ! -e "$root/etc/debian_version" ]; then
  printf 'Making a root of %s in %s …\n' "$suite" "$root" >&2
  mmdebstrap --quiet --variant=minbase --aptopt='APT::Install-Recommends "false"' \
    --include="$(awk '$1 == "toolchain" { print $2 }' "$checkout/Pipelines/setup/packages.txt" | paste --serial --delimiters=,)" "$suite" "$root"
fi
grep --quiet "^VERSION_CODENAME=$suite\$" "$root/etc/os-release" || fail "$root isn't a root of $suite. Choose another folder."

sources=$root/usr/src/docscan
mkdir -p "$sources" "$root$toolchain" "$root/usr/src/data" "$root/usr/src/output" ${output:+"$output"}
# Everything but the build folder of an earlier run.
find "$sources" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
git -C "$checkout" ls-files -z --cached --others --exclude-standard |
  (cd "$checkout" && tar --create --null --files-from=- --ignore-failed-read 2>/dev/null) | tar --extract --directory="$sources" --no-same-owner
# The commands use this computer's network, and the certificates of its proxy.
cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
  [ ! -f "$file" ] || cp --dereference "$file" "$root$file"
done
[ $# -gt 0 ] || set -- bash -c 'bash Pipelines/quickstart.sh && exec bash Tests/run.sh --fresh'

# In its own namespaces, so that mounts and processes end with the command. The root is mounted over itself, because commands in it can only
# mount something if the root is a mount. The inner shell expands the variables.
# shellcheck disable=SC2016
exec_inside='
  root=$1 toolchain=$2 data=$3 output=$4 commit=$5 epoch=$6
  shift 6
  mount --rbind "$root" "$root" && mount --rbind --make-rslave /dev "$root/dev" && mount --rbind --make-rslave /sys "$root/sys" && mount -t tmpfs tmpfs "$root/dev/shm" &&
    mount --bind -o ro "$toolchain" "$root$toolchain" || exit
  [ -z "$data" ] || mount --bind -o ro "$data" "$root/usr/src/data" || exit
  [ -z "$output" ] || mount --bind "$output" "$root/usr/src/output" || exit
  cd / && exec chroot "$root" env -i PATH="$toolchain/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${commit:+DOCSCAN_COMMIT="$commit" SOURCE_DATE_EPOCH="$epoch"} ${data:+DOCSCAN_DATA=/usr/src/data} ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    bash -c "cd /usr/src/docscan && exec \"\$@\"" docscan "$@"'
unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" \
  bash -c "$exec_inside" inside "$root" "$toolchain" "${DOCSCAN_DATA:+$(realpath "$DOCSCAN_DATA")}" "$output" \
  "$(commit_of "$checkout")" "$(epoch_of "$checkout")" "$@"
