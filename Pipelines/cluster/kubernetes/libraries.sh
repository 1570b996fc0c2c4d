#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Prints the Debian packages with the libraries that programs need at run time, one per line.
#
#   bash libraries.sh PROGRAM…
set -euo pipefail

# The paths of the libraries as in the packages: some still use /lib for files in /usr/lib.
ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort --unique | xargs realpath | sort --unique |
  while read -r library; do
    dpkg-query --search "$library" 2>/dev/null || dpkg-query --search "${library#/usr}" 2>/dev/null ||
      printf 'libraries.sh: no package has %s\n' "$library" >&2
  done | cut -d : -f 1 | sort --unique
