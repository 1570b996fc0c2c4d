#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the components of docscan's programs: every linked library, with its version and license, as SPDX 2.3 in JSON.

    python3 Pipelines/packaging/sbom.py VERSION SECONDS PROGRAM…
    python3 Pipelines/packaging/sbom.py --list PROGRAM…      # lists each library, its Debian package, and its Arch package (pacman.txt)

SECONDS is the time in the document. Libraries that a program names itself are linked dynamically by it, and libraries that those need are their
dependencies. Versions and licenses are those of the Debian packages: the names in a machine-readable copyright file, and otherwise the license
texts that it refers to, or its own text. If a package has parts under several licenses, all are listed, even if one may be chosen. Licenses with
another name in SPDX have that name, and unknown ones are LicenseRef-…. Swift's runtime, inside the programs or in libraries next to them, has the
compiler's version.
"""
import hashlib, json, pathlib, re, subprocess, sys, time

# What Debian's copyright files call licences, where SPDX's name is another.
SPDX = {
    "expat": "MIT", "mit": "MIT", "gpl-1+": "GPL-1.0-or-later", "gpl-2": "GPL-2.0-only", "gpl-2+": "GPL-2.0-or-later",
    "gpl-2.0+": "GPL-2.0-or-later", "gpl-3": "GPL-3.0-only", "gpl-3+": "GPL-3.0-or-later", "gpl-3.0+": "GPL-3.0-or-later",
    "lgpl-2": "LGPL-2.0-only", "lgpl-2+": "LGPL-2.0-or-later", "lgpl-2.0+": "LGPL-2.0-or-later", "lgpl-2.1": "LGPL-2.1-only",
    "lgpl-2.1+": "LGPL-2.1-or-later", "lgpl-3": "LGPL-3.0-only", "lgpl-3+": "LGPL-3.0-or-later", "lgpl-3.0+": "LGPL-3.0-or-later",
    "apache-2.0": "Apache-2.0", "apache-2": "Apache-2.0", "bsd-2-clause": "BSD-2-Clause", "bsd-3-clause": "BSD-3-Clause",
    "bsd-4-clause": "BSD-4-Clause", "isc": "ISC", "zlib": "Zlib", "curl": "curl", "cc0-1.0": "CC0-1.0", "cc0": "CC0-1.0", "mpl-1.1": "MPL-1.1",
    "mpl-2.0": "MPL-2.0", "bsl-1.0": "BSL-1.0", "boost-1.0": "BSL-1.0", "openssl": "OpenSSL", "unlicense": "Unlicense",
    "artistic": "Artistic-1.0", "artistic-2.0": "Artistic-2.0", "gfdl-1.3+": "GFDL-1.3-or-later",
}
# The texts in /usr/share/common-licenses, for copyright files in prose.
COMMON = {
    "Apache-2.0": "Apache-2.0", "Artistic": "Artistic-1.0", "BSD": "BSD-3-Clause", "GPL-1": "GPL-1.0-or-later",
    "GPL-2": "GPL-2.0-or-later", "GPL-3": "GPL-3.0-or-later", "LGPL-2": "LGPL-2.0-or-later", "LGPL-2.1": "LGPL-2.1-or-later",
    "LGPL-3": "LGPL-3.0-or-later", "MPL-1.1": "MPL-1.1", "MPL-2.0": "MPL-2.0", "CC0-1.0": "CC0-1.0",
}
# The libraries of Swift's runtime.
SWIFT = re.compile(r"lib(swift|_?Foundation|dispatch\.|BlocksRuntime\.)")


def run(*command):
    ended = subprocess.run(command, capture_output=True, text=True)
    return ended.stdout


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def linked(program):
    """Returns the libraries that the loader finds for a program: name to file. A missing one is an error."""
    found = {}
    for line in run("ldd", program).splitlines():
        if match := re.match(r"\s*(\S+) => (/\S+)", line):
            found[match[1]] = pathlib.Path(match[2])
        elif match := re.match(r"\s*(/\S*/ld-linux\S*)", line):
            found[pathlib.Path(match[1]).name] = pathlib.Path(match[1])
        elif "not found" in line:
            sys.exit(f"sbom.py: {program}:{line}")
    return found


def needed(file):
    """Returns the libraries that a program or library names itself."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "--dynamic", "--wide", file))


def owners(files):
    """Returns the Debian package of each file that belongs to one, and the version, source, and source version of each package."""
    # Some packages still use /lib for files in /usr/lib.
    names = {name: file for file in files for real in [str(file.resolve())] for name in (real, real.removeprefix("/usr"))}
    found = {}
    for line in run("dpkg-query", "--search", *names).splitlines():
        package, _, name = line.partition(": ")
        if name in names:
            found[names[name]] = package.split(",")[0].split(":")[0]
    shown = run("dpkg-query", "--show", "--showformat", "${Package} ${Version} ${source:Package} ${source:Version}\n", *set(found.values()))
    return found, {words[0]: words[1:] for words in map(str.split, shown.splitlines())}


def licences(package):
    """Returns the licenses of a package in SPDX's names, and the names that SPDX doesn't have, with their texts."""
    path = pathlib.Path("/usr/share/doc") / package / "copyright"
    text = path.read_text(errors="replace") if path.exists() else ""
    if not text.startswith("Format"):
        named = set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.]+(?:-[0-9.]*[0-9])?)", text))
        known = sorted({COMMON[name] for name in named if name in COMMON})
        return known, {} if known or not text else {f"{package}-copyright": text}
    known, others = set(), set()
    for paragraph in re.split(r"\n\s*\n", text):
        files = re.search(r"^Files:\s*(.*(?:\n[ \t].*)*)", paragraph, re.M)
        licence = re.search(r"^License:[ \t]*(.*)", paragraph, re.M)
        # Debian's own files aren't in the library.
        if not files or not licence or files[1].strip() == "debian/*":
            continue
        for name in re.split(r"\s+(?:and/or|and|or)\s+|\s*,\s*|\s*\|\s*", licence[1].strip(), flags=re.I):
            name = name.strip(" ()")
            if not name:
                continue
            if spdx := SPDX.get(name.lower()):
                known.add(spdx)
            else:
                others.add(name)
    return sorted(known), {name: f'"{name}" in the copyright files of Debian packages, such as {path}' for name in sorted(others)}


def main():
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__)
        return
    if words[0] == "--list":
        libraries = {name: file for program in words[1:] for name, file in linked(program).items()}
        found, _ = owners(libraries.values())
        lines = (pathlib.Path(__file__).parent / "pacman.txt").read_text().splitlines()
        arch = dict(line.split() for line in lines if not line.startswith("#"))
        for name, file in sorted(libraries.items()):
            if not SWIFT.match(name):
                print(name, found.get(file, "-"), arch.get(name.split(".so")[0], "-"))
        return
    version, seconds, programs = words[0], int(words[1]), [pathlib.Path(word) for word in words[2:]]
    packages, relations, extracted = [], [], {}
    packages.append({
        "SPDXID": "SPDXRef-docscan", "name": "docscan", "versionInfo": version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": "GPL-3.0-or-later", "licenseDeclared": "GPL-3.0-or-later",
        "copyrightText": "NOASSERTION", "primaryPackagePurpose": "APPLICATION",
    })
    relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-docscan"))
    swift = re.search(r"Swift version (\S+)", run("swift", "--version"))
    packages.append({
        "SPDXID": "SPDXRef-swift-runtime", "name": "swift-runtime", "versionInfo": swift[1] if swift else "NOASSERTION",
        "downloadLocation": "https://github.com/swiftlang/swift", "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": "Apache-2.0 WITH Swift-exception", "copyrightText": "NOASSERTION",
        "comment": "The standard library, the concurrency runtime, libdispatch and FoundationEssentials.",
    })
    libraries, direct = {}, set()
    for program in programs:
        libraries.update(linked(program))
        direct.update(needed(program))
    link = "DYNAMIC_LINK" if "libswiftCore.so" in direct else "STATIC_LINK"
    relations.append(("SPDXRef-docscan", link, "SPDXRef-swift-runtime"))
    found, versions = owners(libraries.values())
    for name, file in sorted(libraries.items()):
        package = found.get(file)
        entry = {
            "SPDXID": identifier(name), "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION", "primaryPackagePurpose": "LIBRARY",
            "versionInfo": "NOASSERTION", "licenseDeclared": "NOASSERTION",
        }
        if package:
            entry["versionInfo"], source, origin = versions[package]
            entry["sourceInfo"] = f"Debian package {package}, made from {source} {origin}"
            entry["externalRefs"] = [{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": f"pkg:deb/debian/{package}@{entry['versionInfo'].replace(':', '%3A').replace('+', '%2B')}"}]
            known, others = licences(package)
            for other, meaning in others.items():
                reference = "LicenseRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", other).strip("-")
                extracted[reference] = meaning
                known.append(reference)
            if known:
                entry["licenseDeclared"] = " AND ".join(sorted(set(known)))
        elif SWIFT.match(name):
            entry |= {field: packages[1][field] for field in ("versionInfo", "licenseDeclared")}
            relations.append(("SPDXRef-swift-runtime", "CONTAINS", identifier(name)))
        packages.append(entry)
        if name in direct:
            relations.append(("SPDXRef-docscan", "DYNAMIC_LINK", identifier(name)))
        relations += [(identifier(name), "DEPENDS_ON", identifier(each)) for each in needed(file) if each in libraries]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"docscan-{version}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)), "creators": ["Tool: docscan-sbom.py"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second} for first, kind, second in relations],
    }
    if extracted:
        document["hasExtractedLicensingInfos"] = [
            {"licenseId": name, "extractedText": text} for name, text in sorted(extracted.items())]
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
    document["documentNamespace"] = f"https://spdx.org/spdxdocs/docscan-{version}-{digest[:32]}"
    print(json.dumps(document, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
