#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The Debian packages with the libraries that programs need to run, one a line.
#
#   bash libraries.sh PROGRAM…
set -euo pipefail

# The libraries, as the packages name them: some still say /lib for what is in /usr/lib.
ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort --unique | xargs realpath | sort --unique |
  while read -r library; do
    dpkg-query --search "$library" 2>/dev/null || dpkg-query --search "${library#/usr}" 2>/dev/null ||
      printf 'libraries.sh: no package has %s\n' "$library" >&2
  done | cut -d : -f 1 | sort --unique
