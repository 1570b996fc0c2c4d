# SPDX-License-Identifier: GPL-3.0-or-later
"""Root file systems of Debian, of this computer's release, for programs that try docscan where nothing else is installed."""
import pathlib, re, shutil, subprocess, sys


def unavailable(program, what):
    """Ends a program that cannot do its work here."""
    print(f"{program}: skipped: {what}.", file=sys.stderr)
    sys.exit(77)


def need(program, *tools):
    for tool in tools:
        if not shutil.which(tool):
            unavailable(program, f"{tool} is not found")


def make(folder, packages=()):
    """Makes a root in the folder, of the smallest set of packages and the named ones, and without what those only recommend."""
    release = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
    chosen = [f"--include={','.join(sorted(set(packages)))}"] if packages else []
    subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", '--aptopt=APT::Install-Recommends "false"', *chosen, release, folder],
                   check=True)
