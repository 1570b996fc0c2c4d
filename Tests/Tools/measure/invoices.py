#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws invoices of several pages, and measures what docscan reads from them.

    swift build -c release --product Understand
    python3 Tests/Tools invoices draw FOLDER SEED COUNT [--words 0|1] [--poor]
    python3 Tests/Tools invoices measure FOLDER ... [--details]

A FOLDER contains NAME.pdf and NAME.pdf.invoice.json, whose "printed" lists the fields on the paper if not all are. Drawn invoices are in German,
English, French, Spanish, Italian, and Dutch, in four layouts, with carried-forward sums and other dates. Each wording belongs to one of two
halves: `--words` selects a half. `--poor` makes pages small, blurred, and noisy. Tests/Tools/shared/understood.py describes how pages are kept.
Needs numpy, Pillow, rapidfuzz, and the DejaVu fonts.
"""
import collections, datetime, json, pathlib, random, re
import numpy
import data, understood

FONTS = "/usr/share/fonts/truetype/dejavu"
# The key of each field in the truth.
FIELDS = {"number": "number", "date": "date_iso", "dueDate": "due_iso", "total": "total_value", "net": "net_value", "tax": "tax_value",
          "seller": "seller", "buyer": "buyer"}
LANGUAGES = ["deu", "eng", "fra", "spa", "ita", "nld"]

# "/" separates the two halves of each wording, and "|" the wordings of a half.
WORDS = {
    "de": {"title": "Rechnung|RECHNUNG/Ihre Rechnung|Honorarrechnung", "number": "Rechnungsnummer:|Rechnungs-Nr./Rechnung Nr.|Rg.-Nr.:|Beleg-Nr.",
           "date": "Rechnungsdatum:|Datum:/Ausstellungsdatum|Belegdatum:|Datum", "delivery": "Lieferdatum:|Leistungsdatum/Ausgeliefert am|Leistungszeitraum bis",
           "due": "Fällig am:|Zahlbar bis/Zahlungsziel:|Bitte zahlen Sie bis", "customer": "Kundennummer:|Kunden-Nr./Debitor|Ihre Kundennr.", "order": "Bestellnummer:/Auftrag vom|Ihre Bestellung",
           "net": "Nettobetrag|Summe netto/Zwischensumme|Gesamt netto", "tax": "MwSt. 19 %|zzgl. 19% USt./Umsatzsteuer 19,0 %|19 % Mehrwertsteuer",
           "total": "Gesamtbetrag|Rechnungsbetrag/Gesamtsumme brutto|Zu zahlen|Endbetrag inkl. MwSt.", "carry": "Übertrag|Zwischensumme Seite/Übertrag auf Seite 2", "brought": "Übertrag|Vortrag/Übertrag von Seite 1",
           "billto": "Rechnungsempfänger|Kunde/Rechnung an", "head": "Pos;Bezeichnung;Menge;Einzelpreis;Gesamt", "page": "Seite {} von {}|Blatt {}",
           "forms": "GmbH|AG|GmbH & Co. KG|e.K.", "names": "Brandner|Holzbau Ritter|Kaltenbach Medien|Seewald Technik|Lindauer Druckerei|Petersen Logistik",
           "streets": "Gartenstraße 14|Am Mühlbach 3|Industriering 27|Lange Gasse 8", "towns": "33102 Paderborn|88131 Lindau|04109 Leipzig|24937 Flensburg",
           "items": "Beratung vor Ort|Schrauben verzinkt M8|Wartung Heizung|Papier A4 weiß|Transportkiste|Montage Regal|Kabel 10 m|Software-Lizenz"},
    "en": {"title": "INVOICE|Invoice/Sales Invoice|VAT Invoice", "number": "Invoice No:|Invoice Number/Invoice #|Our invoice:|Document No.",
           "date": "Invoice Date:|Date/Date of issue:|Issued|Billing date", "delivery": "Delivery date:|Date of supply/Dispatched|Work completed",
           "due": "Due Date:|Payment due/Please pay by|Due", "customer": "Customer No:/Client ref|Account", "order": "Order date/PO Number|Your order of",
           "net": "Subtotal|Net amount/Total excluding VAT|Goods total", "tax": "VAT 20%|VAT @ 20.00%/Value added tax 20%|VAT amount",
           "total": "Total|Amount due/Grand total|Total including VAT|Balance due", "carry": "Carried forward/Page total", "brought": "Brought forward/Carried over",
           "billto": "Bill To|Invoice to/Billed to|Customer", "head": "Item;Description;Qty;Unit price;Amount", "page": "Page {} of {}|Page {}",
           "forms": "Ltd|Limited|LLP|plc", "names": "Harcourt Timber|Bluestone Media|Whitfield Engineering|Northgate Supplies|Marlow Print|Elmwood Gardens",
           "streets": "14 Mill Lane|3 Station Road|27 Harbour Street|8 King Street", "towns": "Leeds LS1 4AP|Bristol BS1 5TR|York YO1 7HH|Norwich NR2 1AB",
           "items": "Site survey|Galvanised screws M8|Boiler service|Paper A4 white|Packing crate|Shelf fitting|Cable 10 m|Software licence"},
    "fr": {"title": "FACTURE|Facture/Facture de vente|Note d'honoraires - Facture", "number": "Facture N°|N° de facture :/Numéro :|Réf. facture :|Facture n° :",
           "date": "Date de facture :|Date/Émise le|Date d'émission :|Date de facturation", "delivery": "Date de livraison :|Livré le/Prestation réalisée le|Date d'exécution",
           "due": "Échéance :|Date d'échéance/À régler avant le|Payable avant le", "customer": "N° client :/Code client", "order": "Commande du|N° de commande/Votre commande du",
           "net": "Total HT|Montant HT/Total hors taxes|Base HT", "tax": "TVA 20 %|Montant TVA/TVA (20,0 %)|Dont TVA à 20%", "total": "Total TTC|Net à payer/Montant total TTC|Total à régler",
           "carry": "À reporter/Sous-total page", "brought": "Report/Report page précédente", "billto": "Facturé à|Client/Adresse de facturation|Destinataire",
           "head": "Réf;Désignation;Qté;Prix unitaire;Montant", "page": "Page {}/{}|Page {}", "forms": "SARL|SAS|SA|EURL",
           "names": "Menuiserie Duval|Atelier Moreau|Garnier Transports|Imprimerie Lacroix|Roussel Électricité|Les Jardins de Mai",
           "streets": "14 rue des Lilas|3 avenue Foch|27 quai du Port|8 place du Marché", "towns": "69003 Lyon|35000 Rennes|31000 Toulouse|67000 Strasbourg",
           "items": "Conseil sur site|Vis zinguées M8|Entretien chaudière|Papier A4 blanc|Caisse de transport|Pose étagère|Câble 10 m|Licence logiciel"},
    "es": {"title": "FACTURA|Factura/Factura de venta|Factura simplificada", "number": "Nº de factura:|Factura Nº/Número:|Núm. factura|Factura núm.:",
           "date": "Fecha de factura:|Fecha/Fecha de emisión:|Fecha expedición", "delivery": "Fecha de entrega:|Fecha de operación/Entregado el|Albarán de fecha",
           "due": "Vencimiento:|Fecha de vencimiento/Pagar antes del|Vence el", "customer": "Nº cliente:/Cód. cliente", "order": "Pedido|Nº de pedido/Su pedido de",
           "net": "Base imponible|Subtotal/Importe neto|Suma sin IVA", "tax": "IVA 21 %|Cuota IVA/I.V.A. 21%|Importe IVA", "total": "Total factura|TOTAL/Total a pagar|Importe total",
           "carry": "Suma y sigue/Total página", "brought": "Suma anterior/Viene de la página anterior", "billto": "Cliente|Facturar a/Datos del cliente|Destinatario",
           "head": "Ref;Descripción;Cant.;Precio;Importe", "page": "Página {} de {}|Pág. {}", "forms": "S.L.|S.A.|SLU|S.L.U.",
           "names": "Carpintería Robles|Talleres Medina|Gráficas del Sur|Transportes Ibarra|Electricidad Campos|Jardines Olmo",
           "streets": "Calle Mayor 14|Avda. del Puerto 3|Plaza Nueva 27|Calle Sol 8", "towns": "28013 Madrid|46001 Valencia|41001 Sevilla|48005 Bilbao",
           "items": "Asesoría en obra|Tornillos M8|Revisión caldera|Papel A4 blanco|Caja de transporte|Montaje estante|Cable 10 m|Licencia de software"},
    "it": {"title": "FATTURA|Fattura/Fattura di vendita|Fattura accompagnatoria", "number": "Fattura n.|Numero fattura:/Fattura nr.|N. documento:|Numero:",
           "date": "Data fattura:|Data/Data di emissione:|Data documento|Emessa il", "delivery": "Data di consegna:|DDT del/Consegnato il|Data prestazione",
           "due": "Scadenza:|Data scadenza/Pagare entro il|Scadenza pagamento", "customer": "Codice cliente:/Cod. cliente", "order": "Ordine n.|Ordine del/Vs. ordine del",
           "net": "Imponibile|Totale imponibile/Totale netto|Totale merce", "tax": "IVA 22 %|Imposta/Totale IVA|I.V.A. 22%", "total": "Totale fattura|Totale documento/Totale da pagare|Importo totale|Netto a pagare",
           "carry": "A riportare/Totale pagina", "brought": "Riporto/Riporto pagina precedente", "billto": "Spett.le|Cliente/Intestatario|Destinatario",
           "head": "Cod;Descrizione;Q.tà;Prezzo;Importo", "page": "Pagina {} di {}|Pag. {}", "forms": "S.r.l.|S.p.A.|Srl|S.n.c.",
           "names": "Falegnameria Conti|Officine Marchetti|Tipografia Aurora|Trasporti Ferrari|Elettrica Bassi|Giardini Leone",
           "streets": "Via Garibaldi 14|Corso Italia 3|Piazza Roma 27|Via dei Mille 8", "towns": "20121 Milano|50123 Firenze|40121 Bologna|10121 Torino",
           "items": "Consulenza in sede|Viti zincate M8|Manutenzione caldaia|Carta A4 bianca|Cassa trasporto|Montaggio scaffale|Cavo 10 m|Licenza software"},
    "nl": {"title": "FACTUUR|Factuur/Verkoopfactuur|Nota / Factuur", "number": "Factuurnummer:|Factuurnr./Factuur nr.|Ons factuurnummer|Nummer:",
           "date": "Factuurdatum:|Datum/Datum factuur|Datum van uitgifte", "delivery": "Leverdatum:|Geleverd op/Uitgevoerd op|Leveringsdatum",
           "due": "Vervaldatum:|Te betalen voor/Uiterste betaaldatum|Betaal uiterlijk", "customer": "Klantnummer:/Debiteurnr.", "order": "Bestelnummer:|Orderdatum/Uw bestelling van",
           "net": "Subtotaal|Totaal excl. btw/Nettobedrag|Bedrag exclusief btw", "tax": "Btw 21%|BTW-bedrag/21% btw|Totaal btw", "total": "Totaal incl. btw|Te betalen/Totaalbedrag|Factuurbedrag|Totaal te voldoen",
           "carry": "Transporteren/Totaal pagina", "brought": "Transport/Transport vorige pagina", "billto": "Factuuradres|Klant/Factuur aan|Geadresseerde",
           "head": "Art;Omschrijving;Aantal;Prijs;Bedrag", "page": "Pagina {} van {}|Blad {}", "forms": "B.V.|BV|N.V.|V.O.F.",
           "names": "Timmerbedrijf Visser|Drukkerij Bakker|De Groot Techniek|Jansen Transport|Kuipers Elektra|Tuinen Smit",
           "streets": "Dorpsstraat 14|Stationsweg 3|Havenkade 27|Koningslaan 8", "towns": "1017 AB Amsterdam|3511 LK Utrecht|9711 PD Groningen|5611 EM Eindhoven",
           "items": "Advies op locatie|Schroeven M8|Onderhoud ketel|Papier A4 wit|Transportkist|Montage plank|Kabel 10 m|Softwarelicentie"},
}
RATE = {"de": 19, "en": 20, "fr": 20, "es": 21, "it": 22, "nl": 21}
MONTHS = {"de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
          "en": "January February March April May June July August September October November December",
          "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
          "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
          "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
          "nl": "januari februari maart april mei juni juli augustus september oktober november december"}


class Maker:
    """Draws one invoice with Pillow, page by page."""

    def __init__(self, seed, half):
        from PIL import Image, ImageDraw, ImageFont
        self.image, self.draw_on, self.fonts = Image, ImageDraw, ImageFont
        self.random = random.Random(seed)
        self.half = half
        self.tongue = self.random.choice(sorted(WORDS))
        self.family = self.random.choice(["DejaVuSans", "DejaVuSerif", "DejaVuSansCondensed"])
        self.size = self.random.choice([24, 26, 28])
        self.pages = []

    def word(self, key, halves=True):
        text = WORDS[self.tongue][key]
        if halves and "/" in text and key not in ("page",):
            text = text.split("/")[self.half]
        return self.random.choice(text.split("|"))

    def font(self, scale=1.0, bold=False):
        return self.fonts.truetype(f"{FONTS}/{self.family}{'-Bold' if bold else ''}.ttf", int(self.size * scale))

    def put(self, x, y, text, scale=1.0, bold=False, right=False):
        self.pen.text((x, y), text, font=self.font(scale, bold), fill=20, anchor="rt" if right else "lt")

    def page(self):
        self.pages.append(self.image.new("L", (1654, 2339), 252))
        self.pen = self.draw_on.Draw(self.pages[-1])

    def money(self, cents, sign=False):
        whole, rest = divmod(cents, 100)
        point, group = (".", ",") if self.tongue == "en" else (",", self.random.choice([".", " "]) if self.tongue == "fr" else ".")
        text = f"{whole:,}".replace(",", group) + point + f"{rest:02}"
        return (f"£{text}" if self.tongue == "en" else f"{text} €") if sign else text

    def day(self, day, form):
        if form == "name":
            name = MONTHS[self.tongue].split()[day.month - 1]
            return {"de": f"{day.day}. {name} {day.year}", "es": f"{day.day} de {name} de {day.year}"}.get(
                self.tongue, f"{day.day} {name} {day.year}")
        mark = {"de": ".", "nl": "-"}.get(self.tongue, "/")
        return f"{day.day:02}{mark}{day.month:02}{mark}{day.year}"

    def company(self):
        town = self.word("towns", False)
        return {"name": f"{self.word('names', False)} {self.word('forms', False)}", "street": self.word("streets", False), "town": town}

    def draw(self):
        r = self.random
        seller, buyer = self.company(), self.company()
        while buyer["name"].split()[0] == seller["name"].split()[0]:
            buyer = self.company()
        form = r.choice(["digits", "digits", "name"])
        issued = datetime.date(r.randint(2016, 2025), r.randint(1, 12), r.randint(1, 28))
        due, delivered = issued + datetime.timedelta(r.choice([14, 30])), issued - datetime.timedelta(r.randint(2, 20))
        number = r.choice([f"{r.randint(10000, 9999999)}", f"{issued.year}-{r.randint(100, 9999)}", f"RE{r.randint(10000, 99999)}",
                           f"{r.randint(10, 999)}/{issued.year}", f"F-{issued.year}-{r.randint(10, 999):04}", f"A{r.randint(1000, 9999)}"])
        rows = [(w, r.randint(1, 9), r.randint(300, 90000)) for w in r.choices(WORDS[self.tongue]["items"].split("|"), k=r.randint(14, 40))]
        net = sum(count * price for _, count, price in rows)
        tax = round(net * RATE[self.tongue] / 100)
        per_page = r.randint(13, 18)
        parts = [rows[i:i + per_page] for i in range(0, len(rows), per_page)]
        layout = r.choice(["letter", "letter", "table", "columns", "plain"])
        titled, domain = self.word("title"), re.sub(r"\W", "", seller["name"].split()[-2 if " " in seller["name"] else 0].lower())
        marks = [(self.word("number"), number), (self.word("date"), self.day(issued, form)), (self.word("delivery"), self.day(delivered, form)),
                 (self.word("customer"), str(r.randint(10000, 99999)))]
        if r.random() < 0.5:
            order = self.word("order")
            is_day = any(order.endswith(w) for w in ("vom", "of", "date", "du", "de", "del", "van", "datum"))
            marks.append((order, self.day(delivered - datetime.timedelta(5), form) if is_day else str(r.randint(10000, 99999))))
        if len(marks) > 3 and r.random() < 0.5:
            marks[1], marks[2] = marks[2], marks[1]
        pays_at_head = r.random() < 0.6
        if pays_at_head:
            marks.append((self.word("due"), self.day(due, form)))
        paging = self.word("page", False)
        running, head = 0, WORDS[self.tongue]["head"].split(";")
        for at, part in enumerate(parts):
            self.page()
            if at == 0:
                y = self.first(layout, seller, buyer, marks, titled, domain)
            else:
                self.put(140, 110, seller["name"], 0.9)
                self.put(1500, 110, paging.format(at + 1, len(parts)), 0.8, right=True)
                if r.random() < 0.5:
                    self.put(140, 160, f"{titled} {number}", 0.9)
                y = 230
            for x, text in zip((140, 260, 880, 1180, 1500), head):
                self.put(x, y, text, 0.9, True, right=x > 800)
            y += 55
            self.pen.line((140, y - 8, 1500, y - 8), fill=60, width=2)
            if at:
                self.put(260, y, self.word("brought"))
                self.put(1500, y, self.money(running), right=True)
                y += 48
            for place, (text, count, price) in enumerate(part):
                running += count * price
                self.put(140, y, str(at * per_page + place + 1))
                self.put(260, y, text)
                self.put(880, y, str(count), right=True)
                self.put(1180, y, self.money(price), right=True)
                self.put(1500, y, self.money(count * price), right=True)
                y += 48
            if at + 1 < len(parts):
                self.put(260, y + 10, self.word("carry"))
                self.put(1500, y + 10, self.money(running), right=True)
            else:
                if y > 1700:
                    self.page()
                    y = 240
                for text, cents, bold in ((self.word("net"), net, False), (self.word("tax"), tax, False), (self.word("total"), net + tax, True)):
                    y += 58
                    self.put(r.choice([820, 820, 260]), y, text, bold=bold)
                    self.put(1500, y, self.money(cents, sign=bold), right=True, bold=bold)
                if not pays_at_head:
                    self.put(140, y + 110, f"{self.word('due')} {self.day(due, form)}")
            self.foot(seller, domain, r)
        truth = {"number": number, "date_iso": issued.isoformat(), "due_iso": due.isoformat(), "total_value": (net + tax) / 100,
                 "net_value": net / 100, "tax_value": tax / 100, "seller": seller["name"], "buyer": buyer["name"], "language": self.tongue,
                 "layout": layout}
        return truth

    def foot(self, seller, domain, r):
        self.put(140, 2200, f"{seller['name']}  {seller['street']}  {seller['town']}", 0.7)
        self.put(140, 2240, f"www.{domain}.eu   info@{domain}.eu   IBAN DE89 3704 0044 0532 0130 00", 0.7)

    def first(self, layout, seller, buyer, marks, titled, domain):
        r = self.random
        if layout == "letter":
            if r.random() < 0.7:
                self.put(1500, 100, seller["name"], 1.5, True, right=True)
            self.put(140, 300, r.choice([" · ", " | ", ", "]).join(seller.values()), 0.65)
            for line, text in enumerate(buyer.values()):
                self.put(140, 350 + 44 * line, text)
            for line, (label, value) in enumerate(marks):
                self.put(980, 350 + 46 * line, label, 0.9)
                self.put(1260, 350 + 46 * line, value, 0.9)
            self.put(140, 700, titled, 1.5, True)
            return 800
        if layout == "table":
            self.put(140, 100, titled, 1.9, True)
            for line, text in enumerate([seller["name"], seller["street"], seller["town"], f"info@{domain}.eu"]):
                self.put(140, 200 + 42 * line, text, bold=line == 0)
            self.put(140, 430, self.word("billto"), 0.9, True)
            for line, text in enumerate(buyer.values()):
                self.put(140, 474 + 42 * line, text)
            for line, (label, value) in enumerate(marks):
                self.put(930, 200 + 46 * line, label, 0.9, True)
                self.put(1500, 200 + 46 * line, value, 0.9, right=True)
            return 720
        if layout == "columns":
            for line, text in enumerate([seller["name"], seller["street"], seller["town"]]):
                self.put(140, 90 + 44 * line, text, 1.3 if line == 0 else 1, line == 0)
            self.put(1500, 90, titled, 1.6, True, right=True)
            self.put(140, 320, self.word("billto"), 0.85, True)
            for line, text in enumerate(buyer.values()):
                self.put(140, 362 + 42 * line, text)
            shown = marks[:5]
            for place, (label, value) in enumerate(shown):
                x = 140 + place * 1370 // len(shown)
                self.put(x, 580, label.rstrip(":"), 0.72, True)
                self.put(x, 622, value, 0.8)
            return 730
        self.put(140, 90, seller["name"], 1.4, True)
        self.put(140, 150, f"{seller['street']}, {seller['town']}", 0.9)
        for line, text in enumerate(buyer.values()):
            self.put(140, 280 + 42 * line, text)
        self.put(140, 480, titled, 1.4, True)
        for line, (label, value) in enumerate(marks):
            self.put(140, 550 + 44 * line, f"{label} {value}")
        return 840


def poor(page, chance):
    """Makes a page look like the copy of a bad copier."""
    from PIL import Image, ImageFilter
    small = page.resize([int(side * chance.uniform(0.42, 0.6)) for side in page.size], Image.Resampling.BILINEAR)
    dots = numpy.random.default_rng(chance.randrange(2 ** 32)).normal(0, chance.uniform(10, 40), small.size[::-1])
    noisy = numpy.clip(numpy.asarray(small, float) + dots, 0, 255).astype("uint8")
    return Image.fromarray(noisy).filter(ImageFilter.GaussianBlur(0.6)).resize(page.size, Image.Resampling.BICUBIC)


def draw(args):
    folder, seed, count = pathlib.Path(args.data[0]), int(args.data[1]), int(args.data[2])
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        maker = Maker(seed * 10007 + index, args.words)
        truth = maker.draw()
        if args.poor:
            maker.pages = [poor(page, maker.random) for page in maker.pages]
        path = folder / f"{seed}-{index:03}-{truth['language']}-{truth['layout']}.pdf"
        maker.pages[0].save(path, save_all=True, append_images=maker.pages[1:], resolution=200)
        data.beside(path, ".invoice.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1))


def is_right(field, value, truth):
    """Returns whether a field is right, or None if the truth doesn't include it."""
    want = truth.get(FIELDS[field])
    if want is None or FIELDS[field] not in truth.get("printed", FIELDS.values()):
        return None
    if field in ("total", "net", "tax"):
        return value is not None and understood.is_amount(abs(float(value)), abs(want))
    if field in ("seller", "buyer"):
        return value is not None and understood.is_name(value, want)
    return value is not None and understood.squeezed(value) == understood.squeezed(want)


def lines(args):
    """Returns (document, number of pages, truth, the line of Understand about it)."""
    found = []
    for folder in map(data.folder, args.data):
        known = {file: truth for file, truth in data.labelled(folder, "invoice") if file.suffix == ".pdf"}
        read = [(file, paths) for file, paths in understood.pages(args, list(known), ["deskew"], LANGUAGES) if paths]
        about = data.look(args.bin, ["invoices"], [path for _, paths in read for path in paths])
        found += [(file.stem, len(paths), known[file], about[paths[0].parent]) for file, paths in read]
    return found


def measure(args):
    rows, sure = collections.defaultdict(list), collections.defaultdict(list)
    for name, pages, truth, line in lines(args):
        for field in FIELDS:
            given = (line.get("invoice") or {}).get(field) or {}
            right = is_right(field, given.get("value"), truth)
            if right is None:
                continue
            for group in ("one page" if pages == 1 else "several pages", truth.get("language", "?")):
                rows[group, field].append(right)
            if given:
                sure[field].append((given["confidence"], right))
            if args.details and not right:
                print(f"  {name} {field}: {truth[FIELDS[field]]!r}, given {given.get('value')!r} ({given.get('confidence')})")
    for (group, field), values in sorted(rows.items()):
        print(f"{group:14} {field:8} {numpy.mean(values):.3f} n={len(values)}")
    for field, pairs in sure.items():
        high = [right for confidence, right in pairs if confidence >= 0.9]
        print(f"{field:8} mean confidence {numpy.mean([c for c, _ in pairs]):.3f}, right {numpy.mean([r for _, r in pairs]):.3f}; "
              f"at 0.9 and more {sum(high)} of {len(high)} right")


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("what", choices=["draw", "measure"])
    parser.add_argument("data", nargs="+", metavar="FOLDER")
    parser.add_argument("--words", type=int, choices=[0, 1], default=0)
    parser.add_argument("--poor", action="store_true")
    parser.add_argument("--details", action="store_true", help="name what is wrong")
    understood.add_arguments(parser)
    args = parser.parse_args()
    {"draw": draw, "measure": measure}[args.what](args)


if __name__ == "__main__":
    main()
