# SPDX-License-Identifier: GPL-3.0-or-later
"""The workshop: programs that check, fit, measure, and try docscan.

    python3 Tests/Tools                    # lists them
    python3 Tests/Tools NAME [arguments]   # runs one; --help says what it takes

check    looks at the source; Tests/run.sh runs most of these
fit      computes the numbers in the source from documents with known truth
measure  measures how accurate or fast docscan is
accept   tries docscan in its surroundings: clusters, packages, other programs
"""
import ast, pathlib, runpy, sys

TOOLS = pathlib.Path(__file__).resolve().parent
GROUPS = ["check", "fit", "measure", "accept"]
programs = {path.stem: path for group in GROUPS for path in sorted((TOOLS / group).glob("*.py"))}


def summary(path):
    return ((ast.get_docstring(ast.parse(path.read_text())) or "").splitlines() or [""])[0]


# The shared modules, and the programs themselves, since some import others.
sys.path[:1] = [str(TOOLS / "shared"), *(str(TOOLS / group) for group in GROUPS)]
if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
    print(__doc__.strip())
    for group in GROUPS:
        print(f"\n{group}")
        for name, path in programs.items():
            if path.parent.name == group:
                print(f"  {name.ljust(16)} {summary(path)}")
elif sys.argv[1] not in programs:
    sys.exit(f"There is no program {sys.argv[1]} here. python3 Tests/Tools lists them.")
else:
    path = programs[sys.argv[1]]
    sys.argv[:2] = [str(path)]
    runpy.run_path(str(path), run_name="__main__")
