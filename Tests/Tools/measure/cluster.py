#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures planning, merging, and balance for work on many machines.

  python3 Tests/Tools cluster plan FOLDER [DOCUMENTS]           plans generated files: seconds beyond hashing, and memory
  python3 Tests/Tools cluster merge FOLDER [DOCUMENTS] [SHARDS]  merges generated results, with kills
  python3 Tests/Tools cluster overhead DATA                      100 shards on this machine against one run
  python3 Tests/Tools cluster balance DATA                       the longest shard against the mean, with the documents of DATA 50 times
  python3 Tests/Tools cluster simulate                           1,000 machines that fail, are preempted, and straggle

FOLDER is kept, so that a second call doesn't generate again. --bin names the program.
"""
import collections, hashlib, heapq, json, os, pathlib, random, shutil, sqlite3, subprocess, sys, tempfile, time

import data


def timed(command, **more):
    """Runs a command. Returns seconds, processor seconds, and peak memory in MB."""
    with tempfile.NamedTemporaryFile() as file:
        start = time.monotonic()
        done = subprocess.run(["/usr/bin/time", "-f", "%e %U %S %M", "-o", file.name, *map(str, command)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        wall = time.monotonic() - start
        numbers = file.read().decode().split("\n")[-2].split()
    return done, wall, float(numbers[1]) + float(numbers[2]), int(numbers[3]) / 1000


def check(done):
    if done.returncode not in (0, 1):
        sys.exit(f"{done.args}: exit {done.returncode}\n{done.stderr.decode()[-2000:]}")
    return done


def watched(command):
    """Runs a command. Returns its peak memory in MB, processor seconds of its main thread and of all threads, and seconds."""
    def seconds(path):
        fields = path.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    start = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    memory = main = whole = 0.0
    while process.poll() is None:
        try:
            place = pathlib.Path(f"/proc/{process.pid}")
            main, whole = max(main, seconds(place / f"task/{process.pid}/stat")), max(whole, seconds(place / "stat"))
            peak = [line for line in (place / "status").read_text().splitlines() if line.startswith("VmHWM")]
            memory = max([memory] + [int(line.split()[1]) / 1000 for line in peak])
        except (FileNotFoundError, ProcessLookupError, IndexError):
            pass
        time.sleep(0.1)
    if process.returncode:
        sys.exit(f"{command}: exit {process.returncode}")
    return memory, main, whole, time.monotonic() - start


# MARK: plan

def generate_inputs(folder, count):
    """Makes files of PNG's first bytes and a number, sparse, with the sizes of pages, a thousand in each folder."""
    rng = random.Random(7)
    for number in range(count):
        place = folder / f"{number // 1000:04d}"
        if number % 1000 == 0:
            place.mkdir(parents=True, exist_ok=True)
        with open(place / f"page {number % 1000}.png", "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + str(number).encode())
            # Small, so that hashing, which isn't measured here, doesn't take hours.
            file.truncate(4096 + int(rng.lognormvariate(9, 0.7)))


def plan(args):
    inputs = args.folder / f"inputs-{args.documents}"
    if not inputs.exists():
        generate_inputs(inputs, args.documents)
    start = time.monotonic()
    for path in inputs.rglob("*.png"):
        hashlib.sha256(path.read_bytes()).digest()
    hashing = time.monotonic() - start
    shutil.rmtree(args.folder / "plan", ignore_errors=True)
    memory, main, whole, wall = watched([args.bin, "plan", inputs, "-o", args.folder / "plan", "--shards", 200])
    print(f"{args.documents} documents: {wall:.1f} s, {memory:.0f} MB; {main:.1f} s of processor time beside {whole - main:.1f} s of the "
          f"threads that hash; Python alone needs {hashing:.1f} s to read and hash the same files")
    shutil.rmtree(args.folder / "again", ignore_errors=True)
    done, wall, cpu, memory = timed([args.bin, "plan", inputs, "-o", args.folder / "again", "--shards", 200])
    same = subprocess.run(["diff", "-rq", args.folder / "plan", args.folder / "again"]).returncode == 0
    print("A second plan is", "the same" if same else "NOT the same")
    done, wall, cpu, memory = timed([args.bin, "plan", "--check", args.folder / "plan"])
    print(f"--check: {wall:.1f} s, {memory:.0f} MB: {done.stdout.decode().strip()}")


# MARK: merge

def generate_shards(args, folder):
    """Makes a plan, and results of its shards as runs leave them: one document is really read, and represents all."""
    inputs = args.folder / f"inputs-{args.documents}"
    if not inputs.exists():
        generate_inputs(inputs, args.documents)
    if not (folder / "plan/plan.json").exists():
        check(subprocess.run([args.bin, "plan", args.pipeline, inputs, "-o", folder / "plan", "--shards", str(args.shards)],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE))
    sample = folder / "sample"
    sample.mkdir()
    letter = next((args.data / "clean-english").glob("*.png"))
    shutil.copy(letter, sample / "page.png")
    check(subprocess.run([args.bin, "plan", args.pipeline, sample, "-o", folder / "sample-plan"], stdout=subprocess.PIPE))
    check(subprocess.run([args.bin, "run", "--plan", folder / "sample-plan", "--shard", "1", "-o", folder / "sample-out", "-q"]))
    one = folder / "sample-out/shard-00001"
    record = (one / "page/page.json").read_text()
    page = json.loads((one / "page/pages/0001.json").read_text())
    # A short text suffices: the cost of a merge doesn't depend on the words.
    page["blocks"], page["text"] = page["blocks"][:1], "short"
    page["blocks"][0]["lines"] = page["blocks"][0]["lines"][:1]
    page = json.dumps(page)
    journal = sqlite3.connect(one / ".docscan/journal.sqlite")
    schema = [row[0] for row in journal.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]
    version = journal.execute("PRAGMA user_version").fetchone()[0]
    row = journal.execute("SELECT * FROM document").fetchone()
    columns = [item[1] for item in journal.execute("PRAGMA table_info(document)")]
    source = dict(zip(columns, row))
    digest = json.loads(record)["sha256"]
    plan_json = json.loads((folder / "plan/plan.json").read_text())
    for number in range(1, args.shards + 1):
        shard = folder / f"out/shard-{number:05d}"
        (shard / ".docscan").mkdir(parents=True)
        (shard / ".docscan/shard.json").write_text(json.dumps({
            "shard": number, "sha256": plan_json["shards"][number - 1]["sha256"], "pipelineDigest": plan_json["pipelineDigest"]}))
        shutil.copy(one / "report.json", shard / "report.json")
        database = sqlite3.connect(shard / ".docscan/journal.sqlite")
        for statement in schema:
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {version}")
        database.execute("INSERT INTO identity VALUES(?)", (f"{number:032x}",))
        for line in (folder / f"plan/shards/shard-{number:05d}.jsonl").open():
            document = json.loads(line)
            base = document["name"].split("/")[-1]
            place = shard / document["name"]
            (place / "pages").mkdir(parents=True)
            own_page = page.replace(digest, document["sha256"])
            (place / "pages/0001.json").write_text(own_page)
            own = json.loads(record.replace(digest, document["sha256"]))
            own["name"] = document["name"]
            own["files"] = {"pages/0001.json": {"bytes": len(own_page.encode()), "sha256": hashlib.sha256(own_page.encode()).hexdigest()}}
            text = json.dumps(own)
            (place / f"{base}.json").write_text(text)
            files = dict(own["files"])
            files[f"{base}.json"] = {"bytes": len(text.encode()), "sha256": hashlib.sha256(text.encode()).hexdigest()}
            values = dict(source, name=document["name"], source=document["identity"], sha256=document["sha256"],
                          files=json.dumps(files), contents=json.dumps([document["sha256"]]), change=document["n"])
            database.execute(f"INSERT INTO document({','.join(columns)}) VALUES({','.join('?' * len(columns))})",
                             [values[column] for column in columns])
        database.commit()
        database.close()
        check(subprocess.run([args.bin, "index", "update", shard], stdout=subprocess.PIPE))
        if number % 20 == 0:
            print(f"{number} shards generated", flush=True)


def merge(args):
    folder = args.folder / f"merge-{args.documents}-{args.shards}"
    shutil.rmtree(folder / "library", ignore_errors=True)
    if not (folder / "whole").exists():
        for part in ["out", "sample", "sample-plan", "sample-out"]:
            shutil.rmtree(folder / part, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        generate_shards(args, folder)
        (folder / "whole").touch()
    command = [args.bin, "merge", folder / "plan", folder / "out", "-o", folder / "library"]
    done, wall, cpu, memory = timed([*command[:4]])
    print(f"accounting alone: {wall:.0f} s, {memory:.0f} MB: {' '.join(done.stdout.decode().split())}")
    total, kills = 0.0, random.Random(3)
    for moment in [kills.uniform(5, 120) for _ in range(args.kills)]:
        start = time.monotonic()
        process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        total += time.monotonic() - start
        print(f"killed after {moment:.0f} s", flush=True)
    done, wall, cpu, memory = timed(command)
    check(done)
    print(done.stdout.decode())
    print(f"{args.documents} documents in {args.shards} shards: {wall + total:.0f} s in all ({total:.0f} s of that killed), {memory:.0f} MB")
    found = sum(1 for _ in (folder / "library").rglob("0001.json"))
    report = (folder / "library/report.json").stat().st_size
    print(f"{found} documents in the library; report of {report / 1e6:.0f} MB")
    (folder / "whole").unlink()


# MARK: overhead and balance

def flat(args, folder):
    """Copies documents of DATA of each kind into one folder."""
    folder.mkdir(parents=True)
    for category in ["clean-english", "receipts-sroie", "skew-controlled", "multilingual", "photos-text", "multipage-scans", "invoices"]:
        files = [path for path in sorted((args.data / category).iterdir())
                 if path.suffix.lower() in (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".pdf")]
        for path in files[:args.each]:
            shutil.copy(path, folder / f"{category}-{path.name}")


def overhead(args):
    with tempfile.TemporaryDirectory(dir=args.folder) as place:
        place = pathlib.Path(place)
        flat(args, place / "in")
        check(subprocess.run([args.bin, "plan", args.pipeline, place / "in", "-o", place / "plan", "--shards", str(args.shards)],
                             stdout=subprocess.PIPE))
        shards = len(json.loads((place / "plan/plan.json").read_text())["shards"])
        single, cpu = 0.0, 0.0
        done, single, cpu, _ = timed([args.bin, "run", args.pipeline, place / "in", "-o", place / "single", "-j", 2, "-q"])
        check(done)
        wall = work = 0.0
        for number in range(1, shards + 1):
            done, seconds, used, _ = timed([args.bin, "run", "--plan", place / "plan", "--shard", number, "-o", place / "out", "-j", 2, "-q"])
            check(done)
            wall, work = wall + seconds, work + used
        again = 0.0
        for number in range(1, min(shards, 20) + 1):
            done, seconds, used, _ = timed([args.bin, "run", "--plan", place / "plan", "--shard", number, "-o", place / "out", "-j", 2, "-q"])
            again += used / min(shards, 20)
        print(f"one run: {single:.0f} s, {cpu:.0f} s of processor time; {shards} shards one after the other: {wall:.0f} s, {work:.0f} s")
        print(f"processor time: {work / cpu:.3f} times; a shard in which nothing is left to do takes {again:.2f} s of it, which is 2 % of "
              f"{again * 50:.0f} s")


def balance(args):
    with tempfile.TemporaryDirectory(dir=args.folder) as place:
        place = pathlib.Path(place)
        flat(args, place / "one")
        check(subprocess.run([args.bin, "run", args.pipeline, place / "one", "-o", place / "out", "-j", "2", "-q"]))
        report = json.loads((place / "out/report.json").read_text())
        seconds = {pathlib.Path(d["source"]).name: d.get("workSeconds", 0) for d in report["documents"]}
        # Files with the same bytes are one document, so each copy gets one more byte than the previous one.
        for copy in range(50):
            (place / f"all/{copy:02d}").mkdir(parents=True)
            for path in (place / "one").iterdir():
                (place / f"all/{copy:02d}/{path.name}").write_bytes(path.read_bytes() + b"\0" * (copy + 1))
        for sample, shards in [(0, 10), (0, 50), (0, 100), (200, 50)]:
            target = place / f"plan-{sample}-{shards}"
            check(subprocess.run([args.bin, "plan", args.pipeline, place / "all", "-o", target, "--shards", str(shards),
                                  "--sample", str(sample)], stdout=subprocess.PIPE))
            sums = []
            for file in sorted((target / "shards").iterdir()):
                names = [pathlib.Path(json.loads(line)["source"]).name for line in file.open()]
                sums.append(sum(seconds[name] for name in names))
            mean = sum(sums) / len(sums)
            print(f"sample of {sample}, {shards} shards: longest {max(sums):.0f} s, mean {mean:.0f} s: {max(sums) / mean:.3f}", flush=True)


# MARK: simulation

def simulate(args):
    """Simulates shards on machines that fail. The finished pages of a shard are in its journal, and stay when its machine fails."""
    print("machines | shards | pages | lost | twice | restarts | time / ideal")
    for shards_per_machine in args.per_machine:
        rng = random.Random(args.seed)
        machines, shards = args.machines, args.machines * shards_per_machine
        documents_per_shard = max(1, args.documents // shards)
        # The measured seconds of a document: lognormal over pages of books, receipts, and photographs, and a few books of hundreds of pages.
        def document():
            pages = rng.choice([1] * 60 + [2, 3, 4, 6, 10, 20] * 6 + [200])
            return [rng.lognormvariate(0.75, 0.6) for _ in range(pages)]
        estimate = lambda pages: len(pages) * 2.4
        deal = [(0.0, number) for number in range(shards)]
        work = collections.defaultdict(list)
        for _ in range(documents_per_shard * shards):
            pages = document()
            load, number = heapq.heappop(deal)
            work[number].append(pages)
            heapq.heappush(deal, (load + estimate(pages), number))
        pages = {number: [second for document in work[number] for second in document] for number in work}
        total = sum(map(sum, pages.values()))
        speeds = [rng.choice([1.0] * 18 + [0.7, 0.4]) for _ in range(machines)]
        ideal = total / sum(speeds)
        done = {number: 0 for number in work}
        reads = collections.Counter()
        # The longest shard first: schedulers take array jobs in order, and the plan's shards are similar.
        waiting = collections.deque(sorted(work))
        events = [(0.0, machine, None) for machine in range(machines)]
        heapq.heapify(events)
        restarts, end, running = 0, 0.0, {}
        while events:
            now, machine, shard = heapq.heappop(events)
            if shard is not None:
                end = max(end, now)
            if not waiting:
                continue
            shard = waiting.popleft()
            clock = now + args.start
            # A machine fails or is taken away after an exponential time. A page in work is lost and read again.
            failure = now + rng.expovariate(1 / args.hours / 3600)
            place = done[shard]
            broken = False
            for second in pages[shard][place:]:
                clock += second / speeds[machine]
                if clock > failure:
                    broken = True
                    break
                reads[shard] += 1
                done[shard] += 1
            if broken:
                restarts += 1
                waiting.append(shard)
                # The next machine takes its place after some minutes.
                heapq.heappush(events, (failure + args.requeue, machine, None))
                continue
            heapq.heappush(events, (clock, machine, shard))
        count = sum(map(len, pages.values()))
        lost = sum(len(pages[number]) - done[number] for number in pages)
        twice = sum(reads[number] - len(pages[number]) for number in pages if reads[number] > len(pages[number]))
        print(f"{machines} | {shards} | {count} | {lost} | {twice} | {restarts} | {end / ideal:.3f}", flush=True)


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("--bin", default="docscan")
    parser.add_argument("--pipeline", default="scan")
    commands = parser.add_subparsers(required=True)
    for name, function in [("plan", plan), ("merge", merge), ("overhead", overhead), ("balance", balance), ("simulate", simulate)]:
        command = commands.add_parser(name)
        command.set_defaults(function=function)
        if name in ("plan", "merge"):
            command.add_argument("folder", type=pathlib.Path)
            command.add_argument("documents", type=int, nargs="?", default=1_000_000)
        if name == "merge":
            command.add_argument("shards", type=int, nargs="?", default=200)
            command.add_argument("--kills", type=int, default=3)
            command.add_argument("--data", type=pathlib.Path, default=pathlib.Path("../shared/data"))
        if name in ("overhead", "balance"):
            command.add_argument("data", type=pathlib.Path)
            command.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("/tmp"))
            command.add_argument("--each", type=int, default=8, help="so many documents of each kind")
        if name == "overhead":
            command.add_argument("--shards", type=int, default=100)
        if name == "simulate":
            command.add_argument("--machines", type=int, default=1000)
            command.add_argument("--documents", type=int, default=2_000_000)
            command.add_argument("--per-machine", type=int, nargs="+", default=[4, 10, 20, 40])
            command.add_argument("--hours", type=float, default=24, help="how long a machine lives on average")
            command.add_argument("--requeue", type=float, default=300, help="seconds until another machine takes its place")
            command.add_argument("--start", type=float, default=5, help="seconds until a shard begins to read")
            command.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.function(args)


if __name__ == "__main__":
    main()
