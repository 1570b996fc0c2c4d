#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that this version of docscan continues a library that the previous one made.

    python3 Tests/Tools upgrade OLD NEW [INPUT…]

OLD and NEW are folders with docscan and docscan-worker. OLD makes a library of the inputs, or of the samples, and another one in which it is
killed after its first document. Then NEW has to verify and search the finished one, show it as a website, process none of the finished documents
again, and finish the other library. Prints a table, and exits with 1 if a step failed.
"""
import json, os, pathlib, signal, subprocess, sys, tempfile, time
import data



def main():
    parser = data.arguments(__doc__)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("inputs", type=pathlib.Path, nargs="*", default=[data.ROOT / "Pipelines" / "sample"])
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory(prefix="docscan-upgrade-") as scratch:
        scratch = pathlib.Path(scratch)
        inputs = [path.resolve() for path in options.inputs]
        environment = {**os.environ, "HOME": str(scratch)}
        environment.pop("DOCSCAN_WORKER", None)

        def docscan(programs, *words):
            return subprocess.run([programs.resolve() / "docscan", *words], cwd=scratch, env=environment, capture_output=True, text=True)

        def row(step, good, details):
            print(f"| {step} | {'yes' if good else 'NO'} |", flush=True)
            if not good:
                failed.append(step)
                print(details[-2000:], file=sys.stderr)

        def run(programs, library):
            ended = docscan(programs, "run", *inputs, "-o", library, "--progress", "json")
            events = [json.loads(line) for line in (ended.stdout + ended.stderr).splitlines() if line.startswith("{")]
            return ended, next((event for event in events if event["event"] == "finished"), {})

        print("| step | done |\n|---|---|")
        ended, finished = run(options.old, "whole")
        documents = finished.get("complete", 0)
        row(f"the old version made {documents} documents", ended.returncode == 0 and documents > 1, ended.stderr)
        words = [options.old.resolve() / "docscan", "run", *inputs, "-o", "part", "--progress", "json", "-j", "1"]
        with subprocess.Popen(words, cwd=scratch, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as killed:
            for line in killed.stdout:
                if '"document-finished"' in line:
                    killed.send_signal(signal.SIGKILL)
                    break
        time.sleep(1)
        first = {path: path.stat().st_mtime_ns for path in (scratch / "whole").glob("[!.]*/*") if path.is_file()}
        ended = docscan(options.new, "verify", "whole")
        row("verify", ended.returncode == 0, ended.stdout + ended.stderr)
        # A word of a document's own text.
        text = next(iter(sorted((scratch / "whole").glob("*/*.txt")))).read_text()
        word = max((word for word in text.split() if word.isascii() and word.isalpha()), key=len, default="the")
        ended = docscan(options.new, "search", word, "-o", "whole", "--json")
        row(f"search: {word}", ended.returncode == 0 and word.lower() in ended.stdout.lower(), ended.stdout + ended.stderr)
        ended = docscan(options.new, "view", "whole")
        row("view", ended.returncode == 0, ended.stdout + ended.stderr)
        ended, finished = run(options.new, "whole")
        row("nothing is made again", ended.returncode == 0 and finished.get("unchanged") == documents and first == {
            path: path.stat().st_mtime_ns for path in first if path.exists()}, json.dumps(finished) + ended.stderr)
        ended, finished = run(options.new, "part")
        row("what was killed is finished", ended.returncode == 0 and finished.get("unchanged", 0) > 0
            and finished["unchanged"] + finished["complete"] >= documents, json.dumps(finished) + ended.stderr)
        ended = docscan(options.new, "verify", "part")
        row("and verified", ended.returncode == 0, ended.stdout + ended.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
