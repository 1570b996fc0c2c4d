# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs docscan, OCRmyPDF, and the programs that read what they wrote."""
import collections, json, os, pathlib, re, signal, subprocess, xml.sax.saxutils
import numpy as np
import pikepdf

Word = collections.namedtuple("Word", "text box page")
SECONDS = 300


def run(command, seconds=SECONDS):
    """Returns the finished process. One that takes too long is killed with all its children, and counts as ended with 124."""
    command = [str(part) for part in command]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, error = process.communicate(timeout=seconds)
        return subprocess.CompletedProcess(command, process.returncode, out, error)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return subprocess.CompletedProcess(command, 124, b"", b"took too long")


class Docscan:
    """One run of docscan on all inputs, and its output for each."""

    def __init__(self, args, inputs, mode, stages, folder, pdfa="no"):
        self.folder, self.name = folder, f"docscan {mode}" + ("+deskew" if "deskew" in stages else "")
        self.reports, self.error = {}, ""
        folder.mkdir(parents=True, exist_ok=True)
        pipeline = folder / "pipeline.json"
        pipeline.write_text(json.dumps({
            "stages": [{"stage": stage} for stage in stages], "pages": {"existingText": mode},
            "output": {"writers": [{"writer": "pdf", "pdfa": pdfa}, {"writer": "text"}, {"writer": "json"}]}}))
        report = folder / "out/report.json"
        checked = run([args.bin, "check", pipeline])
        if checked.returncode:
            self.error = checked.stderr.decode(errors="replace").strip().splitlines()[0]
            return
        self.read(report)
        if any(source.stem not in self.reports for source in inputs):
            command = [args.bin, "run", pipeline, *inputs, "-o", folder / "out", "-j", args.jobs, "--progress", "none", "--overwrite"]
            subprocess.run([str(part) for part in command], capture_output=True)
            self.read(report)

    def read(self, report):
        if report.exists():
            documents = json.loads(report.read_text())["documents"]
            self.reports = {pathlib.Path(document["source"]).stem: document for document in documents}

    def status_of(self, source):
        return self.reports.get(source.stem, {}).get("status", "no answer")

    def reason(self, source):
        return self.reports.get(source.stem, {}).get("reason", "")

    def pdf(self, source):
        name = self.reports.get(source.stem, {}).get("name", source.stem)
        path = self.folder / "out" / name / f"{name}.pdf"
        return path if path.exists() else None

    def pages(self, source):
        name = self.reports.get(source.stem, {}).get("name", source.stem)
        return [json.loads(file.read_text()) for file in sorted((self.folder / "out" / name / "pages").glob("*.json"))]


class OCRmyPDF:
    """OCRmyPDF on each input."""

    def __init__(self, args, inputs, name, options, folder):
        self.folder, self.name, self.error = folder, name, ""
        folder.mkdir(parents=True, exist_ok=True)
        for source in inputs:
            log = folder / f"{source.stem}.log"
            if log.exists():
                continue
            done = run([args.ocrmypdf, "-q", "-j", str(args.jobs), *options, source, folder / f"{source.stem}.pdf"])
            log.write_text(f"{done.returncode}\n{done.stderr.decode(errors='replace')}")

    def status_of(self, source):
        code = (self.folder / f"{source.stem}.log").read_text().split("\n", 1)[0]
        return "complete" if code == "0" else code

    def reason(self, source):
        lines = (self.folder / f"{source.stem}.log").read_text().strip().splitlines()
        return lines[-1] if len(lines) > 1 else ""

    def pdf(self, source):
        path = self.folder / f"{source.stem}.pdf"
        return path if path.exists() else None

    def pages(self, source):
        return []


def check(path):
    """Returns qpdf's verdict: 0 valid, 3 warnings, 2 errors."""
    return run(["qpdf", "--check", path]).returncode


def rendered(path, dpi=72):
    """Returns the pages as arrays of height x width x 3. Huge ones are reduced, and those that can't be drawn are None."""
    try:
        with pikepdf.open(path) as pdf:
            count = len(pdf.pages)
            largest = max((float(v) for page in pdf.pages for v in page.mediabox), default=0)
    except Exception:
        return []
    scale = ["-scale-to", "1500"] if largest > 3000 else ["-r", str(dpi)]
    if count > 60:
        scale = ["-r", "36"]
    data, pages = run(["pdftoppm", *scale, path]).stdout, []
    while match := re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data):
        width, height = int(match[1]), int(match[2])
        end = match.end() + 3 * width * height
        pages.append(np.frombuffer(data[match.end():end], np.uint8).reshape(height, width, 3))
        data = data[end:]
    return pages


def difference(before, after):
    """Returns the largest and the mean difference of two pictures, 0 to 255, or None if their sizes differ by more than a pixel."""
    if any(abs(a - b) > 1 for a, b in zip(before.shape, after.shape)):
        return None
    height, width = (min(before.shape[n], after.shape[n]) for n in (0, 1))
    gaps = np.abs(before[:height, :width].astype(np.int16) - after[:height, :width])
    return int(gaps.max(initial=0)), float(gaps.mean()) if gaps.size else 0.0


def bbox_words(path):
    """Returns words with their boxes on the displayed page, in points, as poppler finds them."""
    text = run(["pdftotext", "-bbox", path, "-"]).stdout.decode("utf-8", "replace")
    words, page = [], 0
    for match in re.finditer(r'<page |<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', text):
        if match[1] is None:
            page += 1
        else:
            words.append(Word(xml.sax.saxutils.unescape(match[5], {"&quot;": '"', "&apos;": "'"}), [float(match[n]) for n in range(1, 5)], page))
    return words


def row(label, cells, width=30):
    print(f"  {label:{width}s}" + "".join(f"{cell:>17s}" for cell in cells))


def share(part, whole):
    return f"{part}/{whole}" if whole else "-"
