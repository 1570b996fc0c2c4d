#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Swaps folders for links between docscan's own steps, and checks that nothing outside is read, written, or removed.

    python3 Tests/Tools races FOLDER_OF_DOCSCAN [--moments 8] [--only run,merge]

A library for LD_PRELOAD (Tests/FaultInjection) counts docscan's calls that inspect, open, create, or change something below a folder. Each round
runs a command anew and, just before one of these calls, moves a folder away and puts a link to a victim's files in its place. Afterwards these
files must be unchanged, and docscan's output must not contain anything from them.
"""
import argparse, hashlib, json, os, shutil, struct, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PIPELINE = {"stages": [{"stage": "quality"}],
            "output": {"verify": 0, "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}, {"writer": "hocr"}]}}
# A command, the folders that are swapped while it runs, and the first call to swap at: a root may be a link until it is open.
ROUNDS = [
    ("run", ["run", "../pipeline.json", "in", "-o", "out", "-j", "1", "-q"],
     ["out", "out/.docscan", "out/.docscan/partial", "out/.docscan/scratch", "out/.docscan/journal.sqlite", "out/sub", "out/sub/letter"]),
    ("again", ["run", "../again.json", "in", "-o", "done", "-j", "1", "-q"],
     ["done", "done/.docscan", "done/.docscan/journal.sqlite", "done/sub", "done/sub/letter", "done/sub/letter/pages", "done/report.json"]),
    ("view", ["view", "done"], ["done", "done/.docscan", "done/.docscan/view", "done/.docscan/view/app", "done/sub", "done/sub/letter"]),
    ("search", ["search", "letter", "-o", "done"], ["done", "done/.docscan", "done/.docscan/index.sqlite", "done/sub/letter"]),
    ("review", ["review", "done"], ["done", "done/.docscan", "done/sub/letter"]),
    ("ledger", ["ledger", "done"], ["done", "done/.docscan", "done/sub/letter"]),
    ("undo", ["undo", "done"], ["done", "done/.docscan", "done/sub/letter"]),
    ("plan", ["plan", "../pipeline.json", "in", "-o", "newplan", "--shards", "1"], ["newplan/shards"]),
    ("shard", ["run", "--plan", "plan", "--shard", "1", "-o", "newshards", "-j", "1", "-q"],
     ["plan/shards", "newshards/shard-00001", "newshards/shard-00001/.docscan", "newshards/shard-00001/sub"]),
    ("merge", ["merge", "plan", "shards", "-o", "merged"],
     ["plan/shards", "shards/shard-00001/.docscan", "shards/shard-00001/sub", "shards/shard-00001/sub/letter", "merged", "merged/.docscan",
      "merged/sub"]),
    ("copy", ["merge", "plan", "shards", "-o", "merged", "--keep-shards"],
     ["shards/shard-00001/sub", "shards/shard-00001/sub/letter", "shards/shard-00001/sub/letter/pages", "merged/.docscan", "merged/sub"]),
    ("scratch", ["run", "../pipeline.json", "in", "-o", "out", "--scratch", "disk", "-j", "1", "-q"], ["disk", "disk/SCRATCH", "out/.docscan"]),
    ("sample", ["plan", "../pipeline.json", "in", "-o", "newplan", "--shards", "1", "--sample", "1"], ["newplan", "newplan/shards", "newplan/sample"]),
    ("watch", ["watch", "../watch.json", "in", "-o", "watched", "-j", "1"],
     ["in/sub", "watched/.docscan", "watched/sub", "done-originals", "failed-originals"]),
]
SECRET = b"P4\n64 64\n" + bytes((i * 7 + 3) % 251 for i in range(512))


def tree(folder):
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            entry = os.lstat(path)
            content = open(path, "rb").read() if os.path.isfile(path) and not os.path.islink(path) else b""
            found[os.path.relpath(path, folder)] = (entry.st_mode, entry.st_size, entry.st_mtime_ns, entry.st_nlink, content)
    return found


def victim(folder):
    """Makes files with all the names that docscan reads, writes, or removes if it is led here."""
    for name in ["lock", "journal.sqlite", "journal.sqlite-wal", "index.sqlite", "view.sqlite", "edits.lock", "report.json", "shard.json",
                 "partial/1/file", "partial/file", "scratch/file", "1/file", "view/app/main.js", "app/main.js", "links/file", "main.js",
                 "letter/letter.json", "letter/letter.pdf", "letter/pages/0001.json", "sub/letter/letter.json", "pages/0001.json",
                 "0001.json", "letter.json", "letter.pdf", "letter.txt", "shard-00001.jsonl", "others.jsonl", "draft.sqlite", "plan.json",
                 ".docscan/lock", ".docscan/journal.sqlite", ".docscan/partial/file", "letter.pbm.reason.txt"]:
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"" if name.endswith("lock") else b"mine\n")
    for name in ("letter.pbm", "sub/letter.pbm"):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(SECRET)


class Bench:
    def __init__(self, docscan, root):
        self.docscan, self.root, self.control = docscan, root, root + "/control"
        self.library = root + "/libfaults.so"
        sources = [os.path.join(HERE, "FaultInjection", name) for name in ("FaultInjection.c", "Calls.c", "Streams.c")]
        compiler = next(filter(shutil.which, ("cc", "clang", "gcc")))
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-I" + os.path.join(HERE, "FaultInjection/include"), "-o", self.library]
                       + sources, check=True)
        os.makedirs(root + "/good/in/sub")
        with open(root + "/good/in/sub/letter.pbm", "wb") as file:
            file.write(b"P4\n64 64\n" + bytes(i % 256 for i in range(512)))
        json.dump(PIPELINE, open(root + "/pipeline.json", "w"))
        again = json.loads(json.dumps(PIPELINE))
        again["output"]["writers"].append({"writer": "markdown"})
        json.dump(again, open(root + "/again.json", "w"))
        watch = dict(PIPELINE, watch={"settle": 0.2, "processed": root + "/work/done-originals", "failed": root + "/work/failed-originals"})
        json.dump(watch, open(root + "/watch.json", "w"))
        for name in ("done-originals", "failed-originals", "disk"):
            os.makedirs(f"{root}/good/{name}")
        for arguments in (["run", "../pipeline.json", "in", "-o", "done", "-j", "1", "-q"],
                          ["plan", "../pipeline.json", "in", "-o", "plan", "--shards", "1"],
                          ["run", "--plan", "plan", "--shard", "1", "-o", "shards", "-j", "1", "-q"]):
            subprocess.run([docscan] + arguments, cwd=root + "/good", check=True, capture_output=True)

    def run(self, arguments, moment, place):
        """Runs a command on fresh copies. Returns its calls and what it did to the victim's files."""
        work, own = self.root + "/work", self.root + "/victim"
        for folder in (work, own):
            shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.root + "/good", work)
        # The plan contains the paths of the original files.
        os.makedirs(own)
        victim(own)
        before = tree(own)
        with open(self.control, "wb") as file:
            file.truncate(24 + (1 << 20))
        environment = dict(os.environ, LD_PRELOAD=self.library, DOCSCAN_FAULT_ROOT=work, DOCSCAN_FAULT_CONTROL=self.control,
                           DOCSCAN_FAULT=f"swap:{moment}", DOCSCAN_FAULT_NAME=f"{work}/{place}",
                           DOCSCAN_FAULT_LINK=own + ("/journal.sqlite" if place.endswith("sqlite") else
                                                     "/report.json" if place.endswith("report.json") else ""))
        try:
            limit = 8 if arguments[0] == "watch" else 60
            subprocess.run([self.docscan] + arguments, cwd=work, env=environment, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            if arguments[0] != "watch":
                return 0, 0, [], ["it hangs"]
        data = open(self.control, "rb").read()
        calls, hits, listed = struct.unpack("<QQQ", data[:24])
        lines = [line.split("\t") for line in data[24:24 + listed].decode(errors="replace").splitlines()]
        after, wrong = tree(own), []
        for name in sorted(before.keys() | after.keys()):
            if name not in after:
                wrong.append(f"removed {name}")
            elif name not in before:
                wrong.append(f"made {name}")
            elif before[name][:3] + before[name][4:] != after[name][:3] + after[name][4:]:
                # A folder's own time repeats a change of its entries.
                if not os.path.isdir(os.path.join(own, name)) or before[name][0] != after[name][0]:
                    wrong.append(f"changed {name}")
        secret = hashlib.sha256(SECRET).hexdigest().encode()
        for name, entry in tree(work).items():
            if (secret in entry[4] and name.endswith(".json")) or (entry[4] == SECRET and name.startswith(("done-", "failed-"))):
                wrong.append(f"read: {name}")
        return calls, hits, lines, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--moments", type=int, default=8, help="calls tried for each folder; 0 for all")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    root = os.path.realpath(tempfile.mkdtemp(prefix="docscan-races-"))
    complaints, runs, swaps = [], 0, 0
    try:
        bench = Bench(os.path.join(os.path.abspath(options.programs), "docscan"), root)
        for name, arguments, places in ROUNDS:
            if options.only and name not in options.only.split(","):
                continue
            calls, _, lines, _ = bench.run(arguments, 0, "nothing")
            first = next((int(line[0]) for line in lines if line[3].endswith(("/lock", "draft.sqlite"))), 0)
            if not first:
                opened = [int(line[0]) for line in lines if line[2] == "open" and line[3] == f"{root}/work/{places[0]}"]
                first = opened[0] if opened else 0
            for place in places:
                # The name of docscan's folder on a scratch disk.
                place = place.replace("SCRATCH", "docscan-" + hashlib.sha256(f"{root}/work/out".encode()).hexdigest()[:16])
                start = first + 1 if "/" not in place else 1
                chosen = range(start, calls + 1)
                count = options.moments if name != "watch" else max(1, options.moments // 2)
                if options.moments and len(chosen) > count:
                    chosen = [start + (calls - start) * k // (count - 1 or 1) for k in range(count)]
                found = []
                for moment in chosen:
                    _, hits, _, wrong = bench.run(arguments, moment, place)
                    runs, swaps = runs + 1, swaps + (hits > 0)
                    found += [f"{name}, {place} at call {moment} of {calls}: {what}" for what in wrong]
                complaints += found
                print(f"{name:7} {place:34} {len(found)} complaints", flush=True)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print("\n".join(complaints[:60]))
    print(f"{runs} runs, {swaps} swaps, {len(complaints)} complaints.")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
