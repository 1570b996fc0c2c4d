# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Lays out the files of an installation, for the scripts that source this file: build.sh, prefix.sh, and package.sh.

# Prints the facts that `docscan -V` shows: the commit $1, the compiler, and the day of $2, in seconds since 1970.
build_facts() {
  printf '{"commit": "%s", "compiler": "%s", "date": "%s"}\n' "$1" \
    "$(swift --version 2>/dev/null | sed -n 's/.*\(Swift\) version \([0-9.]*\).*/\1 \2/p' | head -n 1)" "$(date --utc --date="@$2" +%F)"
}

# Prints the commit of the checkout $1, with "-changed" if its sources differ from that commit. Prints DOCSCAN_COMMIT for copies without git.
commit_of() {
  local commit
  if ! commit=$(git -C "$1" rev-parse HEAD 2>/dev/null); then
    printf '%s\n' "${DOCSCAN_COMMIT:-}"
    return
  fi
  [ -z "$(git -C "$1" status --porcelain -- Package.swift Sources Pipelines)" ] || commit+=-changed
  printf '%s\n' "$commit"
}

# Prints the time of the commit of the checkout $1, in seconds since 1970; SOURCE_DATE_EPOCH for copies without git.
epoch_of() {
  git -C "$1" log -1 --format=%ct 2>/dev/null || printf '%s\n' "${SOURCE_DATE_EPOCH:-}"
}

# Puts everything into the folder $2, laid out as it will be below the prefix $3; programs come from the folder $1.
# $4 is the system's folder for services below the prefix, $5 the user's; either may be empty.
stage() {
  local from=$1 to=$2 prefix=$3 system=$4 user=$5 shell page
  local pipelines
  pipelines=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  install -D --mode=755 --target-directory="$to/bin" "$from/docscan" "$from/docscan-worker"
  install -D --mode=644 --target-directory="$to/share/docscan/presets" "$pipelines"/*.json
  install -D --mode=644 --target-directory="$to/share/docscan/presets/engines" \
    "$pipelines"/engines/*.py "$pipelines/engines/requirements.txt"
  install -D --mode=644 --target-directory="$to/share/docscan/plugins" "$pipelines/plugins/pyproject.toml"
  install -D --mode=644 --target-directory="$to/share/docscan/plugins/docscan_plugins" "$pipelines"/plugins/docscan_plugins/*.py
  # Users without a checkout install the models with these files.
  install -D --mode=755 --target-directory="$to/share/docscan/install" "$pipelines/setup/models.sh"
  install -D --mode=644 --target-directory="$to/share/docscan/install/models" "$pipelines"/setup/models/*.txt
  mkdir -p "$to"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d} "$to"/share/man/man{1,5}
  for shell in bash:bash-completion/completions/docscan zsh:zsh/site-functions/_docscan \
    fish:fish/vendor_completions.d/docscan.fish; do
    "$from/docscan" completions "${shell%%:*}" >"$to/share/${shell#*:}"
  done
  for page in $("$from/docscan" man); do
    "$from/docscan" man "$page" | gzip --no-name --best >"$to/share/man/man${page##*.}/$page.gz"
  done
  # An installation from a checkout. package.sh writes these facts itself.
  [ ! -f "$from/../share/docscan/build.json" ] || install -D --mode=644 --target-directory="$to/share/docscan" "$from/../share/docscan/build.json"
  [ -z "$system" ] || service "$pipelines/services/system" "$to/$system" "$prefix"
  [ -z "$user" ] || service "$pipelines/services/user" "$to/$user" "$prefix"
}

# Puts the services in the folder $1 into the folder $2, for programs below $3.
service() {
  mkdir -p "$2"
  for unit in docscan-watch@.service docscan-deliver@.service; do
    sed "s|/usr/local/bin/docscan|$3/bin/docscan|" "$1/$unit" >"$2/$unit"
  done
}
