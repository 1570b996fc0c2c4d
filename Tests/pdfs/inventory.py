# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists a PDF's contents as multisets by kind, so that two PDFs can be compared."""
import collections, hashlib, zlib
import pikepdf
from pikepdf import Array, Dictionary, Name

KINDS = ["pages", "sizes", "boxes", "turns and units", "outlines", "destinations", "links", "other annotations", "fields", "field widgets",
         "attachments", "labels", "information", "XMP", "catalog", "layers", "tags", "images", "contents"]
INHERITED = ("/MediaBox", "/CropBox", "/Rotate")
BOXES = ("/MediaBox", "/CropBox", "/TrimBox", "/BleedBox", "/ArtBox")


def digest(data):
    return hashlib.sha256(bytes(data)).hexdigest()[:16]


def stored(image):
    """Returns a picture's compressed bytes, even if they were compressed twice."""
    filters = image.get("/Filter")
    if isinstance(filters, Array) and len(filters) == 2 and filters[0] == Name.FlateDecode:
        return zlib.decompress(image.read_raw_bytes())
    return image.read_raw_bytes()


def inherited(page, key):
    node = page
    for _ in range(64):
        if key in node:
            return node[key]
        if "/Parent" not in node:
            return None
        node = node["/Parent"]


def numbers(value, count=4):
    try:
        values = [float(v) for v in value]
    except (TypeError, ValueError):
        return None
    return values if len(values) == count else None


def upright(box):
    return [min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])]


class Geometry:
    """Maps a page's own coordinates to the displayed page, whose origin is top left, in points."""

    def __init__(self, page):
        media = upright(numbers(inherited(page, "/MediaBox")) or [0, 0, 612, 792])
        crop = upright(numbers(inherited(page, "/CropBox")) or media)
        both = [max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])]
        self.box = both if both[2] > both[0] and both[3] > both[1] else media
        self.turn = int(inherited(page, "/Rotate") or 0) % 360
        self.unit = float(page.get("/UserUnit", 1))
        width, height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        self.size = tuple(round(side * self.unit, 2) for side in ((width, height) if self.turn % 180 == 0 else (height, width)))

    def displayed(self, box):
        left, bottom, right, top = self.box
        place = {0: lambda x, y: (x - left, top - y), 90: lambda x, y: (y - bottom, x - left),
                 180: lambda x, y: (right - x, y - bottom), 270: lambda x, y: (top - y, right - x)}[self.turn]
        (a, b), (c, d) = place(box[0], box[1]), place(box[2], box[3])
        return [self.unit * v for v in (min(a, c), min(b, d), max(a, c), max(b, d))]


class Inventory:
    """`kinds` maps each of KINDS to a multiset; `links` lists each page's links with their places on the displayed page."""

    def __init__(self, path):
        self.kinds = {kind: collections.Counter() for kind in KINDS}
        self.links, self.geometry, self.contents = [], [], []
        with pikepdf.open(path) as pdf:
            self.numbers = {page.obj.objgen: n + 1 for n, page in enumerate(pdf.pages)}
            self.named = self.destinations(pdf)
            for read in (self.read_pages, self.read_document, self.read_outlines, self.read_fields, self.read_images):
                try:
                    read(pdf)
                except (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RuntimeError, zlib.error):
                    pass  # a broken part of a broken file: keep the parts that were read

    def add(self, kind, *key):
        self.kinds[kind][key] += 1

    def destinations(self, pdf):
        found = {}
        for name, value in pdf.Root.get("/Dests", Dictionary()).items() if "/Dests" in pdf.Root else ():
            found[name.lstrip("/")] = value
        if "/Names" in pdf.Root and "/Dests" in pdf.Root.Names:
            for name, value in pikepdf.NameTree(pdf.Root.Names.Dests).items():
                found[str(name)] = value
        for name, value in found.items():
            self.add("destinations", name, self.target(value))
        return found

    def target(self, value):
        """Returns the page that a destination shows, and the part of it."""
        if isinstance(value, (pikepdf.String, Name)):
            return ("name", str(value).lstrip("/"), self.target(self.named.get(str(value).lstrip("/"))) if hasattr(self, "named") else 0)
        if isinstance(value, Dictionary):
            value = value.get("/D")
        if isinstance(value, Array) and len(value):
            page = value[0]
            return (self.numbers.get(page.objgen, "gone") if isinstance(page, Dictionary) else int(page),
                    str(value[1]) if len(value) > 1 else "")
        return None

    def action(self, item):
        if "/Dest" in item:
            return self.target(item.Dest)
        action = item.get("/A", Dictionary())
        kind = str(action.get("/S", ""))
        if kind == "/GoTo":
            return self.target(action.get("/D"))
        return (kind, str(action.get("/URI", action.get("/F", action.get("/N", "")))))

    def read_pages(self, pdf):
        for number, page in enumerate(pdf.pages, 1):
            self.add("pages", number)
            geometry = Geometry(page.obj)
            self.geometry.append(geometry)
            self.add("sizes", number, *(round(side) for side in geometry.size))
            for key in BOXES:
                box = numbers(inherited(page.obj, key) if key in INHERITED else page.obj.get(key))
                if box:
                    self.add("boxes", number, key, *(round(v, 2) for v in upright(box)))
            if geometry.turn or geometry.unit != 1:
                self.add("turns and units", number, geometry.turn, geometry.unit)
            self.read_annotations(page.obj, number, geometry)
            self.contents.append(self.page_contents(page.obj))
            self.add("contents", number, digest(b"".join(self.contents[-1])))
            label = page.label if "/PageLabels" in pdf.Root else ""
            if label:
                self.add("labels", number, label)

    def page_contents(self, page):
        value = page.get("/Contents")
        streams = value if isinstance(value, Array) else [value] if isinstance(value, pikepdf.Stream) else []
        found = []
        for stream in streams:
            try:
                found.append(stream.read_bytes())
            except pikepdf.PdfError:
                found.append(stream.read_raw_bytes())
        return found

    def read_annotations(self, page, number, geometry):
        places = []
        for item in page.get("/Annots", Array()):
            if not isinstance(item, Dictionary):
                continue
            subtype = str(item.get("/Subtype", ""))
            if subtype == "/Link":
                self.add("links", number, self.action(item))
                box = numbers(item.get("/Rect"))
                places.append((self.action(item), geometry.displayed(box) if box else None))
            elif subtype == "/Widget":
                self.add("field widgets", number, self.field_name(item))
            else:
                self.add("other annotations", number, subtype, str(item.get("/Contents", "")), "/AP" in item)
        self.links.append(places)

    def field_name(self, field):
        names, node = [], field
        for _ in range(32):
            if "/T" in node:
                names.append(str(node.T))
            if "/Parent" not in node:
                break
            node = node.Parent
        return ".".join(reversed(names))

    def read_fields(self, pdf):
        def walk(field, kind, depth=0):
            kind = field.get("/FT", kind)
            if "/T" in field and ("/V" in field or "/Kids" not in field):
                value = field.get("/V")
                self.add("fields", self.field_name(field), str(kind), "a dictionary" if isinstance(value, Dictionary) else str(value))
            for kid in field.get("/Kids", Array()):
                if depth < 32:
                    walk(kid, kind, depth + 1)
        form = pdf.Root.get("/AcroForm")
        if isinstance(form, Dictionary):
            for field in form.get("/Fields", Array()):
                walk(field, None)
            for key in ("/XFA", "/SigFlags", "/DA", "/DR"):
                if key in form:
                    self.add("fields", key)

    def read_outlines(self, pdf):
        if "/Outlines" not in pdf.Root:
            return
        item, queue, seen = pdf.Root.Outlines, [], set()
        queue = [(pdf.Root.Outlines.get("/First"), 0)]
        while queue:
            item, depth = queue.pop()
            if not isinstance(item, Dictionary) or item.objgen in seen:
                continue
            seen.add(item.objgen)
            self.add("outlines", depth, str(item.get("/Title", "")), self.action(item))
            queue += [(item.get("/Next"), depth), (item.get("/First"), depth + 1)]

    def read_document(self, pdf):
        for name, spec in pdf.attachments.items():
            for stream in {str(k): f for k, f in spec.obj.get("/EF", Dictionary()).items() if str(k) == "/F"}.values():
                self.add("attachments", name, digest(stream.read_bytes()))
        if "/Info" in pdf.trailer:
            for key, value in pdf.docinfo.items():
                if key not in ("/Producer", "/ModDate"):
                    self.add("information", key, str(value))
        if "/Metadata" in pdf.Root:
            with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
                for key in xmp:
                    if not key.endswith(("}ModifyDate", "}MetadataDate", "}Producer", "}InstanceID")):
                        self.add("XMP", key, str(xmp[key]))
        for key in pdf.Root.keys():
            if key not in ("/Type", "/Pages", "/Metadata", "/Version", "/Extensions"):
                self.add("catalog", key)
        for group in pdf.Root.get("/OCProperties", Dictionary()).get("/OCGs", Array()) if "/OCProperties" in pdf.Root else ():
            self.add("layers", str(group.get("/Name", "")))
        if "/StructTreeRoot" in pdf.Root:
            self.read_tags(pdf)

    def read_tags(self, pdf):
        queue, seen = [pdf.Root.StructTreeRoot], set()
        while queue:
            node = queue.pop()
            if not isinstance(node, Dictionary) or node.objgen in seen and node.objgen != (0, 0):
                continue
            seen.add(node.objgen)
            page = node.get("/Pg")
            self.add("tags", str(node.get("/S", "root")), self.numbers.get(page.objgen, "gone") if page is not None else None)
            kids = node.get("/K", Array())
            queue += list(kids) if isinstance(kids, Array) else [kids]
        for number, page in enumerate(pdf.pages, 1):
            if "/StructParents" in page.obj:
                self.add("tags", "page", number)

    def read_images(self, pdf):
        """Reads the pictures that a page shows, at any depth, by their stored bytes."""
        seen = set()

        def walk(resources, depth=0):
            for item in resources.get("/XObject", Dictionary()).values() if depth < 16 else ():
                if not isinstance(item, pikepdf.Stream) or item.objgen in seen:
                    continue
                seen.add(item.objgen)
                if item.get("/Subtype") == Name.Image:
                    self.add("images", digest(stored(item)))
                    if isinstance(item.get("/SMask"), pikepdf.Stream):
                        self.add("images", digest(stored(item.SMask)))
                elif "/Resources" in item:
                    walk(item.Resources, depth + 1)
        for page in pdf.pages:
            walk(inherited(page.obj, "/Resources") or Dictionary())


def contents_kept(before, after):
    """Returns whether all operators of a page are kept in one piece and in order, regardless of additions before and after them."""
    return b"".join(before).strip() in b"".join(after) or b"\n".join(before).strip() in b"\n".join(after)


def kept(before, after):
    """Returns for each kind how many objects of the first are in the second, how many there are, and which are missing."""
    table, missing = {}, {}
    for kind in KINDS:
        have = before.kinds[kind]
        if kind == "contents":
            lost = [n for n, contents in enumerate(before.contents, 1)
                    if n > len(after.contents) or not contents_kept(contents, after.contents[n - 1])]
            table[kind], gone = (len(before.contents) - len(lost), len(before.contents)), lost
        else:
            gone = have - after.kinds[kind]
            table[kind] = (have.total() - gone.total(), have.total())
        if gone:
            missing[kind] = [str(key)[:100] for key in gone][:3]
    return table, missing
