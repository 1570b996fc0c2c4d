# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws pages in scripts from right to left with a browser, which shapes letters and orders directions as in books."""
import html, pathlib, random, subprocess, tempfile
import texts

SIZE = "size: A5; margin: 14mm 13mm"
DPI = 300
NAMES = {"ara": "arabic", "heb": "hebrew"}
FORMS = ("prose", "mixed", "columns", "inside")


def paragraphs(script, form, number):
    """Returns a page's text, paragraph by paragraph. Each number has other sentences, or other neighbors."""
    source = random.Random(f"{script} {form} {number}")
    prose, mixed = texts.PROSE[script].splitlines(), texts.MIXED[script].splitlines()
    if form == "prose":
        return source.sample(prose, 8)
    if form == "mixed":
        return source.sample(mixed, 8) + [" ".join(source.sample(mixed, 3))]
    if form == "columns":
        return [" ".join(source.sample(prose, 4)) for _ in range(3)] + source.sample(mixed, 2)
    english = ["The harbour office keeps every receipt for seven years, and the cellar is full of boxes.",
               "Twenty copies were ordered, nineteen came, and one was found under the radiator in spring."]
    return source.sample(texts.INSIDE[script].splitlines() + english, 6)


def pages(script, form, count):
    """Returns the texts of the pages in reading order, and the pages as HTML."""
    told, shown = [], []
    for number in range(count):
        parts = paragraphs(script, form, number)
        fonts = texts.FONTS[script]
        points = (12, 13, 11, 12)[number % 4] if form != "columns" else 11
        style = f"font: {points}pt '{fonts[number % len(fonts)]}'; line-height: 1.55"
        body = "".join(f"<p>{html.escape(part)}</p>" for part in parts)
        if form == "columns":
            body = f"<div style='columns: 2; column-gap: 9mm; height: 165mm; column-fill: auto'>{body}</div>"
        direction = "ltr" if form == "inside" else "rtl"
        shown.append(f"<section dir={direction} style=\"{style}\">{body}</section>")
        told.append("\n".join(parts))
    return told, shown


def draw(folder, scripts, forms, count):
    """Writes PAGE.png and PAGE.txt for each page, and returns their names by kind."""
    kinds = {}
    for script in scripts:
        for form in forms:
            told, shown = pages(script, form, count)
            kind = f"{NAMES[script]}-{form}"
            place = folder / kind
            kinds[kind] = [place / f"{kind}-{number:02d}.png" for number in range(count)]
            if all(page.exists() for page in kinds[kind]):
                continue
            place.mkdir(parents=True, exist_ok=True)
            style = f"@page {{ {SIZE} }} body {{ margin: 0 }} section {{ break-after: page }} p {{ margin: 0 0 .6em }}"
            with tempfile.TemporaryDirectory() as scratch:
                sheet, pdf = pathlib.Path(scratch, "pages.html"), pathlib.Path(scratch, "pages.pdf")
                sheet.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{''.join(shown)}")
                subprocess.run(["chromium-headless-shell", "--no-sandbox", "--no-pdf-header-footer", f"--user-data-dir={scratch}/profile",
                                f"--print-to-pdf={pdf}", sheet.as_uri()], check=True, capture_output=True)
                subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "-png", pdf, f"{scratch}/page"], check=True)
                drawn = sorted(pathlib.Path(scratch).glob("page-*.png"))
                if len(drawn) != count:
                    raise SystemExit(f"{kind}: expected {count} pages, the browser drew {len(drawn)}")
                for picture, page, text in zip(drawn, kinds[kind], told):
                    page.write_bytes(picture.read_bytes())
                    page.with_suffix(".txt").write_text(text + "\n")
    return kinds
