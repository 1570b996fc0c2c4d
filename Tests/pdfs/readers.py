# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the words that readers find in the PDFs with those that poppler finds and those that were recognized."""
import collections, json, pathlib, shutil
from rapidfuzz.distance import Indel
import compare, tools


def split_pages(command):
    return tools.run(command).stdout.decode("utf-8", "replace").split("\f")


def poppler(pdf):
    return split_pages(["pdftotext", pdf, "-"])


def mupdf(pdf):
    return split_pages(["mutool", "draw", "-q", "-F", "text", "-o", "-", pdf])


def pdfium(pdf):
    import pypdfium2
    try:
        document = pypdfium2.PdfDocument(str(pdf))
        return [page.get_textpage().get_text_range() for page in document]
    except pypdfium2.PdfiumError:
        return []


def pdf_js(pdf):
    out = tools.run(["node", pathlib.Path(__file__).with_name("pdfjs.cjs"), pdf]).stdout.decode("utf-8", "replace")
    lines = [line for line in out.splitlines() if line.startswith("{")]
    return json.loads(lines[0])["pages"] if lines else []


def readers():
    found = {"poppler": poppler, "MuPDF": mupdf, "pdfium": pdfium, "pdf.js": pdf_js}
    if not shutil.which("mutool"):
        del found["MuPDF"]
        print("MuPDF is left out (apt-get install mupdf-tools)")
    if not shutil.which("node") or not pathlib.Path("/usr/share/nodejs/pdfjs-dist").exists():
        del found["pdf.js"]
        print("pdf.js is left out (apt-get install nodejs libjs-pdf)")
    return found


class Agreement:
    """The agreement of lists of words, page by page."""

    def __init__(self):
        self.common = self.words = self.order = 0

    def add(self, a, b):
        self.common += 2 * (collections.Counter(a) & collections.Counter(b)).total()
        self.words += len(a) + len(b)
        self.order += Indel.normalized_similarity(a, b) * (len(a) + len(b))

    def __str__(self):
        return f"{self.common / self.words:.4f} {self.order / self.words:.4f}" if self.words else "-"


def f1(a, b):
    return 2 * (collections.Counter(a) & collections.Counter(b)).total() / max(len(a) + len(b), 1)


def main(args, inputs, groups):
    found = readers()
    columns = []
    for name in args.pairs:
        if name in ("skip", "redo"):
            mode, options = compare.PAIRS[name]
            ours = compare.docscan(args, inputs, mode)
            columns += [(ours, ours), (compare.ocrmypdf(args, inputs, name, options), ours)]
    print("on pages that docscan recognized: word F1 and similarity of the order; against poppler's words, and the page JSON's")
    for tool, recognized in columns:
        for group, sources in groups.items():
            table, poor = collections.defaultdict(Agreement), []
            for source in sources:
                pdf = tool.pdf(source)
                pages = [p for p in recognized.pages(source) if p["status"] == "recognized"] if recognized.pdf(source) else []
                if not pdf or not pages:
                    continue
                texts = {name: reader(pdf) for name, reader in found.items()}
                for page in pages:
                    place = page["page"]["number"] - 1
                    words = {name: text[place].split() if place < len(text) else [] for name, text in texts.items()}
                    told = page["text"].split()
                    for name in found:
                        table[name, "poppler"].add(words["poppler"], words[name])
                        table[name, "JSON"].add(told, words[name])
                        if tool is recognized and told and f1(told, words[name]) < 0.97:
                            poor.append(f"{source.stem} page {place + 1}: {name} {f1(told, words[name]):.3f} of {len(told)} words")
            print(f"\n{tool.name}, {group}")
            tools.row("", list(found))
            for against in ("poppler", "JSON"):
                tools.row(f"against {against}", [str(table[name, against]) for name in found])
            for line in poor:
                print(f"    {line}")
