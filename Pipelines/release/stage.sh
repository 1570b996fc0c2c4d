# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# Lays out what an installation of docscan has, for scripts that source this file: prefix.sh and package.sh.

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
  # With which people get the networks, who have no checkout.
  install -D --mode=755 --target-directory="$to/share/docscan/install" "$pipelines/models.sh"
  install -D --mode=644 --target-directory="$to/share/docscan/install/models" "$pipelines"/models/*.txt
  mkdir -p "$to"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d} "$to"/share/man/man{1,5}
  for shell in bash:bash-completion/completions/docscan zsh:zsh/site-functions/_docscan \
    fish:fish/vendor_completions.d/docscan.fish; do
    "$from/docscan" completions "${shell%%:*}" >"$to/share/${shell#*:}"
  done
  for page in $("$from/docscan" man); do
    "$from/docscan" man "$page" | gzip --no-name --best >"$to/share/man/man${page##*.}/$page.gz"
  done
  [ -z "$system" ] || service "$pipelines" "$to/$system" "$prefix"
  [ -z "$user" ] || service "$pipelines/user" "$to/$user" "$prefix"
}

# Puts the service in the folder $1 into the folder $2, for programs below $3.
service() {
  mkdir -p "$2"
  sed "s|/usr/local/bin/docscan|$3/bin/docscan|" "$1/docscan-watch@.service" >"$2/docscan-watch@.service"
}
