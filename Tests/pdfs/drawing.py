# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes page pictures with known places of words, and PDFs that contain only pictures."""
import functools, io, json, pathlib, random
import pikepdf
from pikepdf import Dictionary, Name
from PIL import Image, ImageDraw, ImageFont

FONTS = pathlib.Path("/usr/share/fonts")
FACES = {"sans": "truetype/dejavu/DejaVuSans.ttf", "serif": "truetype/dejavu/DejaVuSerif.ttf",
         "mono": "truetype/dejavu/DejaVuSansMono.ttf", "bold": "truetype/dejavu/DejaVuSans-Bold.ttf",
         "roman": "opentype/urw-base35/NimbusRoman-Regular.otf", "helvetica": "opentype/urw-base35/NimbusSans-Regular.otf",
         "narrow": "opentype/urw-base35/NimbusSansNarrow-Regular.otf", "italic": "opentype/urw-base35/NimbusRoman-Italic.otf"}
SENTENCES = """The harbour office keeps every receipt for seven years, and the cellar is full of boxes.
On Monday the new scanner arrived; by Friday it had read twelve thousand pages without a pause.
Please send the signed form back before 14 March 2026, together with a copy of your lease.
A page that was folded twice will show a faint cross, which the reader should simply ignore.
Invoice 4471 lists three lamps at 39.50 each, one ladder at 128.00, and delivery at 12.75.
Nobody expected the minutes of the meeting to run over nine pages, least of all the secretary.
Columns of figures, long names, short names: the index holds them all in one even order.
When the light comes from the left, the right half of an open book lies in its own shadow.
The committee thanks Mrs Whitcombe for the flowers, the maps, and her patience with the printer.
Twenty copies were ordered, nineteen came, and one was found under the radiator in spring.""".splitlines()


@functools.lru_cache(maxsize=64)
def font(face, pixels):
    path = FONTS / FACES[face]
    return ImageFont.truetype(str(path if path.exists() else FONTS / FACES["sans"]), pixels)


def page(seed=0, face="serif", points=11, dpi=150, size=(612, 792), lines=None, colour=False):
    """Returns a page of text as a picture, and its words with the boxes [left, top, right, bottom] of their ink, in pixels."""
    width, height = (round(side * dpi / 72) for side in size)
    picture = Image.new("RGB" if colour else "L", (width, height), "white")
    draw, letters = ImageDraw.Draw(picture), font(face, round(points * dpi / 72))
    margin, step, gap = width // 10, round(points * 1.5 * dpi / 72), letters.getlength(" ")
    source = random.Random(seed)
    x, y, words, count = margin, height // 12, [], 0
    while lines is None or count < lines:
        for word in source.choice(SENTENCES).split():
            if x + letters.getlength(word) > width - margin:
                x, y, count = margin, y + step, count + 1
                if y + 2 * step > height - height // 12 or count == lines:
                    return picture, words
            draw.text((x, y), word, fill=(20, 20, 120) if colour else 0, font=letters)
            words.append((word, list(draw.textbbox((x, y), word, font=letters))))
            x += letters.getlength(word) + gap
    return picture, words


def encoded(picture, form):
    """Returns the picture's bytes as a PDF stores them, and the entries that describe the encoding."""
    entries = Dictionary(Type=Name.XObject, Subtype=Name.Image, Width=picture.width, Height=picture.height,
                         BitsPerComponent=1 if form in ("bits", "fax") else 8,
                         ColorSpace=Name.DeviceRGB if picture.mode == "RGB" else Name.DeviceGray)
    file = io.BytesIO()
    if form == "jpeg":
        picture.save(file, "JPEG", quality=60)
        entries.Filter = Name.DCTDecode
    elif form == "jpx":
        picture.save(file, "JPEG2000", quality_mode="rates", quality_layers=[20])
        entries.Filter = Name.JPXDecode
    elif form == "fax":
        picture.convert("1", dither=0).save(file, "TIFF", compression="group4")
        tiff = Image.open(io.BytesIO(file.getvalue()))
        strips = zip(tiff.tag_v2[273], tiff.tag_v2[279])
        if len(tiff.tag_v2[273]) != 1:
            return encoded(picture, "bits")
        start, length = next(strips)
        file = io.BytesIO(file.getvalue()[start:start + length])
        entries.Filter = Name.CCITTFaxDecode
        entries.DecodeParms = Dictionary(K=-1, Columns=picture.width, Rows=picture.height,
                                         BlackIs1=tiff.tag_v2[262] == 0)
    elif form == "bits":
        file.write(picture.convert("1", dither=0).tobytes())
    else:
        file.write(picture.tobytes())
    return file.getvalue(), entries


def add_picture(pdf, picture, form="jpeg"):
    data, entries = encoded(picture, form)
    stream = pikepdf.Stream(pdf, data) if form in ("flate", "bits") else None
    if stream is None:
        stream = pdf.make_stream(data)
    for key, value in entries.items():
        stream[key] = value
    return pdf.make_indirect(stream)


def add_page(pdf, picture, form="jpeg", size=(612, 792), turn=0, **keys):
    """Adds a page that shows only the picture, upright when displayed with `turn`."""
    if turn:
        picture = picture.rotate(turn, expand=True)
    width, height = size if turn % 180 == 0 else size[::-1]
    image = picture if isinstance(picture, pikepdf.Object) else add_picture(pdf, picture, form)
    page = Dictionary(Type=Name.Page, MediaBox=[0, 0, width, height], Resources=Dictionary(XObject=Dictionary(Im=image)),
                      Contents=pdf.make_stream(f"q {width} 0 0 {height} 0 0 cm /Im Do Q".encode()))
    if turn:
        page.Rotate = turn
    for key, value in keys.items():
        page["/" + key] = value
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    return pdf.pages[-1]


def scans(pdf, count, dpi=150, form="jpeg", first=0, **keys):
    for n in range(count):
        add_page(pdf, page(seed=first + n, dpi=dpi, lines=14)[0], form, **keys)
    return pdf


def scanned_set(folder):
    """Makes pages at 300 dpi in several faces and sizes, each a PDF of one picture with a file of its words."""
    cases = [("serif", 11, "fax"), ("sans", 9, "fax"), ("roman", 10, "jpeg"), ("helvetica", 12, "fax"), ("mono", 10, "fax"),
             ("narrow", 9, "jpeg"), ("italic", 12, "fax"), ("bold", 18, "jpeg"), ("roman", 7, "fax"), ("serif", 28, "fax")]
    made = []
    for n, (face, points, form) in enumerate(cases):
        path = folder / f"scan--{face}-{points}.pdf"
        picture, words = page(seed=100 + n, face=face, points=points, dpi=300)
        pdf = pikepdf.new()
        add_page(pdf, picture, form)
        pdf.save(path, deterministic_id=True)
        lines = " ".join(word for word, _ in words)
        path.with_name(path.name + ".boxes.json").write_text(json.dumps({"dpi": 300, "words": words}))
        path.with_name(path.name + ".truth.txt").write_text(lines)
        made.append(path)
    return made
