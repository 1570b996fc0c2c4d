#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures pages of noise: the time that docscan and plain Tesseract spend on them, and the text that docscan reads.

    python3 Tests/Tools noise [FILE ...] [--bin .build/release] [--patience 60] [--stages perspective orientation deskew]

Without files, SampleMaker draws them: backgrounds of several kinds at 200 to 600 dpi, empty and with a few words. Times are processor seconds.
Plain Tesseract is stopped after --patience seconds.
"""
import os, pathlib, resource, subprocess, sys, tempfile
import data

WORDS = "Closed for the holidays until January".split()


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--bin", type=pathlib.Path, default=data.ROOT / ".build/release")
    parser.add_argument("--patience", type=int, default=60)
    parser.add_argument("--stages", nargs="*", default=["perspective", "orientation", "deskew"])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        files = args.files
        if not files:
            subprocess.run([args.bin / "SampleMaker", "noise", scratch], check=True)
            files = sorted(scratch.iterdir())
        print(f"{'page':32} {'docscan':>8} {'bare':>8} {'ratio':>6}  text")
        slow = 0
        for number, file in enumerate(files):
            times = [data.children_seconds()]
            page = data.read(args.bin / "docscan", [file], args.stages + ["recognize"], scratch / f"run{number}", 1)[file][0]
            times.append(data.children_seconds())
            ended = subprocess.run(["tesseract", file, "-"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "OMP_THREAD_LIMIT": "1"},
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (args.patience,) * 2)).returncode
            own, bare = times[1] - times[0], data.children_seconds() - times[1]
            read = page["text"].split()
            right = sum(word in read for word in WORDS)
            text = "" if not read else f"{right} of {len(WORDS)} words" + (f", {len(read) - right} others" if len(read) > right else "")
            text = page["failure"]["message"] if page["status"] == "failed" else text or "none"
            slow += own > max(2 * bare, 3)
            print(f"{file.stem:32} {own:8.1f} {bare:7.1f}{'+' if ended else ' '} {own / max(bare, 0.1):6.1f}  {text}", flush=True)
    print(f"{slow} of {len(files)} took more than twice as long as bare Tesseract, and more than 3 seconds.")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
