#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures whether docscan tells sound text of PDF pages from sick text.

    python3 Tests/Tools existing_text draw FOLDER SEED COUNT        COUNT sound pages of many makers, and COUNT sick ones of many kinds
    python3 Tests/Tools existing_text check FOLDER                  docscan check-text over them: FOLDER/checks.json
    python3 Tests/Tools existing_text measure FOLDER [DATA ...]     AUC by kind, from checks.json; pages of DATA that would be healed
    python3 Tests/Tools existing_text cost FOLDER                   seconds of a check against those of reading the same pages

`draw` writes FOLDER/sound/MAKER-NUMBER.pdf and FOLDER/sick/KIND-MAKER-NUMBER.pdf, one page each; the same seed gives the same
texts and layouts. Makers that aren't installed are left out with a message. Needs poppler-utils, qpdf, mutool, gs, chromium-headless-shell,
libreoffice-calc, groff, and reportlab, fpdf2, and pikepdf from PyPI. `check --thorough` reads lines of each page, which fitting needs
(Tests/Tools/fit/text_checks.py). Of DATA, all PDFs below each folder count as sound.
"""
import collections, html, io, json, math, pathlib, random, re, shutil, subprocess, sys, tempfile, time
import data

SENTENCES = {
    "en": ["The committee met on Tuesday and approved the minutes of the last meeting.", "Please return the signed form before the end of the month.",
           "Heavy rain delayed the work on the bridge for more than two weeks.", "Nobody expected the price of timber to rise so quickly.",
           "The museum opens at nine and closes at half past five.", "A copy of the report is available in the library.",
           "We would like to thank everyone who helped with the survey.", "The second engine was tested under full load for six hours.",
           "Customers may cancel their order within fourteen days of delivery.", "The path follows the river until it reaches the old mill.",
           "Her first book was written in a small room above the bakery.", "All figures are given in thousands unless stated otherwise."],
    "de": ["Der Ausschuss hat am Dienstag über den Antrag beraten und ihn angenommen.", "Bitte überweisen Sie den Betrag innerhalb von vierzehn Tagen.",
           "Wegen der Bauarbeiten bleibt die Straße bis Ende März gesperrt.", "Die Prüfung der Unterlagen dauert in der Regel drei Wochen.",
           "Das Gebäude wurde im neunzehnten Jahrhundert errichtet und später erweitert.", "Für Rückfragen stehen wir Ihnen gern zur Verfügung.",
           "Die Gemeinde fördert den Umbau mit einem Zuschuss.", "Nach dem Regen war der Weg durch den Wald kaum zu begehen.",
           "Änderungen müssen schriftlich vereinbart werden.", "Die größte Schwierigkeit bestand darin, genügend Helfer zu finden."],
    "fr": ["La réunion a été reportée à la semaine prochaine en raison de la grève.", "Nous vous remercions de votre confiance et de votre fidélité.",
           "Le musée est ouvert tous les jours sauf le mardi.", "Les travaux ont commencé au début de l'été et dureront deux ans.",
           "Veuillez trouver ci-joint la facture du mois précédent.", "Cette méthode permet de réduire les coûts de façon sensible.",
           "Le maire a présenté le nouveau projet aux habitants du quartier.", "Après la pluie, le chemin était couvert de feuilles mortes."],
    "es": ["La reunión se celebró en la sala principal del ayuntamiento.", "El plazo de entrega termina el último día del mes.",
           "Los niños jugaban en la plaza mientras sus padres hablaban.", "Según el informe, la producción aumentó durante el último año.",
           "Le rogamos que conteste a esta carta lo antes posible.", "La montaña estaba cubierta de nieve desde hacía semanas.",
           "También se revisaron las cuentas de la asociación.", "El tren salió con más de una hora de retraso."],
    "it": ["La riunione è stata rinviata alla prossima settimana.", "Il pagamento deve essere effettuato entro trenta giorni.",
           "La città è famosa per i suoi palazzi e per le sue piazze.", "I lavori sono cominciati all'inizio dell'estate.",
           "Gli abitanti del quartiere hanno presentato una proposta al sindaco.", "Dopo la pioggia il sentiero era difficile da percorrere."],
    "pt": ["A reunião foi adiada para a próxima semana por falta de quórum.", "O pagamento deve ser feito até o último dia do mês.",
           "As crianças brincavam no jardim enquanto os avós conversavam.", "Segundo o relatório, a produção aumentou no ano passado.",
           "Não foi possível encontrar uma solução para o problema.", "A exposição está aberta ao público todos os dias."],
    "nl": ["De vergadering is verplaatst naar volgende week donderdag.", "Wij verzoeken u het bedrag binnen veertien dagen te betalen.",
           "Het museum is dagelijks geopend van negen tot vijf uur.", "Door de regen was het pad langs de rivier onbegaanbaar.",
           "De kinderen speelden op het plein terwijl hun ouders praatten.", "Alle bedragen zijn exclusief belasting."],
    "pl": ["Zebranie zostało przełożone na przyszły tydzień z powodu choroby.", "Prosimy o zapłatę w ciągu czternastu dni od otrzymania faktury.",
           "Dzieci bawiły się na placu, a rodzice rozmawiali w cieniu drzew.", "Muzeum jest otwarte codziennie oprócz poniedziałków.",
           "Według raportu produkcja wzrosła w ciągu ostatniego roku.", "Ścieżka prowadzi wzdłuż rzeki aż do starego młyna."],
    "ru": ["Заседание было перенесено на следующую неделю по просьбе участников.", "Просим оплатить счёт в течение четырнадцати дней.",
           "Музей открыт ежедневно, кроме понедельника.", "Дети играли во дворе, пока родители разговаривали.",
           "Согласно отчёту, производство выросло за последний год.", "После дождя дорога через лес стала непроходимой."],
    "el": ["Η συνεδρίαση αναβλήθηκε για την επόμενη εβδομάδα.", "Παρακαλούμε να εξοφλήσετε το τιμολόγιο μέσα σε δεκατέσσερις ημέρες.",
           "Το μουσείο είναι ανοιχτό κάθε μέρα εκτός από τη Δευτέρα.", "Τα παιδιά έπαιζαν στην πλατεία ενώ οι γονείς συζητούσαν.",
           "Σύμφωνα με την έκθεση η παραγωγή αυξήθηκε τον τελευταίο χρόνο."],
    "ja": ["会議は来週の火曜日に延期されました。", "お支払いは月末までにお願いいたします。", "博物館は毎日午前九時に開館します。",
           "雨のため、川沿いの道は通れませんでした。", "報告書によると、昨年の生産量は増加した。", "子どもたちは広場で遊んでいた。"],
    "ko": ["회의는 다음 주 화요일로 연기되었습니다.", "청구서를 받은 후 십사 일 이내에 지불해 주십시오.", "박물관은 매일 오전 아홉 시에 문을 엽니다.",
           "보고서에 따르면 작년에 생산량이 증가했습니다.", "비가 온 뒤 숲길은 걷기 어려웠습니다.", "아이들은 광장에서 놀고 있었습니다."],
}
# So many pages are drawn together by programs that are slow to start.
BATCH = 150
LATIN = ["en", "de", "fr", "es", "it", "pt", "nl"]
EAST = ["ja", "ko"]
FONTS = {"ja": ["IPAPGothic"], "ko": ["NanumMyeongjo", "NanumGothic"]}
ANY = ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "DejaVu Sans Condensed"]
PLAIN = ANY + ["Nimbus Roman", "Nimbus Sans", "P052", "C059", "URW Bookman", "Nimbus Mono PS"]


# MARK: content

class Content:
    """The text of a page: a heading, paragraphs, and rows of a table, in one language."""

    def __init__(self, draw, languages):
        self.language = draw.choice(languages)
        sentences = SENTENCES[self.language]
        self.kind = draw.choice(["letter", "columns", "table", "list", "figures"])
        self.size = draw.choice([9, 10, 11, 12])
        self.font = draw.choice(FONTS.get(self.language, PLAIN if self.language in LATIN else ANY))
        self.title = draw.choice(sentences)
        count = {"letter": 5, "columns": 10, "table": 2, "list": 2, "figures": 1}[self.kind]
        self.paragraphs = [" ".join(draw.choice(sentences) for _ in range(draw.randint(2, 6))) for _ in range(count)]
        self.items = [draw.choice(sentences) for _ in range(draw.randint(4, 10))] if self.kind == "list" else []
        words = " ".join(sentences).split()
        rows = {"table": draw.randint(6, 20), "figures": draw.randint(20, 32)}.get(self.kind, 0)
        self.rows = [[draw.choice(words).strip(".,。"), *(f"{draw.uniform(1, 9999):,.2f}" for _ in range(draw.randint(3, 4)))]
                     for _ in range(rows)]
        width = max((len(row) for row in self.rows), default=0)
        self.rows = [row + [""] * (width - len(row)) for row in self.rows]

    def html(self):
        cell = lambda text: f"<td>{html.escape(text)}</td>"
        body = f"<h1>{html.escape(self.title)}</h1>"
        columns = "column-count:2;column-gap:8mm;text-align:justify" if self.kind == "columns" else ""
        body += f'<div style="{columns}">' + "".join(f"<p>{html.escape(p)}</p>" for p in self.paragraphs) + "</div>"
        if self.items:
            body += "<ul>" + "".join(f"<li>{html.escape(item)}</li>" for item in self.items) + "</ul>"
        if self.rows:
            body += "<table border=1>" + "".join("<tr>" + "".join(map(cell, row)) + "</tr>" for row in self.rows) + "</table>"
        return (f'<html><head><meta charset="utf-8"><style>@page {{size: A4; margin: 20mm}} body {{font: {self.size}pt "{self.font}"}}'
                f' h1 {{font-size: {self.size + 5}pt}} table {{border-collapse: collapse}} td {{padding: 1mm 3mm}}</style></head>'
                f'<body>{body}</body></html>')

    def section(self):
        body = re.search("<body>(.*)</body>", self.html(), re.S)[1].replace("<h1>", f'<h1 style="font-size:{self.size + 5}pt">')
        return f'<section style="font: {self.size}pt \'{self.font}\'">{body}</section>'

    def lines(self, characters=86):
        """Lines of plain text for makers that don't break lines."""
        found = [self.title, ""]
        for paragraph in self.paragraphs + self.items:
            line = ""
            for word in paragraph.split():
                if len(line) + len(word) > characters:
                    found.append(line)
                    line = ""
                line = f"{line} {word}".strip()
            found += [line, ""]
        return found + ["   ".join(row) for row in self.rows]


# MARK: makers

def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=180, **options)


def chromium(content, target, scratch):
    shutil.copy(content.printed, target)


def print_all(contents, folder):
    """Has chromium print many contents at once, which is much faster, and notes the page of each."""
    if not contents:
        return
    page = folder / "all.html"
    page.write_text('<meta charset="utf-8"><style>@page {size: A4; margin: 20mm} section {height: 255mm; overflow: hidden; break-after: page}'
                    ' table {border-collapse: collapse} td {padding: 1mm 3mm}</style>' + "".join(c.section() for c in contents))
    run("chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={folder / 'all.pdf'}",
        f"file://{page}")
    for index, content in enumerate(contents):
        content.printed = folder / f"{index}.pdf"
        run("qpdf", folder / "all.pdf", "--pages", ".", str(index + 1), "--", content.printed)


def sheet_all(contents, folder):
    """Has LibreOffice convert many sheets at once."""
    if not contents:
        return
    for index, content in enumerate(contents):
        rows = content.rows or [[line] for line in content.lines(70) if line]
        (folder / f"{index}.csv").write_text(
            "\n".join(",".join('"' + cell.replace('"', "'") + '"' for cell in row) for row in rows))
        content.sheet = folder / f"{index}.pdf"
    run("soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--infilter=CSV:44,34,76,1", "--convert-to", "pdf",
        "--outdir", folder, *(folder / f"{index}.csv" for index in range(len(contents))))


def mutool(content, target, scratch):
    page = scratch / "page.html"
    page.write_text(content.html())
    run("mutool", "convert", "-o", target, page)


def calc(content, target, scratch):
    shutil.copy(content.sheet, target)


def groff(content, target, scratch):
    text = "\n".join(line.replace("\\", "") or ".sp" for line in content.lines(72))
    made = subprocess.run(["groff", "-K", "utf8", "-Tps"], input=f".ft {random.Random(target.name).choice(['R', 'H', 'B'])}\n.nf\n{text}\n".encode(),
                          capture_output=True, check=True).stdout
    (scratch / "page.ps").write_bytes(made)
    run("ps2pdf", scratch / "page.ps", target)


def ghostscript(content, target, scratch):
    chromium(content, scratch / "first.pdf", scratch)
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", f"-sOutputFile={target}", scratch / "first.pdf")


def cairo(content, target, scratch):
    mutool(content, scratch / "first.pdf", scratch)
    run("pdftocairo", "-pdf", scratch / "first.pdf", target)


def qpdf(content, target, scratch):
    chromium(content, scratch / "first.pdf", scratch)
    run("qpdf", "--object-streams=generate", "--linearize", scratch / "first.pdf", target)


def reportlab(content, target, scratch):
    from reportlab.pdfgen import canvas
    page = canvas.Canvas(str(target), pagesize=(595, 842), invariant=1)
    page.setFont(random.Random(target.name).choice(["Helvetica", "Times-Roman", "Courier"]), 9)
    for index, line in enumerate(content.lines(88)[:66]):
        page.drawString(56, 780 - 11.2 * index, line)
    page.save()


def fpdf(content, target, scratch):
    import fpdf as module
    page = module.FPDF()
    page.add_page()
    page.add_font("text", "", random.Random(target.name).choice(
        ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"]))
    page.set_font("text", size=content.size)
    for line in content.lines(80)[:50]:
        page.cell(0, 5, line, new_x="LMARGIN", new_y="NEXT")
    page.output(str(target))


def ocr(content, target, scratch):
    """A scan with a sound layer of invisible text."""
    chromium(content, scratch / "first.pdf", scratch)
    scanned(scratch / "first.pdf", target, scratch, words(scratch / "first.pdf"))


WIDE = list(SENTENCES)
MAKERS = {  # the languages that a maker can write: Ghostscript breaks the maps to Unicode of other scripts
    chromium: WIDE, ghostscript: LATIN, qpdf: WIDE, ocr: WIDE, mutool: [l for l in WIDE if l not in EAST], cairo: [l for l in WIDE if l not in EAST],
    calc: WIDE, fpdf: [l for l in WIDE if l not in EAST], groff: ["en", "de", "fr", "es", "it"], reportlab: LATIN,
}


# MARK: layers

def words(pdf):
    """[(text, x0, y0, x1, y1)] of the first page, in points from its top left, and the page's size."""
    text = subprocess.run(["pdftotext", "-l", "1", "-bbox", pdf, "-"], capture_output=True, check=True).stdout.decode("utf-8", "replace")
    page = re.search(r'<page width="([\d.]+)" height="([\d.]+)"', text)
    found = re.findall(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>', text)
    return [(html.unescape(word), *map(float, box)) for *box, word in found], float(page[1]), float(page[2])


def scanned(pdf, target, scratch, layer, top=None):
    """A picture of a page with invisible words; with `top`, the picture is the upper part of the page, and lies below this share of the new page."""
    import pikepdf
    from PIL import Image
    found, width, height = layer
    run("pdftoppm", "-r", "200", "-l", "1", "-singlefile", "-gray", pdf, scratch / "scan")
    picture = Image.open(scratch / "scan.pgm").convert("L")
    if top is not None:
        picture = picture.crop((0, 0, picture.width, int(picture.height * (1 - top))))
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=70)
    made = pikepdf.new()
    image = pikepdf.Stream(made, stream.getvalue(), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=picture.width,
                           Height=picture.height, ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=8, Filter=pikepdf.Name.DCTDecode)
    cmap = (b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def /CMapType 2 def 1 begincodespacerange "
            b"<0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end end")
    descriptor = pikepdf.Dictionary(Type=pikepdf.Name.FontDescriptor, FontName=pikepdf.Name.Layer, Flags=4, FontBBox=[0, -250, 1000, 750],
                                    Ascent=750, Descent=-250, CapHeight=700, ItalicAngle=0, StemV=80)
    inner = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.CIDFontType2, BaseFont=pikepdf.Name.Layer, DW=500, FontDescriptor=descriptor,
                               CIDSystemInfo=pikepdf.Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0))
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type0, BaseFont=pikepdf.Name.Layer, Encoding=pikepdf.Name("/Identity-H"),
                              DescendantFonts=[made.make_indirect(inner)], ToUnicode=made.make_stream(cmap))
    share = 1 if top is None else 1 - top
    content = [f"q {width} 0 0 {height * share} 0 0 cm /I Do Q BT 3 Tr"]
    for text, x0, y0, x1, y1 in found:
        size = max(y1 - y0, 1)
        codes = (text + " ").encode("utf-16-be").hex()
        across = 100 * (x1 - x0) / (0.5 * size * max(len(text.encode("utf-16-be")) // 2, 1))
        content.append(f"/F {size:.2f} Tf {across:.2f} Tz 1 0 0 1 {x0:.2f} {height - y1 + 0.25 * size:.2f} Tm <{codes}> Tj")
    content.append("ET")
    page = pikepdf.Dictionary(Type=pikepdf.Name.Page, MediaBox=[0, 0, width, height], Contents=made.make_stream("\n".join(content).encode()),
                              Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image), Font=pikepdf.Dictionary(F=made.make_indirect(font))))
    made.pages.append(pikepdf.Page(made.make_indirect(page)))
    made.save(target, deterministic_id=True)


# MARK: sickness

def errors(draw, text, share):
    return "".join(draw.choice("abcdeilnrstuo1l|.,:;&%f") if draw.random() < share and c.strip() else c for c in text)


def lie(draw, layer, change):
    found, width, height = layer
    return [change(*word) for word in found], width, height


def bad_ocr(draw, source, target, scratch, other):
    share = draw.uniform(0.2, 0.45)
    scanned(source, target, scratch, lie(draw, words(source), lambda text, *box: (errors(draw, text, share), *box)))


def displaced(draw, source, target, scratch, other):
    across, down = draw.uniform(-30, 30), draw.choice([-1, 1]) * draw.uniform(8, 60)
    scanned(source, target, scratch, lie(draw, words(source), lambda text, x0, y0, x1, y1: (text, x0 + across, y0 + down, x1 + across, y1 + down)))


def other_page(draw, source, target, scratch, other):
    scanned(source, target, scratch, words(other))


def wrong_order(draw, source, target, scratch, other):
    found, width, height = words(source)
    texts = [word[0] for word in found]
    draw.shuffle(texts)
    scanned(source, target, scratch, ([(text, *word[1:]) for text, word in zip(texts, found)], width, height))


def partial(draw, source, target, scratch, other):
    """The lower half of the page is a picture without text, the upper half is text at half the size."""
    import pikepdf
    found, width, height = words(source)
    scanned(other, scratch / "half.pdf", scratch, ([], width, height), top=0.5)
    with pikepdf.open(scratch / "half.pdf") as made, pikepdf.open(source) as whole:
        page = made.pages[0]
        page.Resources.XObject["/P"] = made.copy_foreign(whole.pages[0].as_form_xobject())
        small = f"q 0.5 0 0 0.5 {width * draw.uniform(0.1, 0.4):.2f} {height / 2:.2f} cm /P Do Q "
        page.Contents = made.make_stream(small.encode() + page.Contents.read_bytes())
        made.save(target, deterministic_id=True)


def doubled(draw, source, target, scratch, other):
    found, width, height = words(source)
    move = draw.uniform(2, 4)
    scanned(source, target, scratch, (found + [(t, x0 + move, y0 + 1, x1 + move, y1 + 1) for t, x0, y0, x1, y1 in found], width, height))


def spaced(draw, source, target, scratch, other):
    scanned(source, target, scratch, lie(draw, words(source), lambda text, *box: (" ".join(text), *box)))


def misdecoded(text):
    return text.encode("utf-8").decode("cp1252", "replace").replace("\ufffd", "\u0081")


def maps(source, target, change):
    """Changes the map to Unicode of each font: `change` gets the list of (code, text) and gives another; False without maps."""
    import pikepdf
    with pikepdf.open(source) as pdf:
        count = 0
        for item in pdf.objects:
            if not isinstance(item, pikepdf.Dictionary) or item.get("/Type") != "/Font" or "/ToUnicode" not in item:
                continue
            text = item.ToUnicode.read_bytes().decode("latin-1")
            pairs, width = [], 4
            decode = lambda digits: bytes.fromhex(digits).decode("utf-16-be", "replace")
            for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.S):
                for code, meaning in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
                    width = len(code)
                    pairs.append((int(code, 16), decode(meaning)))
            for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.S):
                for first, last, meaning in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
                    width = len(first)
                    for code in range(int(first, 16), int(last, 16) + 1):
                        pairs.append((code, chr(min(int(meaning, 16) + code - int(first, 16), 0xFFFF))))
                for first, last, items in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*\[(.*?)\]", block, re.S):
                    width = len(first)
                    for index, meaning in enumerate(re.findall(r"<([0-9A-Fa-f]+)>", items)):
                        pairs.append((int(first, 16) + index, decode(meaning)))
            if len(pairs) < 8:
                continue
            count += 1
            pairs = sorted(dict(pairs).items())
            lines = [f"<{code:0{width}X}> <{meaning.encode('utf-16-be', 'surrogatepass').hex().upper()}>" for code, meaning in change(pairs)]
            blocks = "".join(f"{len(lines[i:i + 100])} beginbfchar\n" + "\n".join(lines[i:i + 100]) + "\nendbfchar\n" for i in range(0, len(lines), 100))
            item.ToUnicode = pdf.make_stream(
                (f"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def 1 begincodespacerange "
                 f"<{'0' * width}> <{'F' * width}> endcodespacerange\n{blocks}endcmap end end").encode())
        pdf.save(target, deterministic_id=True)
        return count > 0


def shifted(draw, source, target, scratch, other):
    step = draw.randint(1, 4)
    def change(pairs):
        texts = [meaning for _, meaning in pairs]
        return [(code, " " if meaning == " " else texts[(i + step) % len(texts)]) for i, (code, meaning) in enumerate(pairs)]
    return maps(source, target, change)


def identity(draw, source, target, scratch, other):
    return maps(source, target, lambda pairs: [(code, meaning if meaning == " " else chr(0x21 + i % 0x5E)) for i, (code, meaning) in enumerate(pairs)])


def private(draw, source, target, scratch, other):
    return maps(source, target, lambda pairs: [(code, meaning if meaning == " " else chr(0xE000 + code % 0x1000)) for code, meaning in pairs])


def mojibake(draw, source, target, scratch, other):
    found = words(source)
    if not any(ord(c) > 0x7F for word in found[0] for c in word[0]):
        return False
    scanned(source, target, scratch, lie(draw, found, lambda text, *box: (misdecoded(text), *box)))


KINDS = {"shifted": shifted, "identity": identity, "private": private, "ocr": bad_ocr, "displaced": displaced, "other": other_page,
         "order": wrong_order, "partial": partial, "mojibake": mojibake, "doubled": doubled, "spaced": spaced}


# MARK: commands

def draw_all(args):
    for name in ("sound", "sick", "bases"):
        (args.folder / name).mkdir(parents=True, exist_ok=True)
    makers, missing = list(MAKERS), set()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)

        def prepare(numbers, maker_of):
            """Draws the contents with these numbers."""
            contents = {number: (maker_of(number), Content(random.Random(f"{args.seed}/{number}"), MAKERS[maker_of(number)])) for number in numbers}
            for makers, together in [((chromium, ghostscript, qpdf, ocr), print_all), ((calc,), sheet_all)]:
                shared = pathlib.Path(tempfile.mkdtemp(dir=scratch))
                try:
                    together([content for maker, content in contents.values() if maker in makers], shared)
                except FileNotFoundError as error:
                    missing.update(makers)
                    print(f"{', '.join(maker.__name__ for maker in makers)}: left out: {error}", file=sys.stderr)
            return contents

        def make(maker, content, target):
            if maker in missing:
                return False
            try:
                maker(content, target, scratch)
                first = scratch / "single.pdf"
                run("qpdf", target, "--pages", ".", "1", "--", first)
                shutil.move(first, target)
                return len(words(target)[0]) >= 20
            except (OSError, subprocess.SubprocessError, ImportError, UnicodeError) as error:
                if maker not in missing and isinstance(error, (FileNotFoundError, ImportError)):
                    missing.add(maker)
                    print(f"{maker.__name__} is left out: {error}", file=sys.stderr)
                return False

        contents, made, number = {}, 0, 0
        while made < args.count:
            if number not in contents:
                contents = prepare(range(number, number + BATCH), lambda number: makers[number % len(makers)])
            maker, content = contents[number]
            target = args.folder / "sound" / f"{maker.__name__}-{number:04}.pdf"
            if make(maker, content, target):
                made += 1
            else:
                target.unlink(missing_ok=True)
            number += 1
        bases, kinds, makers = [], list(KINDS), [maker for maker in MAKERS if maker is not ocr]
        contents, made = {}, 0
        while made < args.count:
            number += 1
            if number not in contents:
                contents = prepare(range(number, number + BATCH), lambda number: makers[(number // len(kinds)) % len(makers)])
            maker, content = contents[number]
            kind = kinds[number % len(kinds)]
            base = args.folder / "bases" / f"{number:04}.pdf"
            if not make(maker, content, base):
                continue
            bases.append(base)
            target = args.folder / "sick" / f"{kind}-{maker.__name__}-{number:04}.pdf"
            draw = random.Random(f"{args.seed}/{number}/{kind}")
            if KINDS[kind](draw, base, target, scratch, bases[-2] if len(bases) > 1 else base) is not False:
                made += 1
            else:
                target.unlink(missing_ok=True)
    print(f"{args.count} sound and {args.count} sick pages in {args.folder}")


def checks(program, folders, thorough):
    """What `docscan check-text` says of all PDFs below folders, by their paths."""
    options = ["--thorough"] if thorough else []
    result = subprocess.run([program, "check-text", *folders, "--json", *options], stdout=subprocess.PIPE, text=True)
    return {file["path"]: file for file in json.loads(result.stdout)["files"]}


def check_all(args):
    found = checks(args.bin, [args.folder / "sound", args.folder / "sick", *args.data], args.thorough)
    (args.folder / "checks.json").write_text(json.dumps(found, indent=1))
    print(f"{len(found)} files")


def auc(sound, sick):
    """How often a sound page is more probable than a sick one."""
    if not sound or not sick:
        return math.nan
    return sum((a > b) + (a == b) / 2 for a in sound for b in sick) / (len(sound) * len(sick))


def measure(args):
    found = json.loads((args.folder / "checks.json").read_text())
    sound, sick, others = collections.defaultdict(list), collections.defaultdict(list), []
    for path, file in found.items():
        path = pathlib.Path(path)
        for page in file["pages"]:
            # Text that is of no use at all is never taken over.
            check = page.get("textCheck") or {"probability": 0, "signs": []}
            if path.parent.parent == args.folder:
                (sound if path.parent.name == "sound" else sick)[path.name.split("-")[0]].append((check["probability"], path, check["signs"]))
            elif page.get("textCheck"):
                others.append((check["probability"], path, page["number"], check["signs"]))
    good = [entry[0] for entries in sound.values() for entry in entries]
    print(f"{'kind':10} {'pages':>5} {'AUC':>6} {'missed':>6}")
    for kind, entries in sorted(sick.items()):
        print(f"{kind:10} {len(entries):5} {auc(good, [e[0] for e in entries]):6.3f} {sum(e[0] >= 0.5 for e in entries):6}")
    bad = [entry[0] for entries in sick.values() for entry in entries]
    print(f"{'all':10} {len(bad):5} {auc(good, bad):6.3f} {sum(p >= 0.5 for p in bad):6}")
    for maker, entries in sorted(sound.items()):
        print(f"sound {maker:12} {len(entries):4}, of which healed: {sum(e[0] < 0.5 for e in entries)}")
    print(f"other pages: {len(others)}, of which healed: {sum(e[0] < 0.5 for e in others)}")
    if args.details:
        for probability, *rest in sorted([e for entries in sound.values() for e in entries] + others, key=lambda e: e[0])[:args.details]:
            print(f"  {probability:.3f}", *rest)
        for probability, *rest in sorted([e for entries in sick.values() for e in entries], key=lambda e: -e[0])[:args.details]:
            print(f"  sick {probability:.3f}", *rest)


def cost(args):
    files = sorted((args.folder / "sound").glob("*.pdf"))[:: max(1, len(list((args.folder / "sound").glob("*.pdf"))) // 20)][:20]
    begin = time.monotonic()
    subprocess.run([args.bin, "check-text", *files], stdout=subprocess.DEVNULL)
    checked = time.monotonic() - begin
    with tempfile.TemporaryDirectory() as out:
        begin = time.monotonic()
        subprocess.run([args.bin, "run", *files, "-o", out, "-l", "auto", "-j", "1", "--existing-text", "force", "--progress", "none"],
                       stdout=subprocess.DEVNULL)
        read = time.monotonic() - begin
    print(f"{len(files)} pages: checking {checked:.1f} s, reading {read:.1f} s, ratio {checked / read:.2f}")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("command", choices=["draw", "check", "measure", "cost"])
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("rest", nargs="*")
    parser.add_argument("--thorough", action="store_true", help="read lines of every page")
    parser.add_argument("--details", type=int, default=0, metavar="N", help="name the N most doubtful sound pages and the N least doubtful sick ones")
    data.add_run(parser)
    args = parser.parse_args()
    if args.command == "draw":
        args.seed, args.count = args.rest[0], int(args.rest[1])
        return draw_all(args)
    args.data = [data.folder(text) for text in args.rest]
    {"check": check_all, "measure": measure, "cost": cost}[args.command](args)


if __name__ == "__main__":
    main()
