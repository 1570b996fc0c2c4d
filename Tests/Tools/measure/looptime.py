#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long the loop of a run is blocked while it processes a huge file.

    python3 Tests/Tools looptime [--gigabytes 2] [--documents 40] [--runs 3] [PROGRAM…]

A PDF with one page of text and many gigabytes of padding is among small ones. While docscan processes them, the state of its first thread is
sampled every millisecond from /proc: the loop can answer whenever it is in poll(2). Then docscan is interrupted at moments spread over the run,
and the time until its notice is measured. Both are printed for each program, such as two builds. The default is the release build.
"""
import data
import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import time

POLL = {"7", "73", "271"}  # poll on x86-64; ppoll on arm64 and x86-64


def pdf(path, text, padding=0):
    """Writes a PDF with one line of text, and this many bytes that nothing refers to."""
    page = f"BT /F1 24 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(page), page),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    with open(path, "wb") as file:
        file.write(b"%PDF-1.4\n")
        places = []
        for number, body in enumerate(objects, 1):
            places.append(file.tell())
            file.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        if padding:
            places.append(file.tell())
            file.write(b"%d 0 obj\n<</Length %d>>stream\n" % (len(places), padding))
            block = os.urandom(1 << 20)
            for start in range(0, padding, len(block)):
                file.write(block[: padding - start])
            file.write(b"\nendstream\nendobj\n")
        table = file.tell()
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
        file.write(b"".join(b"%010d 00000 n \n" % place for place in places))
        file.write(b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, table))


def start(program, folder, output):
    return subprocess.Popen(
        [program, "run", str(data.ROOT / "Pipelines/archive.json"), folder, "-o", output, "-j", "2", "--progress", "plain"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | {"SOURCE_DATE_EPOCH": "0"})


def away(program, folder, output):
    """Returns the time until the first thread was in poll, the longest later times without it being seen there, longest first, and the time of
    the run, in seconds."""
    process = start(program, folder, output)
    # The observer must not wait for a processor itself. Without the right to a higher priority, the times are upper bounds.
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -15)
    state = f"/proc/{process.pid}/task/{process.pid}/syscall"
    began = last = time.monotonic()
    gaps = []
    while process.poll() is None:
        try:
            with open(state) as file:
                call = file.read().split(" ")[0]
        except OSError:
            break
        now = time.monotonic()
        if call in POLL:
            gaps.append(now - last)
            last = now
        time.sleep(0.001)
        select.select([process.stderr], [], [], 0)[0] and os.read(process.stderr.fileno(), 1 << 16)
    process.wait()
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, mine)
    return gaps[0], sorted(gaps[1:], reverse=True), time.monotonic() - began


def answer(program, folder, output, delay):
    """Returns the seconds from SIGINT to the notice, or None if the run was over before."""
    process = start(program, folder, output)
    time.sleep(delay)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    text, answered = b"", None
    while chunk := os.read(process.stderr.fileno(), 1 << 16):
        text += chunk
        if answered is None and b"Stopping after" in text:
            answered = time.monotonic() - sent
    process.wait()
    return answered


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("programs", nargs="*", default=[str(data.ROOT / ".build/release/docscan")])
    parser.add_argument("--gigabytes", type=float, default=2)
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        inputs = f"{folder}/in"
        os.mkdir(inputs)
        for number in range(arguments.documents):
            pdf(f"{inputs}/small-{number:03}.pdf", f"Document {number}")
        pdf(f"{inputs}/large.pdf", "The large document", int(arguments.gigabytes * 1e9))
        for program in arguments.programs:
            print(program)
            length = 0
            for run in range(arguments.runs):
                first, gaps, length = away(program, inputs, f"{folder}/out")
                subprocess.run(["rm", "-rf", f"{folder}/out"], check=True)
                longest = ", ".join(f"{1000 * gap:.0f}" for gap in gaps[:5])
                print(f"  run {run + 1}: {length:.1f} s; in poll after {1000 * first:.0f} ms; longest away then: {longest} ms")
            answers = []
            for step in range(1, 7):
                answers.append(answer(program, inputs, f"{folder}/out", length * step / 8))
                subprocess.run(["rm", "-rf", f"{folder}/out"], check=True)
            told = ", ".join("-" if seconds is None else f"{1000 * seconds:.0f}" for seconds in answers)
            print(f"  from SIGINT to the notice: {told} ms")


if __name__ == "__main__":
    sys.exit(main())
