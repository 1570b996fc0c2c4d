#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes packages of docscan for people without a Swift toolchain.
#
#   bash Pipelines/packaging/package.sh [--from DIR] [--commit COMMIT --epoch SECONDS] [OUTPUT]
#       In the folder OUTPUT, or packages: the Debian package, its debug symbols, a tarball for other distributions, and
#       the list of linked libraries (SPDX). Builds docscan first, from a copy of the sources, unless --from names a folder with
#       programs. The commit and its time are those of the checkout, unless they are given; DEBFULLNAME and DEBEMAIL are
#       who stands behind the packages.
#
# The packages of one commit are identical to the byte if the compiler and the Debian packages are the same. `python3
# Tests/Tools release --compare` checks that.
set -euo pipefail
export LC_ALL=C TZ=UTC
umask 022

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pipelines=$(dirname "$here")
root=$(dirname "$pipelines")
# shellcheck source=SCRIPTDIR/stage.sh
. "$here/stage.sh"

fail() {
  printf 'package.sh: %s\n' "$*" >&2
  exit 1
}

# The folder of the programs' private files, below the prefix.
private=lib/docscan
from='' commit='' epoch='' output=''
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help)
      awk 'NR > 3 && /^#/ { print substr($0, 3); next } NR > 3 { exit }' "${BASH_SOURCE[0]}"
      exit
      ;;
    --from | --commit | --epoch)
      [ -n "${2:-}" ] || fail "$1 needs a value."
      case $1 in
        --from) from=$2 ;;
        --commit) commit=$2 ;;
        --epoch) epoch=$2 ;;
      esac
      shift 2
      ;;
    -*) fail "\"$1\" is not an option. Try: bash Pipelines/packaging/package.sh --help" ;;
    *) [ -z "$output" ] || fail 'only one folder can be named.' && output=$1 && shift ;;
  esac
done
[ -n "$from" ] || bash "$pipelines/setup/install.sh" build run release
for tool in dpkg-deb dpkg-shlibdeps objcopy strip readelf python3; do
  command -v "$tool" >/dev/null || fail "$tool is missing: apt-get install dpkg-dev binutils python3"
done
commit=${commit:-$(commit_of "$root")}
epoch=${epoch:-$(epoch_of "$root")}
if [ -z "$commit" ] || [ -z "$epoch" ]; then fail "$root isn't a git checkout: give --commit and --epoch."; fi
export SOURCE_DATE_EPOCH=$epoch
output=$(realpath --canonicalize-missing "${output:-packages}")
version=$(sed -n 's/.*static let version = "\([0-9.]*\)"$/\1/p' "$root/Sources/DocScanWorkers/Installation.swift")
[ -n "$version" ] || fail 'Installation.swift has no version.'
# Between two releases, this heading lists the changes since the last one.
! grep --quiet '^## Unreleased$' "$root/Sources/DocScan/DocScan.docc/Changes.md" || version+=+git$(date --utc --date="@$epoch" +%Y%m%d)
# Packages of different systems depend on different libraries, so their versions differ. An upgrade of the system is an upgrade of docscan.
system=$(. /etc/os-release && printf '%s%s' "${ID/debian/deb}" "${VERSION_ID:-}")
package_version=$version~$system
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-The docscan maintainers} <${DEBEMAIL:-maintainers@docscan.invalid}>"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Builds the programs into the folder $1, without Swift's runtime, which they share: see runtime(). Their bytes depend on the path of the sources,
# also through hashes of it that no option maps, and on the times of C headers and module maps, which the debug information contains. So a copy of
# the sources, with the commit's time, is mounted at /usr/src for this process alone, and the module maps that the package manager writes before
# it builds get the same time.
build() {
  local product
  printf 'Building docscan for packages (this takes some minutes) …\n' >&2
  mkdir -p "$work/sources" "$1"
  tar --create --directory="$root" --sort=name --mtime="@$epoch" Package.swift Sources Tests Pipelines |
    tar --extract --directory="$work/sources"
  compile --target CLinux
  find "$work/sources/.build/" -name module.modulemap -exec touch --date="@$epoch" {} +
  for product in docscan docscan-worker; do
    compile --product "$product"
    cp "$work/sources/.build/release/$product" "$1"
  done
  rm -rf "$work/sources"
}

# Builds the products given as arguments. LLD comes with the toolchain. GNU ld 2.44 would make read-only data of Swift writable, without RELRO.
compile() {
  # A user who isn't root needs a user namespace to mount. In a chroot there are none, but root needs none.
  local -a namespaces=(--mount)
  [ "$(id -u)" = 0 ] || namespaces+=(--map-root-user)
  # The inner shell expands the variables.
  # shellcheck disable=SC2016
  unshare "${namespaces[@]}" bash -c 'mount --bind "$1" /usr/src && cd /usr/src && shift && exec "$@"' mounted "$work/sources" \
    swift build --configuration release --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath -Xswiftc -use-ld=lld \
    -Xlinker -rpath -Xlinker "\$ORIGIN/../$private" -Xlinker -z -Xlinker relro -Xlinker --build-id=sha1 "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail 'docscan could not be built, for the reason above. It needs user namespaces, as containers do.'
  }
}

# Copies the parts of Swift's runtime that the programs in the folder $1 need into the folder $2; nothing if they are linked statically.
runtime() {
  local toolchain name
  local -A taken=()
  toolchain=$(dirname "$(realpath "$(command -v swift)")")/..
  local -a wanted=("$1/docscan" "$1/docscan-worker")
  while [ ${#wanted[@]} -gt 0 ]; do
    mapfile -t names < <(readelf --dynamic --wide "${wanted[@]}" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
    wanted=()
    for name in "${names[@]}"; do
      if [ -n "${taken[$name]:-}" ] || [ ! -f "$toolchain/lib/swift/linux/$name" ]; then continue; fi
      taken[$name]=yes
      install -D --mode=644 --target-directory="$2" "$toolchain/lib/swift/linux/$name"
      strip --strip-unneeded --remove-section=.comment "$2/$name"
      wanted+=("$2/$name")
    done
  done
}

# Moves the debug symbols of the programs in the folder $1 to a file in the folder $2 for each.
split_symbols() {
  local program id
  for program in docscan docscan-worker; do
    id=$(readelf --notes "$1/$program" | sed -n 's/.*Build ID: //p')
    [ -n "$id" ] || fail "$program has no build id."
    mkdir -p "$2/${id:0:2}"
    objcopy --only-keep-debug --compress-debug-sections "$1/$program" "$2/${id:0:2}/${id:2}.debug"
    chmod 644 "$2/${id:0:2}/${id:2}.debug"
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$1/$program"
    printf '%s\n' "$id" >>"$work/ids"
  done
}

# Makes a package of the folder $1, whose DEBIAN/control has no size yet, with the compression level $2.
debian_package() {
  local size
  # The size of the files only: that of folders depends on the file system.
  size=$(find "$1" -path "$1/DEBIAN" -prune -o -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
  printf 'Installed-Size: %s\n' "$size" >>"$1/DEBIAN/control"
  (cd "$1" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort --zero-terminated | xargs -0 md5sum) \
    >"$1/DEBIAN/md5sums"
  dpkg-deb --root-owner-group --threads-max=1 -Zxz "-z$2" --build "$1" "$output" >/dev/null
}

# Prints the first fields of a package's control file.
control_head() {
  printf 'Package: %s\nSource: docscan\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' "$1" "$package_version" "$architecture" \
    "$maintainer"
}

# The text of Changes.md in Debian's format. Each release has the date of its heading, and the newest entry the commit's.
changelog() {
  awk -v newest="$package_version" -v maintainer="$maintainer" -v now="$(date --utc --date="@$epoch" --rfc-email)" '
    function sign() { print "\n -- " maintainer "  " date }
    function item(    count, words, word, line) {
      count = split(text, words, " ")
      line = "  *"
      for (word = 1; word <= count; word++) {
        if (length(line " " words[word]) > 76) {
          print line
          line = "   "
        }
        line = line " " words[word]
      }
      if (count) print line
      text = ""
    }
    /^## / {
      if (open) { item(); sign(); print "" }
      date = now
      if (open) {
        released = $0
        sub(/^[^,]*, /, "", released)
        ("date --utc --rfc-email --date=\"" released "\"") | getline date
      }
      sub(",", "", $2)
      print "docscan (" (open ? $2 : newest) ") unstable; urgency=medium\n"
      open = 1
      next
    }
    open && /^- / { item(); text = substr($0, 3); next }
    open && /^  [^ ]/ { text = text " " substr($0, 3) }
    END { item(); sign() }' \
    "$root/Sources/DocScan/DocScan.docc/Changes.md"
}

if [ -z "$from" ]; then
  build "$work/built"
  from=$work/built
fi
for program in docscan docscan-worker; do
  [ -x "$from/$program" ] || fail "$from/$program is missing."
done
mkdir -p "$output"

package=$work/docscan
# In the folder of their runtime, so that they can be started.
programs=$work/programs
install -D --mode=755 --target-directory="$programs/bin" "$from/docscan" "$from/docscan-worker"
runtime "$programs/bin" "$programs/$private"
stage "$programs/bin" "$package/usr" /usr '' lib/systemd/user
[ ! -d "$programs/lib" ] || cp -r "$programs/lib" "$package/usr"
service "$pipelines/services/system" "$package/usr/lib/systemd/system" /usr
split_symbols "$package/usr/bin" "$work/docscan-dbgsym/usr/lib/debug/.build-id"
build_facts "$commit" "$epoch" >"$package/usr/share/docscan/build.json"
documents=$package/usr/share/doc/docscan
install -D --mode=644 --target-directory="$documents/examples" "$pipelines"/sample/*
install --mode=644 "$here/copyright" "$documents/copyright"
python3 "$here/sbom.py" "$version" "$epoch" "$package"/usr/bin/* >"$documents/sbom.spdx.json"
python3 "$here/sbom.py" --list "$package"/usr/bin/* >"$work/libraries.txt"
cp "$documents/sbom.spdx.json" "$output/docscan_${package_version}_$architecture.spdx.json"

# The tarball contains a folder that works in any place.
tarball=docscan-$version-$system-$(uname -m)
mkdir -p "$work/$tarball"
cp -r "$package/usr/bin" "$package/usr/share" "$work/$tarball"
[ ! -d "$programs/lib" ] || cp -r "$programs/lib" "$work/$tarball"
mkdir -p "$work/$tarball/lib"
cp -r "$package/usr/lib/systemd" "$work/$tarball/lib"
install --mode=755 "$here/start.sh" "$work/$tarball/docscan"
cp "$work/libraries.txt" "$work/$tarball/share/docscan/libraries.txt"
find "$work/$tarball" -exec touch --no-dereference --date="@$epoch" {} +
tar --create --directory="$work" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu "$tarball" |
  xz --threads=1 >"$output/$tarball.tar.xz"

mv "$package/usr/share/zsh/site-functions" "$package/usr/share/zsh/vendor-completions"
install -D --mode=644 "$here/docscan.conf" "$package/usr/lib/sysusers.d/docscan.conf"
install -D --mode=644 "$here/lintian-overrides" "$package/usr/share/lintian/overrides/docscan"
changelog | gzip --no-name --best >"$documents/changelog.gz"
mkdir -p "$package/DEBIAN" "$work/debian"
for script in postinst prerm postrm; do install --mode=755 "$here/$script" "$package/DEBIAN/$script"; done
printf 'Source: docscan\n\nPackage: docscan\nArchitecture: any\n' >"$work/debian/control"
mapfile -t binaries < <(cd "$work" && find docscan/usr/bin docscan/usr/lib/docscan -type f)
libraries=$(cd "$work" && dpkg-shlibdeps -O -ldocscan/usr/lib/docscan "${binaries[@]}" | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || fail 'dpkg-shlibdeps found no libraries.'
{
  control_head docscan
  printf 'Depends: %s, tesseract-ocr-eng, tesseract-ocr-osd\nSuggests: apertium, gnuplot-nox, libsane1, sane-airscan, tesseract-ocr-all\n' "$libraries"
  printf 'Section: graphics\nPriority: optional\nDescription: %s\n' 'searchable documents from scans and photos of pages'
  printf ' %s\n' 'docscan straightens each page, reads it with Tesseract, and adds the text as' \
    'an invisible layer: multi-page PDFs, photos, and folders of scans become' \
    'searchable PDFs, text, and one JSON file per page. It runs unattended,' \
    'continues interrupted runs, and reads documents in confined processes only.'
} >"$package/DEBIAN/control"
debian_package "$package" 6

symbols=$work/docscan-dbgsym
mkdir -p "$symbols/DEBIAN" "$symbols/usr/share/doc"
ln -s docscan "$symbols/usr/share/doc/docscan-dbgsym"
{
  control_head docscan-dbgsym
  printf 'Auto-Built-Package: debug-symbols\nDepends: docscan (= %s)\nSection: debug\nPriority: optional\n' "$package_version"
  printf 'Description: debug symbols for docscan\nBuild-Ids: %s\n' "$(paste --serial --delimiters=' ' "$work/ids")"
} >"$symbols/DEBIAN/control"
# Its contents are already compressed.
debian_package "$symbols" 0
(cd "$output" && sha256sum -- *"$version"*) >"$work/sums"
install --mode=644 "$work/sums" "$output/SHA256SUMS"
cat "$work/sums"
