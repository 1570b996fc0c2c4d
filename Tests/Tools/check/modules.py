#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws which module uses which, from Package.swift, for Architecture.md; checks that each says which ones it imports.

    python3 Tests/Tools modules           # writes it into the page
    python3 Tests/Tools modules check     # says whether the page has it as it is

A module that is used by one that is used as well is left out. C modules stand where they are used directly.
"""
import json, pathlib, re, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "Sources/DocScan/DocScan.docc/Architecture.md"
BEGIN, END = "<!-- From Package.swift, by Tests/Tools/check/modules.py. -->\n```\n", "```\n"
IMPORT = re.compile(r"^(?:@\w+ )*(?:internal |package |public )?import (\w+)$", re.MULTILINE)
SIDES = [("The parent's side", ["DocScanCLI", "DocScan"]), ("The worker's side", ["DocScanWorker"])]

# In a folder of its own: a build or a test that goes on has that of the package for itself.
with tempfile.TemporaryDirectory() as scratch:
    described = subprocess.run(
        ["swift", "package", "--package-path", ROOT, "--scratch-path", scratch, "describe", "--type", "json"], check=True,
        capture_output=True)
targets = json.loads(described.stdout)["targets"]
uses = {target["name"]: target.get("target_dependencies", []) for target in targets}


def below(module):
    """All modules that a module uses, directly or not."""
    found = set()
    for other in uses[module]:
        found |= {other} | below(other)
    return found


def lines(tops):
    shown = []

    def draw(module):
        if module in [name for name, _ in shown]:
            return
        swift = [other for other in uses[module] if other.startswith("DocScan")]
        direct = sorted((o for o in swift if not any(o in below(other) for other in swift)), key=lambda o: -len(below(o)))
        c = sorted(other for other in uses[module] if other.startswith("C"))
        own = [shim for shim in c if not any(shim in uses[o] for o in below(module))]
        shown.append((module, " + ".join(" ".join(part) for part in (direct, own) if part)))
        for other in direct:
            draw(other)

    for top in tops:
        draw(top)
    width = max(len(name) for name, _ in shown)
    return [f"{name.ljust(width)} ▶ {rest}".rstrip(" ▶") for name, rest in shown]


drawing = BEGIN + "".join(f"{title}\n\n" + "\n".join(lines(tops)) + "\n\n" for title, tops in SIDES).rstrip("\n") + "\n" + END
page = PAGE.read_text()
start = page.index(BEGIN)
end = page.index(END, start + len(BEGIN)) + len(END)
if sys.argv[1:] == ["check"]:
    # A build that has been made before finds modules that the package does not say: one in a new folder may not.
    for target in targets:
        imported = {match for path in (ROOT / target["path"]).rglob("*.swift") for match in IMPORT.findall(path.read_text())}
        if unsaid := sorted((imported & uses.keys()) - below(target["name"]) - {target["name"]}):
            sys.exit(f"{target['name']} imports {', '.join(unsaid)}, which Package.swift does not say.")
    if page[start:end] != drawing:
        sys.exit("The modules in Architecture.md are not those of Package.swift: python3 Tests/Tools modules")
else:
    PAGE.write_text(page[:start] + drawing + page[end:])
