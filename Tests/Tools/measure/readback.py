#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads every format in a folder of results with an independent parser, and compares it with the page JSON.

    python3 Tests/Tools readback FOLDER

Regardless of the documents' names and texts, each file has to contain the words of its pages, and no element, property, column, line, cell, or
entry that a name or a text injected. Needs pdfinfo, qpdf, and cmark-gfm.
"""
import csv, html.parser, io, json, os, re, subprocess, sys, unicodedata
import xml.etree.ElementTree as XML

# The properties that an hOCR title may have (hOCR 1.2, 7), and the markup of each format.
PROPERTIES = {"image", "bbox", "ppageno", "scan_res", "x_source", "baseline", "x_wconf", "x_size", "x_descenders", "x_ascenders", "textangle",
              "x_font", "x_fsize", "poly", "x_bboxes", "x_confs", "lang"}
HOCR = {"html", "head", "meta", "title", "script", "body", "div", "p", "span", "strong", "em", "table", "tr", "td", "img", "tbody", "br"}
MARKDOWN = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "br", "hr", "em", "strong",
            "blockquote"}


def plain(text):
    """Returns a text as all formats can contain it: XML has no controls, TSV no tabs, and none of them distinguishes spaces."""
    kept = (c for c in text if unicodedata.category(c) not in ("Cc", "Cs", "Zs", "Zl", "Zp") and c not in "\ufffd\ufffe\uffff")
    return unicodedata.normalize("NFC", "".join(kept))


def words(value):
    """Yields the words of a page's JSON, in the order of the file."""
    if isinstance(value, list):
        for each in value:
            yield from words(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key == "words" and isinstance(each, list):
                yield from (word["text"] for word in each)
            elif isinstance(each, (list, dict)):
                yield from words(each)


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.attributes, self.comments = [], set(), []

    def handle_starttag(self, tag, attributes):
        self.found.append(tag)
        self.attributes |= {(tag, name) for name, _ in attributes}

    def handle_comment(self, text):
        self.comments.append(text.strip())


def properties(title):
    """Returns the properties of an hOCR title. A quoted value may contain a semicolon."""
    return [part.split(None, 1)[0] for part in re.findall(r'(?:[^;"]|"[^"]*")+', title) if part.strip()]


class Document:
    def __init__(self, folder, record, complain):
        self.folder, self.record, self.complain = folder, record, complain
        self.files = {name for name in record.get("files", {})}
        self.pages = []
        for page in record["pages"]:
            if page.get("file"):
                self.pages.append(json.loads(self.bytes(page["file"])))
        self.words = [plain(word) for page in self.pages for word in words(page.get("blocks", []))]

    def bytes(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def same(self, format, found):
        wanted, found = [w for w in self.words if w], [w for w in map(plain, found) if w]
        if sorted(found) != sorted(wanted):
            lost = [w for w in wanted if w not in found][:3]
            more = [w for w in found if w not in wanted][:3]
            self.complain(f"{format}: {len(found)} words where the pages have {len(wanted)}; lost {lost!a}, new {more!a}")

    def check(self):
        for name in sorted(self.files):
            ending = os.path.splitext(name)[1]
            try:
                {".hocr": self.hocr, ".tsv": self.tsv, ".jsonl": self.jsonl, ".txt": self.text, ".md": self.markdown,
                 ".pdf": self.pdf, ".xml": self.xml, ".json": lambda n: json.loads(self.bytes(n))}.get(ending, lambda n: None)(name)
            except Exception as error:
                self.complain(f"{name} cannot be read: {error!r:.300}")
        for folder, texts in (("alto/", self.alto), ("page/", self.page_xml)):
            files = sorted(name for name in self.files if name.startswith(folder) and name.endswith(".xml"))
            if files:
                self.same(folder, [text for name in files for text in texts(XML.fromstring(self.bytes(name)))])

    def alto(self, root):
        """Yields the words. A hyphen at the end of a line is an element of its own."""
        for line in root.iterfind(".//{*}TextLine"):
            strings = [node for node in line if node.tag.rpartition("}")[2] in ("String", "HYP")]
            for index, node in enumerate(strings):
                if node.tag.endswith("String"):
                    hyphen = strings[index + 1] if index + 1 < len(strings) and strings[index + 1].tag.endswith("HYP") else None
                    yield node.get("CONTENT") + (hyphen.get("CONTENT") if hyphen is not None else "")

    def page_xml(self, root):
        return (node.text or "" for node in root.iterfind(".//{*}Word/{*}TextEquiv/{*}Unicode"))

    def hocr(self, name):
        source = self.bytes(name)
        root = XML.fromstring(source)
        found = [node for node in root.iter() if node.get("class")]
        pages = [node for node in found if node.get("class") == "ocr_page"]
        if len(pages) != len(self.record["pages"]):
            self.complain(f"{name}: {len(pages)} pages where there are {len(self.record['pages'])}")
        for node in found:
            names = properties(node.get("title") or "")
            if len(set(names)) != len(names) or not set(names) <= PROPERTIES:
                self.complain(f"{name}: properties {names!a}")
        self.same(name, ["".join(n.itertext()) for n in found if "ocrx_word" in n.get("class").split()])
        tags = Tags()
        tags.feed(source.decode())
        if not set(tags.found) <= HOCR or tags.found.count("script") > 1 or any(n.startswith("on") for _, n in tags.attributes):
            self.complain(f"{name}: as HTML it has {sorted(set(tags.found) - HOCR)} and {sorted(tags.attributes)[:9]!a}")

    def tsv(self, name):
        rows = list(csv.reader(io.StringIO(self.bytes(name).decode(), newline=""), delimiter="\t", quoting=csv.QUOTE_NONE))
        if any(len(row) != 12 for row in rows) or any(not row[0].isdigit() for row in rows[1:]):
            self.complain(f"{name}: rows of {sorted({len(row) for row in rows})} columns")
        self.same(name, [row[11] for row in rows[1:] if row[0] == "5" and len(row) == 12])

    def jsonl(self, name):
        lines = self.bytes(name).decode().split("\n")
        values = [json.loads(line) for line in lines if line]
        if [value["text"] for value in values] != [page["text"] for page in self.pages]:
            self.complain(f"{name}: other texts than the pages have")

    def text(self, name):
        text = self.bytes(name).decode()
        odd = {c for c in text if unicodedata.category(c) == "Cc" and c not in "\n\f\t"}
        if odd:
            self.complain(f"{name}: control characters {sorted(odd)!a}")

    def markdown(self, name):
        made = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table"], input=self.bytes(name), capture_output=True, check=True).stdout
        tags = Tags()
        tags.feed(made.decode())
        odd = set(tags.found) - MARKDOWN
        comments = [c for c in tags.comments if not re.fullmatch(r"page \d+", c)]
        pictures = {"img", "a"} & odd
        if odd - pictures or comments or any(n.startswith("on") for _, n in tags.attributes) or "a" in odd:
            self.complain(f"{name}: as HTML it has {sorted(odd)} and comments {comments[:2]!a}")

    def xml(self, name):
        root = XML.fromstring(self.bytes(name))
        for link in root.iterfind(".//{*}FLocat"):
            href = link.get("{http://www.w3.org/1999/xlink}href")
            if not os.path.isfile(os.path.join(self.folder, os.path.dirname(name), href)) and "://" not in href:
                self.complain(f"{name}: there is no {href!a}")

    def pdf(self, name):
        path = os.path.join(self.folder, name)
        shown = subprocess.run(["pdfinfo", "-enc", "UTF-8", path], capture_output=True)
        if shown.returncode:
            self.complain(f"{name}: pdfinfo: {shown.stderr[:200]!a}")
        packet = subprocess.run(["pdfinfo", "-meta", path], capture_output=True).stdout
        if packet.strip():
            try:
                XML.fromstring(packet)
            except XML.ParseError as error:
                # Pages kept from an original are unchanged.
                if not any(page.get("pdf", {}).get("content") == "original" for page in self.record["pages"]):
                    self.complain(f"{name}: its XMP cannot be read: {error}")


def main():
    folder, complaints, read = sys.argv[1], [], 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".docscan")
        name = os.path.basename(place) + ".json"
        if place == folder or name not in files:
            continue
        with open(os.path.join(place, name), "rb") as file:
            record = json.load(file)
        if "pages" in record and "parts" not in record:
            shown = os.path.relpath(place, folder)
            Document(place, record, lambda what: complaints.append(f"{shown!a}: {what}")).check()
            read += 1
    print("\n".join(complaints[:50]) or f"{read} documents read back.")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
