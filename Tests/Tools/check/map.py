#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws which module uses which, from Package.swift, and lists the types of errors, from Sources, for Architecture.md.

    python3 Tests/Tools map           # writes both into the page
    python3 Tests/Tools map check     # checks that the page is up to date, and that each module declares what it imports

Omits a dependency that another dependency already includes. C modules and modules of both sides appear only once.
"""
import json, re, subprocess, sys, tempfile
import data

PAGE = data.ROOT / "Sources/DocScan/DocScan.docc/Architecture.md"
MODULES = "<!-- From Package.swift, by Tests/Tools/check/map.py. -->\n"
ERRORS = "<!-- From Sources, by Tests/Tools/check/map.py. -->\n"
IMPORT = re.compile(r"^(?:@\w+ )*(?:internal |package |public )?import (\w+)$", re.MULTILINE)
SIDES = [("The parent's side", ["DocScanCLI", "DocScan"]), ("The worker's side", ["DocScanWorker"])]

# In a scratch folder of its own, since a running build or test locks that of the package.
with tempfile.TemporaryDirectory() as scratch:
    described = subprocess.run(
        ["swift", "package", "--package-path", data.ROOT, "--scratch-path", scratch, "describe", "--type", "json"], check=True,
        capture_output=True)
targets = json.loads(described.stdout)["targets"]
uses = {target["name"]: target.get("target_dependencies", []) for target in targets}


def below(module):
    """Returns all modules that a module uses, directly or not."""
    found = set()
    for other in uses[module]:
        found |= {other} | below(other)
    return found


def lines(tops, above):
    shown = []

    def draw(module):
        if module in [name for name, _ in shown] or module in above:
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


def errors():
    """Yields a row for each type that is thrown: its name, its module, and the first sentence of its comment."""
    for path in sorted((data.ROOT / "Sources").glob("DocScan*/**/*.swift")):
        text, outer = path.read_text().splitlines(), None
        for number, line in enumerate(text):
            if found := re.match(r"(?:\w+ )*(?:struct|enum|class|extension|protocol) (\w+)", line):
                outer = found[1]
            found = re.match(r"(\s*)(?:(?:public|package) )?(?:struct|enum) (\w+): ([\w, ]*\b)?Error\b", line)
            if not found:
                continue
            first = number
            while text[first - 1].strip().startswith("///"):
                first -= 1
            comment = " ".join(line.strip().removeprefix("///").strip() for line in text[first:number])
            name = f"{outer}.{found[2]}" if found[1] else found[2]
            yield path.relative_to(data.ROOT / "Sources").parts[0], name, re.split(r"(?<=[.:])\s", comment)[0].rstrip(":.")


sides, above = [], set()
for title, tops in SIDES:
    sides.append(f"{title}\n\n" + "\n".join(lines(tops, above)) + "\n")
    above |= set().union(*map(below, tops))
modules = "```\n" + "\n".join(sides) + "```\n"
table = "| error | in | what it says |\n|---|---|---|\n" + "".join(
    f"| `{name}` | {module} | {what} |\n" for module, name, what in errors())
page = PAGE.read_text()
new = re.sub(f"{MODULES}```.*?\n```\n", lambda _: MODULES + modules, page, flags=re.DOTALL)
new = re.sub(f"{ERRORS}(?:\\|.*\n)+", lambda _: ERRORS + table, new)
if sys.argv[1:] == ["check"]:
    # An earlier build may find modules that the package doesn't declare. A build in a new folder may not.
    for target in targets:
        imported = {match for path in (data.ROOT / target["path"]).rglob("*.swift") for match in IMPORT.findall(path.read_text())}
        if unsaid := sorted((imported & uses.keys()) - below(target["name"]) - {target["name"]}):
            sys.exit(f"{target['name']} imports {', '.join(unsaid)}, which Package.swift does not say.")
    if page != new:
        sys.exit("The modules or errors in Architecture.md are not those of the package: python3 Tests/Tools map")
else:
    PAGE.write_text(new)
