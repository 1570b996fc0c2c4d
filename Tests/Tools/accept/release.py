#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries the packages of a release as a user would: in a fresh Debian without a Swift toolchain.

    sudo python3 Tests/Tools release PACKAGES [--keep DIR]
    python3 Tests/Tools release --compare PACKAGES OTHERS

PACKAGES is the output of Pipelines/packaging/package.sh. The steps happen in fresh roots of the Debian release that the packages were made for.
The lintian of that release checks the packages. Then apt installs docscan, and docscan reads a sample, watches a folder while it is upgraded, runs like the container of
Pipelines/packaging/Containerfile, and is removed, after which none of its files may be left. The tarball is tried without the libraries that it
needs, and with them. Every step is a row of a table. Exits with 1 if a step failed, and with 77 if a dependency is missing: Debian's mmdebstrap,
bubblewrap, poppler-utils, or root's rights. --keep takes the root from a folder, or saves it there.

--compare prints which files of two builds differ, also inside the packages.
"""
import os, pathlib, re, shutil, subprocess, sys, tempfile, time
import data

import debian_root, trial

SAMPLE = "/usr/share/doc/docscan/examples/letter.pdf"
# Files that apt and dpkg keep, and leftovers of other packages.
KEPT = ("var/lib/dpkg/", "var/lib/apt/", "var/cache/", "var/log/", "etc/ld.so.cache", "tmp/", "proc/", "sys/", "dev/", "results/", "run/",
        "root/", "packages/")


class Table:
    """The steps, and whether each had the expected outcome."""

    def __init__(self):
        self.failed = []

    def row(self, step, good, figure="", details=""):
        print(f"| {step} | {'yes' if good else 'NO'} | {figure} |", flush=True)
        if not good:
            self.failed.append(step)
            print(details[-3000:], file=sys.stderr, flush=True)
        return good


def inside(root, *command, background=False, environment=()):
    """Runs a command as root in the root file system, with a process namespace of its own."""
    words = ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={root}/proc", "chroot", str(root), "env", "-i",
             "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive", *environment, *command]
    if background:
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def timed(root, *command):
    """Returns a command's exit code, its seconds, and its share of processor time, for the table."""
    began, used = time.monotonic(), os.times()
    ended = inside(root, *command)
    now = os.times()
    seconds = time.monotonic() - began
    processor = now.children_user + now.children_system - used.children_user - used.children_system
    return ended, seconds, f"{seconds:.1f} s ({processor:.1f} s of processor time)"


def contents(root):
    found = set()
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.relpath(os.path.join(folder, name), root)
            if not (path + "/").startswith(KEPT) and path not in KEPT:
                found.add(path)
    return found


def until(condition, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return False


def upgraded(package, folder):
    """Makes the same package with a later version."""
    work = folder / "later"
    subprocess.run(["dpkg-deb", "--raw-extract", package, work], check=True)
    control = work / "DEBIAN" / "control"
    control.write_text(re.sub(r"(?m)^Version: .*", lambda line: line[0] + "+later", control.read_text()))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", work, folder / "later.deb"], check=True, stdout=subprocess.DEVNULL)
    return folder / "later.deb"


def suite_of(package):
    """Returns the Debian release that a package was made for, from its version: "0.2.0~deb13"."""
    number = re.search(r"~deb(\d+)_", package.name)
    if not number or int(number[1]) not in debian_root.SUITES:
        sys.exit(f"release.py: {package.name} doesn't say for which Debian release it was made.")
    return debian_root.SUITES[int(number[1])]


def lint(table, root, packages):
    ended = inside(root, "sh", "-c", "apt-get update --quiet=2 && apt-get install --yes --quiet=2 --no-install-recommends lintian")
    table.row("apt install lintian", ended.returncode == 0, details=ended.stdout)
    for package in packages:
        shutil.copy(package, root / "packages")
        # A person who makes packages to try them doesn't have to give an address.
        ended = inside(root, "lintian", "--allow-root", "--tag-display-limit", "0",
                       "--suppress-tags", "bogus-mail-host,bogus-mail-host-in-debian-changelog", f"/packages/{package.name}")
        found = [line for line in ended.stdout.splitlines() if line[:2] in ("E:", "W:")]
        table.row(f"lintian, {package.name.split('_')[0]}", ended.returncode == 0 and not found, f"{len(found)} errors and warnings",
                  ended.stdout)


def watch(table, root, later):
    """Watches a folder, and upgrades docscan during that."""
    for name in ("inbox", "out"):
        (root / "results" / name).mkdir(parents=True, exist_ok=True)
    service = inside(root, "docscan", "watch", "archive", "/results/inbox", "-o", "/results/out", background=True)

    def drop(name):
        # Each has contents of its own, since identical documents are processed only once.
        (root / "results" / name).write_bytes((root / "usr/share/doc/docscan/examples/minutes.pdf").read_bytes() + f"% {name}\n".encode())
        (root / "results" / name).rename(root / "results" / "inbox" / name)
        return until(lambda: (root / "results" / "out" / name[:-4] / name).exists(), 60)

    table.row("a watched folder's file is read", drop("before.pdf"))
    ended, _, figure = timed(root, "dpkg", "--install", f"/packages/{later.name}")
    table.row("upgraded while the folder is watched", ended.returncode == 0, figure, ended.stdout)
    table.row("the folder is watched on", service.poll() is None and drop("after.pdf"))
    # The process itself, which is a child of unshare.
    children = pathlib.Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().split()
    for child in children:
        os.kill(int(child), 15)
    try:
        output, _ = service.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        service.kill()
        output = "it does not end"
    table.row("it ends when it is told to", service.returncode == 130, details=output)


def container(table, root, scratch):
    """Runs like the image of Containerfile: as another user, without anything writable, without capabilities."""
    work = scratch / "work"
    work.mkdir()
    os.chown(work, 10001, 10001)
    (root / "work").mkdir(exist_ok=True)
    ended = subprocess.run(
        ["setpriv", "--reuid=10001", "--regid=10001", "--clear-groups", "bwrap", "--unshare-all", "--cap-drop", "ALL", "--die-with-parent",
         "--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--bind", work, "/work", "--clearenv", "--setenv",
         "HOME", "/tmp", "--setenv", "PATH", "/usr/bin:/bin", "--chdir", "/work", "docscan", SAMPLE, "-o", "letter.pdf"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    table.row("as user 10001 without capabilities, all else read-only", ended.returncode == 0 and (work / "letter.pdf").exists(),
              details=ended.stdout)
    (root / "work").rmdir()


def tarball(table, root, archive, bare):
    """Checks that the tarball names missing libraries, or works."""
    for where, is_bare in ((bare, True), (root, False)):
        subprocess.run(["tar", "--extract", "--xz", f"--file={archive}", f"--directory={where / 'packages'}"], check=True)
        program = f"/packages/{archive.name.removesuffix('.tar.xz')}/docscan"
        if is_bare:
            ended = inside(where, program, "doctor")
            named = re.findall(r"^  (\S+) \(Debian, Ubuntu: (\S+)\)$", ended.stdout, re.M)
            table.row("the tarball names what it lacks", ended.returncode == 127 and len(named) > 20,
                      f"{len(named)} libraries, with their packages", ended.stdout)
        else:
            ended = inside(where, program, SAMPLE, "-o", "/results/tarball.pdf")
            table.row("the tarball works where libraries are", ended.returncode == 0 and (where / "results/tarball.pdf").exists(),
                      details=ended.stdout)


def attempt(options):
    trial.need("mmdebstrap", "bwrap", "pdftotext")
    if os.geteuid() != 0:
        trial.unavailable("it needs root's rights")
    table = Table()
    package, symbols = (next(options.packages.glob(f"{name}_*.deb"), None) for name in ("docscan", "docscan-dbgsym"))
    archive = next(options.packages.glob("docscan-*.tar.xz"), None)
    if not package or not symbols or not archive:
        sys.exit(f"release.py: {options.packages} has no packages: bash Pipelines/packaging/package.sh {options.packages}")
    print("| step | as it should be | |\n|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory(prefix="docscan-release-") as scratch:
        scratch = pathlib.Path(scratch)
        scratch.chmod(0o755)
        base = options.keep or scratch / "base"
        if not (base / "etc").exists():
            debian_root.make(base, suite=suite_of(package))
        roots = scratch / "root", scratch / "bare", scratch / "lint"
        for root in roots:
            subprocess.run(["cp", "--archive", "--reflink=auto", base, root], check=True)
            shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
            (root / "packages").mkdir()
            (root / "results").mkdir()
        root, bare, other = roots
        lint(table, other, [package, symbols])
        shutil.copy(package, root / "packages")
        later = shutil.copy(upgraded(package, scratch), root / "packages")
        ended, _, figure = timed(root, "apt-get", "update", "--quiet=2")
        table.row("apt update", ended.returncode == 0, figure, ended.stdout)
        before = contents(root)
        ended, seconds, figure = timed(root, "apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", f"/packages/{package.name}")
        installed = re.findall(r"^Setting up", ended.stdout, re.M)
        if not table.row("apt install ./docscan.deb", ended.returncode == 0, f"{figure}, {len(installed)} packages", ended.stdout):
            return table
        ended, reading, figure = timed(root, "docscan", SAMPLE, "-o", "/results/letter.pdf")
        text = subprocess.run(["pdftotext", root / "results/letter.pdf", "-"], capture_output=True, text=True).stdout
        table.row("docscan letter.pdf -o letter.pdf", ended.returncode == 0 and "Harbour Street Library" in text, figure,
                  ended.stdout)
        table.row("both in three minutes", seconds + reading < 180, f"{seconds + reading:.1f} s")
        sizes = [(root / "usr/bin" / name).stat().st_size for name in ("docscan", "docscan-worker")]
        table.row("program and worker below 25 MB", sum(sizes) < 25e6, " + ".join(f"{size / 1e6:.1f}" for size in sizes) + " MB")
        linked = inside(root, "ldd", "/usr/bin/docscan", "/usr/bin/docscan-worker").stdout
        strange = [line for line in linked.splitlines() if "swift" in line and "/lib/docscan/" not in line]
        table.row("Swift is only what the package brings, and no library is missing", "not found" not in linked and not strange,
                  details=linked)
        build = inside(root, "docscan", "-V")
        table.row("-V names the commit", "commit unknown" not in build.stdout and "commit " in build.stdout,
                  build.stdout.split("\n")[1][:19], build.stdout)
        doctor = inside(root, "docscan", "doctor")
        table.row("docscan doctor misses nothing", doctor.returncode == 0, details=doctor.stdout)
        watch(table, root, pathlib.Path(later))
        container(table, root, scratch)
        tarball(table, root, archive, bare)
        ended, _, figure = timed(root, "apt-get", "purge", "--yes", "--quiet=2", "docscan")
        left = [path for path in contents(root) if "docscan" in path]
        table.row("removed, nothing of docscan is left", ended.returncode == 0 and not left, figure, ended.stdout + "\n".join(left))
        # By default, apt keeps what other packages recommend or suggest, such as GnuPG for apt itself.
        keep = [f"--option=APT::AutoRemove::{kind}Important=false" for kind in ("Recommends", "Suggests")]
        ended = inside(root, "apt-get", "autoremove", "--purge", "--yes", "--quiet=2", *keep)
        left = sorted(contents(root) - before)
        table.row("nor, with apt autoremove, of what it needed", ended.returncode == 0 and not left, details=ended.stdout + "\n".join(left))
    return table


def digests(folder):
    """Returns the SHA-256 of each file in the packages of a folder, and of the packages themselves."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="docscan-release-") as scratch:
        for package in sorted(folder.iterdir()):
            target = pathlib.Path(scratch) / package.name
            target.mkdir()
            if package.suffix == ".deb":
                subprocess.run(["dpkg-deb", "--raw-extract", package, target], check=True)
            elif package.name.endswith(".tar.xz"):
                subprocess.run(["tar", "--extract", "--xz", f"--file={package}", f"--directory={target}"], check=True)
            shutil.copy(package, target)
        listed = subprocess.run("find . -type f -print0 | xargs -0 sha256sum", shell=True, cwd=scratch, capture_output=True, text=True)
        for line in listed.stdout.splitlines():
            digest, path = line.split("  ", 1)
            found[path] = digest
    return found


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("packages", type=pathlib.Path)
    parser.add_argument("others", type=pathlib.Path, nargs="?")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    if options.compare:
        first, second = digests(options.packages), digests(options.others)
        differing = sorted(path for path in first.keys() | second.keys() if first.get(path) != second.get(path))
        print(f"{len(first)} files, {len(differing)} differ")
        print("".join(f"  {path}\n" for path in differing), end="")
        sys.exit(1 if differing or not first else 0)
    table = attempt(options)
    sys.exit(f"release.py: failed: {', '.join(table.failed)}" if table.failed else 0)


if __name__ == "__main__":
    main()
