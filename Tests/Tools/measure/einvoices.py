#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what docscan reads from e-invoices, and whether it detects that their XML contradicts the pages.

    python3 Tests/Tools einvoices sound FOLDER ...          values read, and contradictions reported for correct ones
    python3 Tests/Tools einvoices manipulated FOLDER ...    contradictions found after values of the XML were changed

A FOLDER contains NAME.pdf with NAME.pdf.invoice.json, as `Tests/Tools/measure/invoices.py draw` makes them. NAME-original.pdf is the same with an XML
attached. Without one, an XML is written from the truth: as CII, UBL, and ZUGFeRD 1 in turn. `sound` uses the attached XML if there is one, and
otherwise a separate file. `manipulated` always uses a separate file, so that pages are read once. Each change is one of CHANGES. Only values that
are on the paper are changed. Needs qpdf, pdfdetach, and rapidfuzz. Prints a line for each FOLDER: found of changed, by the changed value.
"""
import collections, json, pathlib, random, re, shutil, subprocess, tempfile
import xml.etree.ElementTree as ET
import data

ELSEWHERE = ["Nordwind Handels GmbH", "Pacific Tools Ltd", "Maison Bertin SARL", "Quarzwerk Süd AG", "Oxford Paper Company"]


# MARK: writing

def amount(value):
    return f"{value:.2f}"


def cii(truth, old=False):
    """Returns the XML of a truth as CII, or as ZUGFeRD 1 wrote it."""
    day = lambda iso: f'<udt:DateTimeString format="102">{iso.replace("-", "")}</udt:DateTimeString>'
    escaped = lambda text: str(text).replace("&", "&amp;").replace("<", "&lt;")
    root, head = ("CrossIndustryDocument", "HeaderExchangedDocument") if old else ("CrossIndustryInvoice", "ExchangedDocument")
    deal = "SpecifiedSupplyChainTradeTransaction" if old else "SupplyChainTradeTransaction"
    part = (lambda name: f"ApplicableSupplyChainTrade{name}") if old else (lambda name: f"ApplicableHeaderTrade{name}")
    sums = "SpecifiedTradeSettlementMonetarySummation" if old else "SpecifiedTradeSettlementHeaderMonetarySummation"
    space = ("urn:ferd:CrossIndustryDocument:invoice:1p0" if old else "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100")
    percent = "ApplicablePercent" if old else "RateApplicablePercent"
    currency = truth.get("currency", "EUR")
    iban = f'<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>{truth["iban"]}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>' if truth.get("iban") else ""
    due = f'<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>{day(truth["due_iso"])}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>' if truth.get("due_iso") else ""
    tax = f'<ram:ApplicableTradeTax><ram:CalculatedAmount>{amount(truth["tax_value"])}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>{amount(truth["net_value"])}</ram:BasisAmount><ram:{percent}>19</ram:{percent}></ram:ApplicableTradeTax>' if "tax_value" in truth else ""
    totals = (f'<ram:TaxBasisTotalAmount>{amount(truth["net_value"])}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="{currency}">{amount(truth["tax_value"])}</ram:TaxTotalAmount>' if "tax_value" in truth else "")
    buyer = f'<ram:BuyerTradeParty><ram:Name>{escaped(truth["buyer"])}</ram:Name></ram:BuyerTradeParty>' if truth.get("buyer") else ""
    return f'''<?xml version="1.0" encoding="UTF-8"?>
<rsm:{root} xmlns:rsm="{space}" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:{head}><ram:ID>{escaped(truth["number"])}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>{day(truth["date_iso"])}</ram:IssueDateTime></rsm:{head}>
<rsm:{deal}><ram:{part("Agreement")}><ram:SellerTradeParty><ram:Name>{escaped(truth["seller"])}</ram:Name></ram:SellerTradeParty>{buyer}</ram:{part("Agreement")}>
<ram:{part("Settlement")}><ram:InvoiceCurrencyCode>{currency}</ram:InvoiceCurrencyCode>{iban}{tax}{due}
<ram:{sums}>{totals}<ram:GrandTotalAmount>{amount(truth["total_value"])}</ram:GrandTotalAmount></ram:{sums}></ram:{part("Settlement")}></rsm:{deal}></rsm:{root}>'''


def ubl(truth):
    """Returns the XML of a truth as UBL."""
    escaped = lambda text: str(text).replace("&", "&amp;").replace("<", "&lt;")
    currency = truth.get("currency", "EUR")
    money = lambda name, value: f'<cbc:{name} currencyID="{currency}">{amount(value)}</cbc:{name}>'
    party = lambda role, name: f'<cac:Accounting{role}Party><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>{escaped(name)}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:Accounting{role}Party>' if name else ""
    due = f'<cbc:DueDate>{truth["due_iso"]}</cbc:DueDate>' if truth.get("due_iso") else ""
    iban = f'<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>{truth["iban"]}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>' if truth.get("iban") else ""
    tax = f'<cac:TaxTotal>{money("TaxAmount", truth["tax_value"])}<cac:TaxSubtotal>{money("TaxableAmount", truth["net_value"])}{money("TaxAmount", truth["tax_value"])}</cac:TaxSubtotal></cac:TaxTotal>' if "tax_value" in truth else ""
    net = money("TaxExclusiveAmount", truth["net_value"]) if "net_value" in truth else ""
    return f'''<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>{escaped(truth["number"])}</cbc:ID><cbc:IssueDate>{truth["date_iso"]}</cbc:IssueDate>{due}
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>{currency}</cbc:DocumentCurrencyCode>{party("Supplier", truth["seller"])}{party("Customer", truth.get("buyer"))}
{iban}{tax}<cac:LegalMonetaryTotal>{net}{money("TaxInclusiveAmount", truth["total_value"])}{money("PayableAmount", truth["total_value"])}</cac:LegalMonetaryTotal></Invoice>'''


def written(truth, index):
    return [cii, ubl, lambda t: cii(t, old=True)][index % 3](truth)


# MARK: changing

def local(element):
    return element.tag.rpartition("}")[2]


def named(root, *names):
    return [e for e in root.iter() if local(e) in names and (e.text or "").strip()]


def set_amounts(root, names, change):
    found = named(root, *names)
    for element in found:
        element.text = amount(change(float(element.text)))
    return bool(found)


TOTALS = ("GrandTotalAmount", "TaxInclusiveAmount", "DuePayableAmount", "PayableAmount")
NETS = ("TaxBasisTotalAmount", "TaxExclusiveAmount", "BasisAmount", "TaxableAmount")
TAXES = ("TaxTotalAmount", "CalculatedAmount", "TaxAmount")


def digit(value, chance):
    """Returns an amount with another digit before the point."""
    text = amount(abs(value))
    place = chance.randrange(len(text) - 3)
    other = str((int(text[place]) + chance.randint(1, 9)) % 10)
    if place == 0 and other == "0" and len(text) > 4:
        other = str(int(text[0]) % 9 + 1)
    new = float(text[:place] + other + text[place + 1:])
    return -new if value < 0 else new


def other_iban(chance):
    """Returns another German account with right check digits."""
    account = "".join(chance.choice("0123456789") for _ in range(18))
    return f"DE{98 - int(account + '131400') % 97:02}{account}"


def change_total(root, chance):
    found = named(root, "GrandTotalAmount", "TaxInclusiveAmount")
    new = digit(float(found[0].text), chance)
    return set_amounts(root, TOTALS, lambda _: new)


def change_all(root, chance):
    factor = chance.choice([0.5, 1.1, 1.19, 2, 10])
    return all([set_amounts(root, TOTALS, lambda v: v * factor), set_amounts(root, NETS + TAXES, lambda v: v * factor)])


def change_tax(root, chance):
    shift = chance.choice([-3.5, 5, 10, 21.4])
    return all([set_amounts(root, TAXES, lambda v: v + shift), set_amounts(root, NETS, lambda v: v - shift)])


def change_day(root, chance, *holders):
    import datetime
    elements = [e for holder in root.iter() if local(holder) in holders for e in holder.iter() if (e.text or "").strip()]
    for element in elements:
        plain = re.sub(r"\D", "", element.text)[:8]
        day = datetime.date(int(plain[:4]), int(plain[4:6]), int(plain[6:])) + datetime.timedelta(chance.choice([-365, -31, 1, 10, 40, 365]))
        element.text = day.isoformat() if "-" in element.text else day.strftime("%Y%m%d")
    return bool(elements)


def change_number(root, chance):
    head = next(e for e in root.iter() if local(e) in ("ExchangedDocument", "HeaderExchangedDocument", "Invoice", "CreditNote"))
    element = next(e for e in head if local(e) == "ID")
    text = element.text.strip()
    place = chance.choice([i for i, c in enumerate(text) if c.isdigit()])
    element.text = text[:place] + str((int(text[place]) + chance.randint(1, 9)) % 10) + text[place + 1:]
    return True


def change_iban(root, chance):
    means = [e for e in root.iter() if local(e) in ("PayeePartyCreditorFinancialAccount", "PayeeFinancialAccount")]
    found = [e for m in means for e in m if local(e) in ("IBANID", "ID")]
    new = other_iban(chance)
    for element in found:
        element.text = new
    return bool(found)


def change_party(root, chance, holders):
    found = [e for holder in root.iter() if local(holder) in holders for e in holder.iter() if local(e) in ("Name", "RegistrationName")]
    new = chance.choice(ELSEWHERE)
    for element in found:
        element.text = new
    return bool(found)


def change_currency(root, chance):
    found = named(root, "InvoiceCurrencyCode", "DocumentCurrencyCode")
    old = found[0].text.strip()
    new = chance.choice([code for code in ("USD", "CHF", "GBP", "PLN", "EUR") if code != old])
    for element in root.iter():
        if element in found:
            element.text = new
        if element.get("currencyID") == old:
            element.set("currencyID", new)
    return True


# The changed value, its key in the truth, and the contradictions about it.
CHANGES = {
    "total alone": (change_total, "total_value", {"total", "payable"}),
    "all amounts": (change_all, "total_value", {"total", "net", "tax", "payable"}),
    "net and tax": (change_tax, "tax_value", {"net", "tax", "total"}),
    "date": (lambda r, c: change_day(r, c, "IssueDateTime", "IssueDate"), "date_iso", {"date"}),
    "due date": (lambda r, c: change_day(r, c, "DueDateDateTime", "DueDate"), "due_iso", {"dueDate"}),
    "currency": (change_currency, "currency", {"currency"}),
    "number": (change_number, "number", {"number"}),
    "IBAN": (change_iban, "iban", {"iban"}),
    "seller": (lambda r, c: change_party(r, c, ("SellerTradeParty", "AccountingSupplierParty")), "seller", {"seller"}),
    "buyer": (lambda r, c: change_party(r, c, ("BuyerTradeParty", "AccountingCustomerParty")), "buyer", {"buyer"}),
}


# MARK: running

def cases(folder, scratch):
    """Returns for each document its name, its PDF without attachments, its XML, whether another program wrote that, and the truth."""
    found = []
    for index, path in enumerate(sorted(pathlib.Path(folder).glob("*.pdf.invoice.json"))):
        truth = json.loads(path.read_text())
        truth.setdefault("iban", "DE89370400440532013000" if "layout" in truth else None)
        picture = path.with_name(path.name.removesuffix(".invoice.json"))
        original = picture.with_name(picture.stem + "-original.pdf")
        xml = None
        if original.is_file():
            place = scratch / "attached" / picture.stem
            place.mkdir(parents=True)
            subprocess.run(["pdfdetach", "-saveall", "-o", place, original], check=True, capture_output=True)
            xml = next(place.glob("*.xml")).read_bytes()
            names = re.findall(r"^(.*) -> ", subprocess.run(["qpdf", "--list-attachments", original], capture_output=True, text=True).stdout, re.M)
            bare = scratch / "bare" / f"{picture.stem}-original.pdf"
            bare.parent.mkdir(exist_ok=True)
            subprocess.run(["qpdf", original, *(f"--remove-attachment={name}" for name in names), bare], check=True)
            found.append((original.stem, original, bare, xml, truth))
        found.append((picture.stem, picture, picture, xml or written(truth, index).encode(), truth))
    return found


STAGES = ["deskew", {"stage": "recognize", "languages": ["deu", "eng"]}]


def run(args, inputs, out):
    data.run(args.bin, STAGES, [inputs], out, args.jobs)
    # A result of other bytes is never replaced, so a changed XML makes another document of another name.
    named = {pathlib.Path(each["source"]).stem: each["name"] for each in json.loads((out / "report.json").read_text())["documents"] if each["name"]}
    return {stem: json.loads((out / name / f"{name}.json").read_text()) for stem, name in named.items()}


def is_same(name, given, want):
    if name == "total_value":
        return given is not None and abs(float(given) - want) < 0.005
    return given is not None and re.sub(r"\s", "", given) == re.sub(r"\s", "", str(want))


def sound(args, scratch):
    for folder in args.data:
        place = scratch / pathlib.Path(folder).name
        place.mkdir()
        all_cases = cases(folder, scratch)
        for name, given, _, xml, _ in all_cases:
            shutil.copyfile(given, place / f"{name}.pdf")
            if not name.endswith("-original"):
                (place / f"{name}.xml").write_bytes(xml)
        results = run(args, place, scratch / "out")
        fields, wrong, invented = collections.Counter(), [], []
        for name, _, _, _, truth in all_cases:
            invoice = results[name].get("invoice") or {}
            if invoice.get("source") != "xml":
                wrong.append(f"{name}: no e-invoice")
                continue
            ibans = invoice.get("ibans") or [{}]
            for key, given in (("number", invoice.get("number")), ("date_iso", invoice.get("date")), ("total_value", invoice.get("total")),
                               ("seller", invoice.get("seller")), ("iban", ibans[0]), ("due_iso", invoice.get("dueDate")), ("buyer", invoice.get("buyer"))):
                want = truth.get(key)
                if want is None:
                    continue
                right = is_same(key, (given or {}).get("value"), want)
                fields[key, right] += 1
                if not right:
                    wrong.append(f"{name} {key}: {want!r}, given {(given or {}).get('value')!r}")
            if "differences" not in invoice:
                wrong.append(f"{name}: not compared")
            invented += [f"{name}: {difference['text']}" for difference in invoice.get("differences", [])]
        print(f"{folder}: {len(all_cases)} sound ones, {sum(n for (_, r), n in fields.items() if r)} of {sum(fields.values())} fields right, "
              f"{len({line.split(':')[0] for line in invented})} with contradictions")
        for line in wrong + invented:
            print(" ", line)


def manipulated(args, scratch):
    for folder in args.data:
        place = scratch / pathlib.Path(folder).name
        place.mkdir()
        all_cases = cases(folder, scratch)
        for name, _, bare, _, _ in all_cases:
            shutil.copyfile(bare, place / f"{name}.pdf")
        tally, missed = collections.defaultdict(list), []
        for number, (what, (change, key, about)) in enumerate(CHANGES.items()):
            if args.only and what not in args.only:
                continue
            changed = set()
            for index, (name, _, _, xml, truth) in enumerate(all_cases):
                beside = place / f"{name}.xml"
                beside.unlink(missing_ok=True)
                if truth.get(key) is None and key not in ("tax_value",) or key in ("number", "date_iso", "total_value", "currency", "seller", "iban") and key not in truth.get("printed", CHANGED):
                    continue
                root = ET.fromstring(xml)
                try:
                    if not change(root, random.Random(args.seed * 1000 + number * 100 + index)):
                        continue
                except (StopIteration, IndexError):
                    continue
                beside.write_bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))
                changed.add(name)
            results = run(args, place, args.keep / f"out-{place.name}")
            for name in sorted(changed):
                differences = (results[name].get("invoice") or {}).get("differences") or []
                hit = any(difference["field"] in about for difference in differences)
                tally[what].append(hit)
                if not hit:
                    missed.append(f"{name} {what}: {[d['text'] for d in differences]}")
        total = [hit for hits in tally.values() for hit in hits]
        print(f"{folder}: {sum(total)} of {len(total)} found ({sum(total) / max(len(total), 1):.3f}); "
              + ", ".join(f"{what} {sum(hits)}/{len(hits)}" for what, hits in tally.items()))
        for line in missed:
            print("  missed", line)


CHANGED = [key for _, key, _ in CHANGES.values()]


def main():
    parser = data.arguments(__doc__)
    parser.add_argument("what", choices=["sound", "manipulated"])
    parser.add_argument("data", nargs="+", metavar="FOLDER")
    data.add_run(parser)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", help="only these changes")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what was read, which need not be read again the next time")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        args.keep = args.keep or pathlib.Path(scratch)
        (sound if args.what == "sound" else manipulated)(args, pathlib.Path(scratch))


if __name__ == "__main__":
    main()
