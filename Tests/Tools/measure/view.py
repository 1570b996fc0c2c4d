#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the speed of the viewer with a large library and a long document, in a real Chromium.

  python3 Tests/Tools view [--documents 100000] [--pages 2000] [--keep DIR] [--build .build/release]

Makes a library of generated documents, one of them with many pages (copies of the sample's letter, with its pictures), has `docscan view` make
its website, twice, and opens it. Prints the figures in Viewer.md: the time until the first cards, to filter, until the first page of the long
document, and the memory of the browser's process for the page. Times depend on this machine and its load. The CPU seconds next to them don't.
"""
import data
import json
import os
import pathlib
import random
import select
import shutil
import statistics
import subprocess
import tempfile
import time

WORDS = "invoice letter contract receipt minutes report order policy statement notice ticket lease manual recipe map".split()


class Chromium:
    """A Chromium without a window, controlled through its pipe (Chrome DevTools Protocol)."""

    def __init__(self, profile):
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # bash puts the pipe's ends where the browser expects them.
        script = f'exec chromium-headless-shell "$@" 3<&{commands} 4>&{answers} </dev/null >/dev/null 2>&1'
        options = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--remote-debugging-pipe", f"--user-data-dir={profile}", "--window-size=1280,900", "about:blank"]
        self.process = subprocess.Popen(["bash", "-c", script, "bash", *options], pass_fds=(commands, answers),
                                        start_new_session=True)
        os.close(commands)
        os.close(answers)
        self.buffer, self.number, self.session = b"", 0, None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Performance"):
            self.call(f"{domain}.enable")

    def call(self, method, on_page=True, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session and on_page:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                if not select.select([self.answers], [], [], 300)[0]:
                    raise TimeoutError(method)
                self.buffer += os.read(self.answers, 1 << 20)
            text, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self, address, condition):
        """Opens a page, and returns the milliseconds until a condition was true."""
        self.call("Page.navigate", url="about:blank")
        watch = f"""new MutationObserver((_, observer) => {{ if ({condition}) {{ window.shownAt = performance.now();
          observer.disconnect(); }} }}).observe(document, {{childList: true, subtree: true, attributes: true}});
          addEventListener('load', () => {{}}, true);"""
        script = self.call("Page.addScriptToEvaluateOnNewDocument", source=watch)["identifier"]
        self.call("Page.navigate", url=address)
        self.wait("window.shownAt")
        self.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        return self.value("window.shownAt")

    def wait(self, condition):
        for _ in range(6000):
            if self.value(f"Boolean({condition})"):
                return
            time.sleep(0.02)
        raise TimeoutError(condition)

    def cpu(self):
        """Returns the CPU seconds that the page has used."""
        metrics = {m["name"]: m["value"] for m in self.call("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"]

    def memory(self):
        """Returns the memory of the page's process in MB: its own, and its share of shared memory."""
        processes = self.call("SystemInfo.getProcessInfo", on_page=False)["processInfo"]
        sizes = []
        for process in processes:
            if process["type"] == "renderer":
                for line in open(f"/proc/{process['id']}/smaps_rollup"):
                    if line.startswith("Pss:"):
                        sizes.append(int(line.split()[1]) / 1024)
        return max(sizes)

    def end(self):
        os.killpg(self.process.pid, 9)
        self.process.wait()


def sample(docscan, folder):
    """Reads the sample's letter. Returns its record, a page, and the folder of its pictures."""
    subprocess.run([docscan, "run", "archive", data.ROOT / "Pipelines/sample/letter.pdf", "-o", folder, "--also", "web",
                    "-j", "1", "--quiet"], check=True)
    letter = folder / "letter"
    return json.loads((letter / "letter.json").read_text()), (letter / "pages/0001.json").read_text(), letter / "web"


def generate(library, documents, pages, made):
    """Writes documents as docscan does, a long one among them. Every twentieth has a picture."""
    record, page, web = made
    chance = random.Random(7)
    (library / ".docscan").mkdir(parents=True)
    for number in range(documents):
        name = f"{chance.choice(WORDS)}-{chance.choice(WORDS)}-{number}"
        folder = library / f"{number // 1000:03}" / name
        folder.mkdir(parents=True)
        day = f"20{chance.randint(10, 25)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T10:00:00"
        own = dict(record["pages"][0], language=chance.choice(["en", "de", "ko", "fr"]))
        own.pop("file")
        copy = dict(record, name=f"{folder.parent.name}/{name}", pages=[own], pageCount=1, files={},
                    captured={"first": day, "last": day})
        copy["quality"] = json.loads(json.dumps(record["quality"]))
        copy["quality"]["expected"]["grade"] = chance.choice("AAABBCDF")
        if number % 100 == 0:
            copy["status"] = "partial"
        (folder / f"{name}.json").write_text(json.dumps(copy))
        if number % 20 == 0:
            (folder / "web/small").mkdir(parents=True)
            for file in ("0001.jpg", "small/0001.jpg"):
                (folder / "web" / file).symlink_to(web / file)
    long = library / "long"
    (long / "pages").mkdir(parents=True)
    (long / "web/small").mkdir(parents=True)
    listed = []
    for number in range(1, pages + 1):
        name = f"{number:04}"
        value = json.loads(page)
        value["page"]["number"] = number
        (long / f"pages/{name}.json").write_text(json.dumps(value))
        for file in (f"{name}.jpg", f"small/{name}.jpg"):
            shutil.copy(web / file.replace(name, "0001"), long / "web" / file)
        listed.append(dict(record["pages"][0], number=number, file=f"pages/{name}.json"))
    (long / "long.json").write_text(json.dumps(dict(record, name="long", pages=listed, pageCount=pages, files={})))


def timed(command):
    """Runs a command. Returns its seconds, its seconds of CPU, and its last line."""
    before, began = data.children_seconds(), time.monotonic()
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    return f"{time.monotonic() - began:.1f} s, {data.children_seconds() - before:.1f} s of CPU: {result.stdout.strip()}"


def measure(library):
    address = f"file://{library}/index.html"
    with tempfile.TemporaryDirectory() as profile:
        browser = Chromium(profile)
        try:
            first = browser.open(address, "document.querySelector('.card')")
            browser.wait("docscan.library.isWhole")
            print(f"first cards        {first:.0f} ms; all cards after {browser.value('performance.now()'):.0f} ms, "
                  f"{browser.cpu():.1f} s of CPU, {browser.memory():.0f} MB")
            filters = []
            for text in ("", "invoice", "lett rep", "map-99", "1", "no such name", ""):
                filters.append(browser.value(
                    f"""(() => {{ const began = performance.now(); docscan.shown.choose({{text: {json.dumps(text)}}});
                    document.body.offsetHeight; return performance.now() - began; }})()"""))
            print(f"filter             median {statistics.median(filters):.0f} ms, longest {max(filters):.0f} ms of {len(filters)}")
            for sort in ("name", "pages", "grade"):
                took = browser.value(
                    f"""(() => {{ const began = performance.now(); docscan.shown.choose({{sort: '{sort}'}});
                    return performance.now() - began; }})()""")
                print(f"sort by {sort:10} {took:.0f} ms the first time")
            cards = browser.value("document.querySelectorAll('.card').length")
            browser.value("window.scrollTo(0, document.body.scrollHeight / 2)")
            time.sleep(1)
            print(f"cards in the page  {cards}, after scrolling {browser.value('''document.querySelectorAll('.card').length''')}")
        finally:
            browser.end()
    with tempfile.TemporaryDirectory() as profile:
        browser = Chromium(profile)
        try:
            first = browser.open(
                address + "#/doc/long/1", "document.querySelector('.sheet.drawn') && document.querySelector('.words .word')")
            print(f"first page         {first:.0f} ms, {browser.memory():.0f} MB")
            count = browser.value("docscan.shown.facts.pages.length")
            peak = 0
            for step in range(1, 201):
                number = 1 + step * count // 201
                browser.value(f"docscan.shown.go({number})")
                browser.wait(f"docscan.shown.at === {number} && docscan.shown.stage.page?.number === {number}")
                if step % 10 == 0:
                    peak = max(peak, browser.memory())
            print(f"200 of {count} pages  at most {peak:.0f} MB, {browser.cpu():.1f} s of CPU; "
                  f"{browser.value('''document.querySelectorAll('*').length''')} elements in the page")
            browser.call("Memory.simulatePressureNotification", level="critical")
            time.sleep(1)
            print(f"memory is short    {browser.memory():.0f} MB")
        finally:
            browser.end()


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--keep", type=pathlib.Path, help="keep the library here; one that is there is used again")
    parser.add_argument("--build", type=pathlib.Path, default=data.ROOT / ".build/release")
    options = parser.parse_args()
    docscan = options.build.resolve() / "docscan"
    with tempfile.TemporaryDirectory() as scratch:
        folder = (options.keep or pathlib.Path(scratch)).resolve()
        library = folder / "library"
        if not library.exists():
            generate(library, options.documents, options.pages, sample(docscan, folder / "sample"))
        for title in ("docscan view", "the same again"):
            print(f"{title:18} {timed([docscan, 'view', library, '--no-pictures'])}", flush=True)
        measure(library)


if __name__ == "__main__":
    main()
