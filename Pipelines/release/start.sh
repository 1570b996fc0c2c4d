#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Starts docscan from the folder of its tarball, or says which libraries this computer lacks.
here=$(dirname "$(readlink -f "$0")")
# The loader tells all that is missing at once, without starting the programs.
loaded=$(for program in docscan docscan-worker; do LD_TRACE_LOADED_OBJECTS=1 "$here/bin/$program" 2>&1; done)
missing=$(printf '%s\n' "$loaded" | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' | sort -u)
old=$(printf '%s\n' "$loaded" | sed -n "s/.*: version \`\(.*\)' not found.*/\1/p" | sort -u)
[ -n "$missing$old" ] || exec "$here/bin/docscan" "$@"
{
  echo 'docscan cannot start: it needs libraries that are not installed.'
  for library in $missing; do
    package=$(sed -n "s/^$library //p" "$here/share/docscan/libraries.txt")
    echo "  $library${package:+ (in Debian: $package)}"
  done
  for version in $old; do echo "  something newer than what is installed: $version"; done
} >&2
exit 127
