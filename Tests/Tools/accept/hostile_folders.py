#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages the files of a library and of a plan in many ways, and checks with strace that docscan stays inside them.

    python3 Tests/Tools hostile_folders FOLDER_OF_DOCSCAN [--rounds 40] [--seed 0]

Each round copies a valid library and a valid plan, changes some of their entries (links, pipes, folders, truncated, swapped, and foreign content,
names that lead out), and runs the commands that read them. Nothing outside the copies may be opened for writing, created, renamed, changed, or
removed. Files next to the copies must stay unchanged, and no command may hang.
"""
import argparse, hashlib, json, os, random, re, shutil, subprocess, sys, tempfile

CALLS = ("open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,rmdir,mkdir,mkdirat,symlink,symlinkat,link,linkat,"
         "chmod,fchmodat,chown,fchownat,truncate,mknod,mknodat,utimensat,setxattr")
PIPELINE = {"stages": [{"stage": "quality"}],
            "output": {"verify": 0, "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}]}}
# Paths that docscan may always write to: its own process, the terminal, and caches for later runs.
ALLOWED = re.compile(r"^(/dev/|/proc/|/sys/|pipe:|socket:|anon_inode|/memfd:|\[)")


def run(arguments, log=None, **options):
    trace = ["strace", "-f", "-y", "-Y", "-qq", "-s", "4096", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", log] if log else []
    try:
        return subprocess.run(trace + arguments, capture_output=True, timeout=60, text=True, errors="replace", **options)
    except subprocess.TimeoutExpired:
        return None


def digest(folder):
    state = hashlib.sha256()
    for place, folders, files in sorted(os.walk(folder)):
        folders.sort()
        for name in sorted(files + folders):
            path = os.path.join(place, name)
            entry = os.lstat(path)
            state.update(f"{path} {entry.st_mode} {entry.st_size} {entry.st_mtime_ns}".encode())
            if os.path.isfile(path) and not os.path.islink(path):
                state.update(open(path, "rb").read())
    return state.hexdigest()


def entries(folder):
    return sorted(os.path.join(place, name) for place, folders, files in os.walk(folder) for name in folders + files)


# Names that docscan writes to, whether they exist yet or not.
SPOTS = ["lock", "view/", "edits.lock", "view/app/", "view/links/", "view/pictures/.docscan/lock", "view/documents/", "view/data/",
         "decisions/", "partial/", "scratch/", "report.json", "shard.json", "service.json", "view/pictures/", "view/pictures.json",
         "view/pictures/.docscan/", "journal.sqlite", "index.sqlite", "view.sqlite", "journal.sqlite-wal"]


def plant(chance, folder, spot, beside):
    """Puts a link or a pipe where docscan writes, and returns its description."""
    path = os.path.join(folder, ".docscan", spot.rstrip("/"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)
    if chance.random() < 0.2:
        os.mkfifo(path)
        return f"pipe {path}"
    os.symlink(os.path.join(beside, "" if spot.endswith("/") else chance.choice(["precious", "new"])), path)
    return f"link {path} -> {os.readlink(path)}"


def damage(chance, folder, beside):
    """Changes one entry of a folder, and returns its description."""
    path = chance.choice(entries(folder))
    kind = chance.choice(["link to file", "link to folder", "dangling", "pipe", "folder", "truncated", "text", "swapped", "names"])
    if kind == "names" and os.path.isfile(path) and not os.path.islink(path):
        text = open(path, "rb").read()
        for name in [b"letter", b"photo", b"0001"]:
            text = text.replace(b'"' + name, b'"../../beside/' + name)
        open(path, "wb").write(text)
        return f"{kind} {path}"
    if kind == "truncated" and os.path.isfile(path) and not os.path.islink(path):
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) // 2)
        return f"{kind} {path}"
    other = chance.choice(entries(folder))
    if kind == "swapped" and not path.startswith(other) and not other.startswith(path):
        os.rename(path, path + ".moved"), os.rename(other, path), os.rename(path + ".moved", other)
        return f"{kind} {path} {other}"
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    else:
        os.remove(path)
    if kind in ("link to file", "link to folder", "dangling"):
        target = {"link to file": "precious", "link to folder": "", "dangling": "new"}[kind]
        os.symlink(os.path.join(beside, target), path)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        os.mkdir(path)
    else:
        open(path, "w").write('{"name": "../../beside/x"}')
    return f"{kind} {path}"


def written(log, folder):
    """Returns the paths outside a folder that a command wrote to, created, or removed."""
    found = []
    # What each program's descriptors refer to: a relative path may begin with one of them.
    places = {}
    for line in open(log, errors="replace"):
        if not re.search(r"\) += (\d|0x)", line):
            continue
        program, call = re.match(r"^\d+(?:<([^>]*)>)? +(.*)", line).groups()
        if opened := re.search(r"= (\d+)<([^>]*)>", call):
            places[program, opened.group(1)] = opened.group(2)
        call = re.sub(r'"/proc/self/fd/(\d+)/', lambda match: f'"{places.get((program, match.group(1)), "/unknown")}/', call)
        name = call.split("(", 1)[0]
        if name.startswith("open") or name == "creat":
            if not re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|^creat", call):
                continue
            # The path of the descriptor itself, with all links resolved.
            place = re.search(r"= \d+<([^>]*)>", call)
            paths = [place.group(1)] if place else []
        else:
            # The folder's path with all links resolved, and the name in it.
            paths = []
            for base, path in re.findall(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"', call):
                if path:
                    whole = os.path.normpath(os.path.join(base or folder, path))
                    paths.append(os.path.join(os.path.realpath(os.path.dirname(whole)), os.path.basename(whole)))
            if name in ("symlink", "symlinkat", "link", "linkat"):
                paths = paths[-1:]
        found += [f"{name} {path}" for path in paths if not ALLOWED.match(path) and not (path + "/").startswith(folder + "/")]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    docscan = os.path.join(os.path.abspath(options.programs), "docscan")
    root = os.path.realpath(tempfile.mkdtemp(prefix="docscan-folders-"))
    complaints = []
    try:
        os.makedirs(root + "/in")
        for number, name in enumerate(["letter", "photo"]):
            open(f"{root}/in/{name}.pbm", "wb").write(b"P4\n64 64\n" + bytes((i * (number + 1)) % 256 for i in range(512)))
        json.dump(PIPELINE, open(root + "/pipeline.json", "w"))
        home = dict(os.environ, HOME=root + "/home", XDG_CACHE_HOME=root + "/cache", TMPDIR=root + "/tmp")
        for folder in ("home", "cache", "tmp"):
            os.makedirs(f"{root}/{folder}")
        for command in (["run", "pipeline.json", "in", "-o", "good/library", "-j", "1"], ["view", "good/library"],
                        ["plan", "pipeline.json", "in", "-o", "good/plan", "--shards", "1"],
                        ["run", "--plan", "good/plan", "--shard", "1", "-o", "good/shards", "-j", "1"]):
            result = run([docscan] + command, cwd=root, env=home)
            if result is None or result.returncode != 0:
                sys.exit(f"{command}: {result.stderr if result else 'it hangs'}")
        os.makedirs(root + "/beside/letter")
        open(root + "/beside/precious", "w").write("mine\n")
        open(root + "/beside/letter/letter.json", "w").write("mine\n")
        before = digest(root + "/beside")
        commands = 0
        for number in range(options.rounds):
            chance = random.Random(options.seed * 100_003 + number)
            work = root + "/work"
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(root + "/good", work, symlinks=True)
            done = [plant(chance, work + "/library", SPOTS[(options.seed + number) % len(SPOTS)], root + "/beside")]
            done += [damage(chance, chance.choice([work + "/library", work + "/plan", work + "/shards"]), root + "/beside")
                    for _ in range(chance.randint(0, 2))]
            for command in (["view", "library"], ["search", "letter", "-o", "library"], ["undo", "library"],
                            ["verify", "library"], ["run", "../pipeline.json", "../in", "-o", "library", "-j", "1", "-q"],
                            ["run", "--plan", "plan", "--shard", "1", "-o", "shards", "-j", "1", "-q"],
                            ["merge", "plan", "shards", "-o", "merged"]):
                log = root + "/log"
                commands += 1
                result = run([docscan] + command, log, cwd=work, env=home)
                told = f"seed {options.seed} round {number}, {' '.join(command)}, after {done}"
                if result is None:
                    complaints.append(f"{told}: it hangs")
                    continue
                if result.returncode < 0 or result.returncode >= 128 and result.returncode != 130:
                    complaints.append(f"{told}: ended with {result.returncode}: {result.stderr[-300:]}")
                kept = (root + "/home", root + "/cache", root + "/tmp")
                outside = [what for what in written(log, work) if not what.split(" ", 1)[1].startswith(kept)]
                complaints += [f"{told}: {what}" for what in outside]
                if digest(root + "/beside") != before:
                    complaints.append(f"{told}: what lies beside was changed")
                    sys.exit("\n".join(complaints))
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print("\n".join(complaints) or f"{options.rounds} rounds, {commands} commands: nothing outside was touched, and nothing hung.")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
