# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes root file systems of Debian, for programs that try docscan where nothing else is installed."""
import pathlib, re, subprocess

# The code names of Debian's releases.
SUITES = {12: "bookworm", 13: "trixie", 14: "forky"}


def make(folder, packages=(), suite=None):
    """Makes a root of the suite, or of this computer's release, in the folder: the smallest set of packages and the named ones, without
    recommended packages. Every installed Debian has adduser, and apt never removes it."""
    suite = suite or re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
    chosen = f"--include={','.join(sorted({'adduser', *packages}))}"
    subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", '--aptopt=APT::Install-Recommends "false"', chosen, suite, folder],
                   check=True)
