#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times docscan, OCRmyPDF, and the Tesseract command line on the same pages in one run.

    python3 Tests/Tools bench [PDF] [--rounds 3] [--jobs 2] [--bin .build/release/docscan] [--ocrmypdf ocrmypdf]
                           [--memory-pages 500]

The tools take turns, round by round, so that a slow moment of the machine affects all of them. Prints medians, ratios, pages per second, and the
peak resident memory of each tool's processes. Tools that aren't installed are skipped. Then every stage runs, one page at a time, and the cost of
each is printed per page and per megapixel.
"""
import glob, json, os, pathlib, shutil, statistics, subprocess, sys, tempfile, threading, time
from concurrent.futures import ThreadPoolExecutor
import data



def descendants(pid):
    found, queue = [], [pid]
    while queue:
        current = queue.pop()
        found.append(current)
        try:
            for task in os.listdir(f"/proc/{current}/task"):
                queue += map(int, pathlib.Path(f"/proc/{current}/task/{task}/children").read_text().split())
        except OSError:
            pass
    return found


def resident(pid):
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


class Memory(threading.Thread):
    """Samples the resident memory of a process and of all its descendants, in MiB."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.tree, self.parent, self.child, self.ended = pid, 0.0, 0.0, 0.0, threading.Event()

    def run(self):
        while not self.ended.wait(0.01):
            sizes = {p: resident(p) for p in descendants(self.pid)}
            self.tree = max(self.tree, sum(sizes.values()))
            self.parent = max(self.parent, sizes.get(self.pid, 0))
            self.child = max([self.child] + [s for p, s in sizes.items() if p != self.pid])


def timed(command, **options):
    start, usage = time.monotonic(), os.times()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    memory = Memory(process.pid)
    memory.start()
    error = process.communicate()[1]
    memory.ended.set()
    memory.join()
    wall, after = time.monotonic() - start, os.times()
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {process.returncode}: {error.decode(errors='replace')[-2000:]}")
    cpu = after.children_user + after.children_system - usage.children_user - usage.children_system
    return {"wall": wall, "cpu": cpu, "memory": memory}


def run_docscan(args, pdf, scratch, round_number, jobs=None, pipeline="archive.json"):
    out = scratch / f"docscan-{round_number}"
    result = timed([args.bin, "run", data.ROOT / "Pipelines" / pipeline, pdf, "-o", out, "-j", str(jobs or args.jobs),
                    "--progress", "none", "--overwrite"])
    shutil.rmtree(out)
    return result


def stage_costs(args, pdf, scratch):
    """Prints the cost of each stage. Shared work, such as finding text lines, counts for the first stage that needs it.

    Geometry is all stages from perspective to crop, condition those from blank to clean. Quality requests the corrected page at full size, which
    the picture needs in any case.
    """
    stages = ["perspective", "orientation", "spreads", "dewarp", "deskew", "crop", "blank", "quality", "clean", "recognize"]
    pipeline = scratch / "stages.json"
    pipeline.write_text(json.dumps({"stages": [{"stage": s} for s in stages], "pages": {"existingText": "redo"},
                                    "output": {"writers": [{"writer": "pdf"}, {"writer": "json"}]}}))
    reports = []
    for n in range(args.rounds):
        out = scratch / f"stages-{n}"
        timed([args.bin, "run", pipeline, pdf, "-o", out, "-j", "1", "--progress", "none"])
        reports.append(json.loads((out / "report.json").read_text()))
        shutil.rmtree(out)
    pages, megapixels = reports[0]["totals"]["pages"], reports[0]["megapixels"]
    seconds = {s: statistics.median(r["stageSeconds"].get(s, 0) for r in reports) for s in ["load", *stages, "picture"]}
    corrections, condition = sum(seconds[s] for s in stages[:6]), sum(seconds[s] for s in stages[6:-1])
    print(f"\nstages, one page at a time, medians of {args.rounds} rounds over {pages} pages of {megapixels / pages:.1f} megapixels")
    print("                  ms a page   ms a megapixel   share of recognition")
    for name, value in [*seconds.items(), ("geometry", corrections), ("condition", condition)]:
        print(f"  {name:15s} {1000 * value / pages:9.1f} {1000 * value / megapixels:14.2f} {value / seconds['recognize']:18.1%}")


def run_ocrmypdf(args, pdf, scratch):
    return timed([args.ocrmypdf, "-q", "--force-ocr", "--deskew", "--rotate-pages", "-j", str(args.jobs), "--output-type",
                  "pdf", pdf, scratch / "ocrmypdf.pdf"])


def run_tesseract(args, images):
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}

    def one(image):
        return subprocess.run(["tesseract", image, "-"], capture_output=True, env=environment, check=True)

    start, usage = time.monotonic(), os.times()
    with ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(one, images))
    after = os.times()
    cpu = after.children_user + after.children_system - usage.children_user - usage.children_system
    return {"wall": time.monotonic() - start, "cpu": cpu}


def median(results, key):
    return statistics.median(r[key] for r in results)


def start_up(args, scratch):
    print("\nstart-up, median of 15")
    print(f"  docscan --version            {1000 * median([timed([args.bin, '--version']) for _ in range(15)], 'wall'):7.1f} ms")
    pipeline = data.ROOT / "Pipelines" / "archive.json"
    times = [timed([args.bin, "check", pipeline]) for _ in range(15)]
    print(f"  docscan check archive.json   {1000 * median(times, 'wall'):7.1f} ms  (the stages are known from the first time)")


def memory_growth(args, pdf, pages, scratch):
    print(f"\nmemory, MiB: a document of 10 pages and one of {args.memory_pages}, the same pages again and again, -j {args.jobs}")
    for count in (10, args.memory_pages):
        long = scratch / f"{count}.pdf"
        repeat = [part for _ in range((count + pages - 1) // pages) for part in (str(pdf), "1-z")]
        whole = scratch / "whole.pdf"
        subprocess.run(["qpdf", "--empty", "--pages", *repeat, "--", whole], check=True)
        subprocess.run(["qpdf", "--empty", "--pages", whole, f"1-{count}", "--", long], check=True)
        result = run_docscan(args, long, scratch, f"memory-{count}")
        m = result["memory"]
        print(f"  {count:4d} pages  parent {m.parent:6.1f}  largest worker {m.child:6.1f}  all {m.tree:6.1f}   "
              f"{count / result['wall']:.2f} pages/s")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("pdf", nargs="?", type=pathlib.Path, default=data.ROOT / "Pipelines/sample/letter.pdf",
                        help="several scanned pages of one document; the sample letter has two")
    parser.add_argument("--rounds", type=int, default=3)
    data.add_run(parser)
    parser.add_argument("--ocrmypdf", default="ocrmypdf")
    parser.add_argument("--memory-pages", type=int, default=0, help="also compare a document of 10 pages with one of so many")
    args = parser.parse_args()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="docscan-bench-"))
    try:
        subprocess.run(["pdftoppm", "-r", "300", "-gray", "-png", args.pdf, scratch / "page"], check=True)
        images = sorted(glob.glob(str(scratch / "page*.png")))
        tools = {"docscan": lambda n: run_docscan(args, args.pdf, scratch, n),
                 "tesseract": lambda n: run_tesseract(args, images)}
        if shutil.which(args.ocrmypdf):
            tools["ocrmypdf"] = lambda n: run_ocrmypdf(args, args.pdf, scratch)
        else:
            print("OCRmyPDF is not installed: left out (pip install ocrmypdf)")
        results = {name: [] for name in tools}
        for n in range(args.rounds):
            for name, tool in tools.items():
                results[name].append(tool(n))
        print(f"{args.pdf.name}: {len(images)} pages, {args.rounds} rounds, {args.jobs} at a time")
        for name, rows in results.items():
            memory = max((r["memory"].tree for r in rows if "memory" in r), default=None)
            print(f"  {name:10s} wall {median(rows, 'wall'):7.2f} s  cpu {median(rows, 'cpu'):7.2f} s  "
                  f"{len(images) / median(rows, 'wall'):5.2f} pages/s" + (f"  peak memory {memory:6.0f} MiB" if memory else ""))
        for peer in results:
            if peer != "docscan":
                ratios = [a["wall"] / b["wall"] for a, b in zip(results["docscan"], results[peer])]
                cpu = [a["cpu"] / b["cpu"] for a, b in zip(results["docscan"], results[peer])]
                print(f"  docscan / {peer:10s} wall {statistics.median(ratios):.3f}  cpu {statistics.median(cpu):.3f}")
        stage_costs(args, args.pdf, scratch)
        start_up(args, scratch)
        if args.memory_pages:
            memory_growth(args, args.pdf, len(images), scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
