#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Starts docscan from the folder of its tarball, or names the libraries that this computer lacks and the command that installs them.
here=$(dirname "$(readlink -f "$0")")
# The loader lists every missing library at once, without starting the programs.
loaded=$(for program in docscan docscan-worker; do LD_TRACE_LOADED_OBJECTS=1 "$here/bin/$program" 2>&1; done)
missing=$(printf '%s\n' "$loaded" | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' | sort -u)
old=$(printf '%s\n' "$loaded" | sed -n "s/.*: version \`\(.*\)' not found.*/\1/p" | sort -u)
[ -n "$missing$old" ] || exec "$here/bin/docscan" "$@"

# The packages in column $1 of the list, for all missing libraries.
packages() {
  for library in $missing; do
    awk -v library="$library" -v column="$1" '$1 == library && $column != "-" { print $column }' "$here/share/docscan/libraries.txt"
  done | sort -u | tr '\n' ' '
}

{
  echo 'docscan cannot start: these libraries are missing.'
  for library in $missing; do
    echo "  $library (Debian, Ubuntu: $(awk -v library="$library" '$1 == library { print $2 }' "$here/share/docscan/libraries.txt"))"
  done
  for version in $old; do echo "  a newer version of an installed library: $version"; done
  if command -v apt-get >/dev/null; then
    echo "Install them: apt-get install $(packages 2)"
  elif command -v dnf >/dev/null; then
    # dnf finds packages by the names of libraries, with their versions.
    echo "Install them: dnf install$(for library in $missing; do printf " '%s()(64bit)'" "$library"; done)"
  elif command -v pacman >/dev/null; then
    echo "Install them: pacman -S $(packages 3)"
  fi
  echo 'If your system has these libraries in other versions, build docscan from its sources: README.md of the project describes how.'
} >&2
exit 127
