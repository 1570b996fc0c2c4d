# SPDX-License-Identifier: GPL-3.0-or-later
"""Root file systems of Debian, of this computer's release, for programs that try docscan where nothing else is installed."""
import pathlib, re, subprocess


def make(folder, packages=()):
    """Makes a root in the folder, of the smallest set of packages and the named ones, and without what those only recommend."""
    release = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
    chosen = [f"--include={','.join(sorted(set(packages)))}"] if packages else []
    subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", '--aptopt=APT::Install-Recommends "false"', *chosen, release, folder],
                   check=True)
