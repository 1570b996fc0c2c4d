#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries the run-time steps of Pipelines/cluster/kubernetes/Containerfile without a container runtime, to see whether the sandbox works there.

    sudo /usr/bin/python3 Tests/Tools container PROGRAMS [DATA] [--profile seccomp.json] [--keep DIR]

PROGRAMS is the folder of docscan and docscan-worker. mmdebstrap installs Debian's packages for it, as listed by libraries.sh and
Pipelines/setup/packages.txt, in an empty root file system. docscan runs in it with bubblewrap like a container of the manifests: as user 10001,
without capabilities, with a read-only root and a /tmp of its own, and under a seccomp filter. First `docscan doctor` runs, then docscan-shard on some
pictures of DATA, whose plan is made in there, too. --profile names the filter, such as seccomp.json of Debian's golang-github-containers-common,
which is Podman's. Without it, a list of the system calls that Docker's profile denies to a process without capabilities is used.

Exits with 1 if Landlock and seccomp don't confine workers as they do outside, or if the shard fails, and with 77 if a dependency is missing.
Needs Debian's mmdebstrap, bubblewrap, and python3-seccomp.
"""
import errno, json, os, pathlib, re, shutil, subprocess, sys, tempfile
import data

import debian_root, trial

FOLDER = data.ROOT / "Pipelines" / "cluster" / "kubernetes"
# Denied to containers by default according to Docker's documentation, with additions of newer versions.
DENIED = """acct add_key bpf chroot clock_adjtime clock_settime create_module delete_module fanotify_init finit_module fsconfig fsmount
    fsopen fspick get_kernel_syms get_mempolicy init_module io_uring_enter io_uring_register io_uring_setup ioperm iopl kcmp kexec_file_load
    kexec_load keyctl lookup_dcookie mbind mount mount_setattr move_mount nfsservctl open_by_handle_at open_tree perf_event_open
    pivot_root process_vm_readv process_vm_writev query_module quotactl quotactl_fd reboot request_key set_mempolicy setns settimeofday
    swapoff swapon sysfs syslog umount umount2 unshare uselib userfaultfd ustat vhangup vmsplice""".split()
NEW_NAMESPACES = 0x7E020000


def filter_of(profile, file):
    """Writes the filter program that a seccomp profile gives to a process without capabilities."""
    try:
        import seccomp
    except ImportError:
        trial.unavailable("python3-seccomp is missing; use Debian's /usr/bin/python3")
    operators = {"SCMP_CMP_NE": seccomp.NE, "SCMP_CMP_EQ": seccomp.EQ, "SCMP_CMP_MASKED_EQ": seccomp.MASKED_EQ}
    if profile is None:
        found = seccomp.SyscallFilter(seccomp.ALLOW)
        denied = [(name, seccomp.ERRNO(errno.EPERM), []) for name in DENIED]
        denied += [("clone3", seccomp.ERRNO(errno.ENOSYS), [])]
        denied += [("clone", seccomp.ERRNO(errno.EPERM), [seccomp.Arg(0, seccomp.MASKED_EQ, 1 << bit, 1 << bit)])
                   for bit in range(32) if NEW_NAMESPACES >> bit & 1]
        rules = denied
    else:
        described = json.loads(profile.read_text())
        found = seccomp.SyscallFilter(seccomp.ERRNO(described.get("defaultErrnoRet", 1)))
        rules = []
        for rule in described["syscalls"]:
            included = rule.get("includes") or {}
            excluded = rule.get("excludes") or {}
            if included.get("caps") or "amd64" not in included.get("arches", ["amd64"]) or "amd64" in excluded.get("arches", []):
                continue
            action = seccomp.ALLOW if rule["action"] == "SCMP_ACT_ALLOW" else seccomp.ERRNO(rule.get("errnoRet", 1))
            arguments = [
                seccomp.Arg(each["index"], operators[each["op"]], each["value"], each.get("valueTwo", 0))
                if each["op"] == "SCMP_CMP_MASKED_EQ" else seccomp.Arg(each["index"], operators[each["op"]], each["value"])
                for each in rule.get("args") or []]
            rules += [(name, action, arguments) for name in rule["names"]]
    for name, action, arguments in rules:
        try:
            found.add_rule(action, name, *arguments)
        except (RuntimeError, ValueError, OSError):
            pass  # Of another architecture, or unknown to this libseccomp: the default applies.
    found.export_bpf(file)


def make_root(programs, folder):
    """Makes a root file system of Debian's packages with docscan in /opt/docscan, like the Containerfile."""
    listed = subprocess.run(["bash", FOLDER / "libraries.sh", programs / "docscan", programs / "docscan-worker"],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.split()
    listed += [line.split()[1] for line in (data.ROOT / "Pipelines" / "setup" / "packages.txt").read_text().splitlines() if line.startswith("run ")]
    debian_root.make(folder, listed)
    target = folder / "opt" / "docscan" / "bin"
    target.mkdir(parents=True)
    for name in ("docscan", "docscan-worker"):
        shutil.copy(programs / name, target)
    shutil.copy(data.ROOT / "Pipelines" / "cluster" / "shard.sh", target / "docscan-shard")
    (target / "docscan-shard").chmod(0o755)
    # Development builds load Swift's libraries from their folder. The image's programs contain them.
    linked = subprocess.run(["ldd", target / "docscan", target / "docscan-worker"], capture_output=True, text=True).stdout
    for library in set(re.findall(r"=> (\S*/lib/swift/linux/\S+)", linked)):
        (folder / "opt" / "swift").mkdir(exist_ok=True)
        shutil.copy(library, folder / "opt" / "swift")
    print(f"container.py: {len(set(listed))} packages", flush=True)


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("data", nargs="?", type=pathlib.Path, default=os.environ.get("DOCSCAN_DATA", data.ROOT.parent / "shared" / "data"))
    parser.add_argument("--profile", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="keeps the root file system, and takes the one there")
    options = parser.parse_args()
    trial.need("mmdebstrap", "bwrap")
    with tempfile.TemporaryDirectory(prefix="docscan-container-") as scratch:
        scratch = pathlib.Path(scratch)
        root = options.keep or scratch / "root"
        if not (root / "opt" / "docscan").exists():
            make_root(options.programs.resolve(), root)
        inputs, work = scratch / "inputs", scratch / "work"
        inputs.mkdir()
        work.mkdir()
        (root / "work").mkdir(exist_ok=True)
        (root / "inputs").mkdir(exist_ok=True)
        pictures = sorted(options.data.joinpath("clean-english").glob("*.png"))[:4]
        for path in pictures:
            shutil.copy(path, inputs)
        pipeline = work / "text.json"
        pipeline.write_text(json.dumps({
            "name": "text", "stages": [{"stage": "recognize", "languages": ["eng"], "level": "fast"}],
            "output": {"writers": [{"writer": "text"}]}}))
        for path in (scratch, work, inputs):
            path.chmod(0o755)
        for path in (work, pipeline):
            os.chown(path, 10001, 10001)

        def inside(*command):
            with open(scratch / "filter", "w+b") as file:
                filter_of(options.profile, file)
                file.flush()
                file.seek(0)
                return subprocess.run(
                    ["setpriv", "--reuid=10001", "--regid=10001", "--clear-groups", "bwrap", "--unshare-all", "--cap-drop", "ALL",
                     "--die-with-parent", "--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
                     "--bind", work, "/work", "--ro-bind", inputs, "/inputs", "--clearenv", "--setenv", "HOME", "/tmp",
                     "--setenv", "PATH", "/opt/docscan/bin:/usr/bin:/bin", "--setenv", "LD_LIBRARY_PATH", "/opt/swift",
                     "--setenv", "JOB_COMPLETION_INDEX", "1", "--chdir", "/work", "--seccomp", str(file.fileno()), *command],
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, pass_fds=[file.fileno()])

        def must(what, ended, holds=True):
            good = ended.returncode == 0 and holds
            print(f"container.py: {what}: {'yes' if good else 'NO'}", flush=True)
            if not good:
                sys.exit(ended.stdout[-3000:])
            return ended.stdout

        status = inside("grep", "-E", "^(NoNewPrivs|Seccomp_filters|CapBnd)", "/proc/self/status").stdout.split()
        print(f"container.py: {' '.join(status)}")
        written = inside("touch", "/opt/docscan/x")
        print(f"container.py: the root is read-only: {'yes' if written.returncode else 'NO'}")
        doctor = inside("docscan", "doctor")
        sandbox = re.search(r"^sandbox +(.*(\n +.*)*)", doctor.stdout, re.M)
        print(sandbox[0] if sandbox else doctor.stdout, flush=True)
        must("workers are confined by Landlock and seccomp", doctor,
             bool(sandbox) and "Landlock" in sandbox[0] and "seccomp" in sandbox[0])
        must("a plan is made", inside("docscan", "plan", "text.json", "/inputs", "-o", "plan", "--shards", "2"))
        must("a shard is done", inside("docscan-shard", "--plan", "plan", "-o", "out", "-j", "1"), (work / "out" / "shard-00002").is_dir())
        must("and the other", inside("docscan-shard", "--plan", "plan", "-o", "out", "-j", "1", "--shard", "1/2"))
        must("they are merged", inside("docscan", "merge", "plan", "out", "-o", "library"))
        texts = len(list((work / "library").glob("*/*.txt")))
        print(f"container.py: {texts} of {len(pictures)} documents have text")
        sys.exit(0 if texts == len(pictures) else 1)


if __name__ == "__main__":
    main()
