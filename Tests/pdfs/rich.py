# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes PDFs with everything that a PDF can contain besides its pages. All text and pictures are original."""
import pikepdf
from pikepdf import Array, Dictionary, Name, String
import drawing
from drawing import add_page, add_picture, scans

HELVETICA = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)


def annotate(pdf, page, subtype, box, **keys):
    entry = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name("/" + subtype), Rect=box, F=4, **keys))
    if "/Annots" not in page.obj:
        page.obj.Annots = Array()
    page.obj.Annots.append(entry)
    return entry


def appearance(pdf, box, content, font=False):
    resources = Dictionary(Font=Dictionary(Helv=HELVETICA)) if font else Dictionary()
    return pdf.make_indirect(pikepdf.Stream(pdf, content.encode(), Type=Name.XObject, Subtype=Name.Form, Resources=resources,
                                            BBox=[0, 0, box[2] - box[0], box[3] - box[1]]))


def to(pdf, number, kind="Fit"):
    return Array([pdf.pages[number].obj, Name("/" + kind)])


def uri(address):
    return Dictionary(S=Name.URI, URI=String(address))


def outlines(pdf):
    scans(pdf, 4)
    pdf.Root.Names = Dictionary(Dests=Dictionary(Names=["chapter", to(pdf, 2), "end", Dictionary(D=to(pdf, 3, "FitB"))]))
    pdf.Root.Dests = Dictionary(old=to(pdf, 1))
    with pdf.open_outline() as outline:
        for n in range(3):
            part = pikepdf.OutlineItem(f"Part {n + 1} – Übersicht", n, "XYZ", top=700, left=0)
            part.children += [pikepdf.OutlineItem(f"Section {n + 1}.{k}", min(n + k, 3), "FitH", top=400) for k in (0, 1)]
            outline.root.append(part)
        outline.root.append(pikepdf.OutlineItem("By name", String("chapter")))
        outline.root.append(pikepdf.OutlineItem("Web", action=uri("https://example.org/outline")))
    pdf.Root.PageMode = Name.UseOutlines


def links(pdf, **keys):
    scans(pdf, 3, **keys)
    pdf.Root.Names = Dictionary(Dests=Dictionary(Names=["target", to(pdf, 2)]))
    for n, page in enumerate(pdf.pages):
        annotate(pdf, page, "Link", [72, 690, 200, 706], A=uri(f"https://example.org/{n}"), Border=[0, 0, 0])
        annotate(pdf, page, "Link", [300, 600, 420, 640], Dest=to(pdf, (n + 1) % 3), Border=[0, 0, 1],
                 QuadPoints=[300, 640, 420, 640, 300, 600, 420, 600])
        annotate(pdf, page, "Link", [100, 100, 160, 120], Dest=String("target"))
        annotate(pdf, page, "Link", [400, 100, 460, 120], A=Dictionary(S=Name.GoToR, F=String("other.pdf"), D=[0, Name.Fit]))


def attachments(pdf):
    scans(pdf, 1)
    for name, data in (("figures.csv", b"month,total\nMay,12\n"), ("Grüße.txt", "Grüße\n".encode()), ("x.bin", bytes(3000))):
        pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, data, description="kept with the scan")
    spec = pikepdf.AttachedFileSpec(pdf, b"a note on the page", filename="note.txt").obj
    annotate(pdf, pdf.pages[0], "FileAttachment", [500, 700, 520, 720], FS=spec, Contents=String("the note"))


def labels(pdf):
    scans(pdf, 6)
    pdf.Root.PageLabels = Dictionary(Nums=[0, Dictionary(S=Name.r), 2, Dictionary(S=Name.D), 4,
                                           Dictionary(S=Name.A, P=String("App-"), St=3)])


def form(pdf, **keys):
    scans(pdf, 2, **keys)
    fields = Array()
    for n, page in enumerate(pdf.pages):
        box = [100, 150, 300, 170]
        fields.append(annotate(pdf, page, "Widget", box, FT=Name.Tx, T=String(f"name{n}"), V=String("Eleanor"),
                               DA=String("/Helv 12 Tf 0 g"), P=page.obj,
                               AP=Dictionary(N=appearance(pdf, box, "/Tx BMC BT /Helv 12 Tf 2 5 Td (Eleanor) Tj ET EMC", True))))
        box = [100, 120, 112, 132]
        mark = Dictionary(Yes=appearance(pdf, box, "0 0 12 12 re S 2 2 m 10 10 l 2 10 m 10 2 l S"),
                          Off=appearance(pdf, box, "0 0 12 12 re S"))
        fields.append(annotate(pdf, page, "Widget", box, FT=Name.Btn, T=String(f"agreed{n}"), V=Name.Yes, AS=Name.Yes, P=page.obj,
                               AP=Dictionary(N=mark)))
    group = pdf.make_indirect(Dictionary(T=String("address"), FT=Name.Tx, Kids=Array(), DA=String("/Helv 10 Tf 0 g")))
    for n, key in enumerate(("street", "town")):
        kid = annotate(pdf, pdf.pages[0], "Widget", [320, 150 - 30 * n, 500, 170 - 30 * n], T=String(key), V=String("Millbrook"),
                       Parent=group, P=pdf.pages[0].obj)
        group.Kids.append(kid)
    fields.append(group)
    pdf.Root.AcroForm = Dictionary(Fields=fields, DR=Dictionary(Font=Dictionary(Helv=HELVETICA)), NeedAppearances=False,
                                   DA=String("/Helv 12 Tf 0 g"))


def notes(pdf, **keys):
    scans(pdf, 2, **keys)
    for page in pdf.pages:
        note = annotate(pdf, page, "Text", [550, 740, 570, 760], Contents=String("check this figure"), T=String("E. W."), Name=Name.Note)
        annotate(pdf, page, "Popup", [400, 600, 550, 700], Parent=note)
        box = [80, 680, 300, 700]
        annotate(pdf, page, "Highlight", box, Contents=String("important"), C=[1, 1, 0],
                 QuadPoints=[80, 700, 300, 700, 80, 680, 300, 680],
                 AP=Dictionary(N=appearance(pdf, box, "1 1 0 rg /G gs 0 0 220 20 re f")))
        box = [80, 60, 260, 90]
        annotate(pdf, page, "FreeText", box, Contents=String("seen 3 May"), DA=String("/Helv 12 Tf 1 0 0 rg"),
                 AP=Dictionary(N=appearance(pdf, box, "1 0 0 rg BT /Helv 12 Tf 4 9 Td (seen 3 May) Tj ET", True)))
        annotate(pdf, page, "Stamp", [400, 60, 520, 100], Name=Name.Approved,
                 AP=Dictionary(N=appearance(pdf, [0, 0, 120, 40], "0 .5 0 RG 3 w 2 2 116 36 re S")))
        annotate(pdf, page, "Ink", [300, 60, 380, 100], InkList=[[300, 60, 340, 100, 380, 60]], C=[0, 0, 1],
                 AP=Dictionary(N=appearance(pdf, [0, 0, 80, 40], "0 0 1 RG 0 0 m 40 40 l 80 0 l S")))


def rotated(pdf):
    for n, turn in enumerate((0, 90, 180, 270)):
        page = add_page(pdf, drawing.page(seed=n, lines=14)[0], turn=turn)
        annotate(pdf, page, "Link", [72, 400, 200, 440], A=uri(f"https://example.org/turn{turn}"))
    with pdf.open_outline() as outline:
        outline.root += [pikepdf.OutlineItem(f"Turn {n}", n) for n in range(4)]


def boxes(pdf):
    scans(pdf, 1, CropBox=[36, 50, 560, 760], TrimBox=[40, 60, 550, 750], BleedBox=[38, 55, 555, 755], ArtBox=[72, 72, 500, 700])
    page = add_page(pdf, drawing.page(seed=5, lines=14)[0])
    page.obj.MediaBox = [-100, -50, 512, 742]
    page.obj.Contents = pdf.make_stream(b"q 612 0 0 792 -100 -50 cm /Im Do Q")
    page = add_page(pdf, drawing.page(seed=6, lines=14)[0], turn=90)
    page.obj.CropBox = [50, 30, 760, 570]


def user_unit(pdf):
    scans(pdf, 2, UserUnit=2)
    annotate(pdf, pdf.pages[0], "Link", [72, 690, 200, 706], A=uri("https://example.org/unit"))


def images(pdf):
    for n, name in enumerate(("fax", "jpeg", "jpx", "flate", "bits")):
        add_page(pdf, drawing.page(seed=20 + n, lines=14, colour=name in ("jpx", "jpeg"))[0], name)
    page = add_page(pdf, drawing.page(seed=30, lines=14)[0])
    seal = add_picture(pdf, drawing.page(seed=31, size=(100, 100), points=9, lines=3, colour=True)[0], "flate")
    seal.SMask = add_picture(pdf, drawing.Image.new("L", (208, 208), 120), "flate")
    page.obj.Resources.XObject.Seal = seal
    page.contents_add(b"q 100 0 0 100 450 40 cm /Seal Do Q")


def shared(pdf):
    picture = add_picture(pdf, drawing.page(seed=40, lines=14)[0], "jpeg")
    for _ in range(6):
        page = pdf.make_indirect(Dictionary(Type=Name.Page, Contents=pdf.make_stream(b"q 612 0 0 792 0 0 cm /Im Do Q")))
        page.Resources, page.MediaBox = Dictionary(), [0, 0, 612, 792]
        pdf.pages.append(pikepdf.Page(page))
    for page in pdf.pages:
        del page.obj["/Resources"], page.obj["/MediaBox"]
    pdf.Root.Pages.Resources = Dictionary(XObject=Dictionary(Im=picture))
    pdf.Root.Pages.MediaBox = [0, 0, 612, 792]


def layers(pdf):
    groups = [pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for name in ("shown", "hidden")]
    for page in scans(pdf, 2).pages:
        page.obj.Resources.Properties = Dictionary(O0=groups[0], O1=groups[1])
        page.obj.Resources.Font = Dictionary(Helv=HELVETICA)
        page.contents_add(b"/OC /O0 BDC 0 0 1 RG 40 40 100 50 re S EMC /OC /O1 BDC 1 0 0 rg 300 40 200 50 re f EMC")
    pdf.Root.OCProperties = Dictionary(OCGs=Array(groups), D=Dictionary(ON=[groups[0]], OFF=[groups[1]], Order=Array(groups)))


def signed(pdf):
    form(pdf)
    value = pdf.make_indirect(Dictionary(Type=Name.Sig, Filter=Name("/Adobe.PPKLite"), SubFilter=Name("/adbe.pkcs7.detached"),
                                         ByteRange=[0, 100, 200, 100], Contents=String(bytes(40)), Name=String("E. Whitcombe"),
                                         M=String("D:20260503120000Z")))
    field = annotate(pdf, pdf.pages[0], "Widget", [400, 200, 560, 240], FT=Name.Sig, T=String("signature"), V=value,
                     AP=Dictionary(N=appearance(pdf, [0, 0, 160, 40], "0 0 160 40 re S")))
    pdf.Root.AcroForm.Fields.append(field)
    pdf.Root.AcroForm.SigFlags = 3


def xfa(pdf):
    form(pdf)
    pdf.Root.AcroForm.XFA = pdf.make_stream(
        b'<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"/></xdp:xdp>')


def text_page(pdf, words, mode=0, picture=None):
    page = add_page(pdf, picture) if picture else add_page(pdf, drawing.Image.new("L", (8, 8), 255))
    page.obj.Resources.Font = Dictionary(Helv=HELVETICA)
    lines = " ".join(f"({line}) Tj T*" for line in words)
    page.contents_add(f"BT {mode} Tr /Helv 11 Tf 16 TL 72 700 Td {lines} ET".encode())
    return page


def mixed(pdf):
    """Makes a page with text, a scan, and a scan with partly wrong invisible text from another program."""
    text_page(pdf, drawing.SENTENCES)
    scans(pdf, 1, first=50)
    picture, words = drawing.page(seed=51, lines=14)
    text_page(pdf, [" ".join(w for w, _ in words[k:k + 9]).replace("e", "c") for k in range(0, len(words), 9)], 3, picture)


def tagged(pdf):
    page = text_page(pdf, [])
    page.obj.Contents = pdf.make_stream(b"/P <</MCID 0>> BDC BT /Helv 11 Tf 72 700 Td (A tagged paragraph of nine quite plain words.) "
                                        b"Tj ET EMC /P <</MCID 1>> BDC BT /Helv 11 Tf 72 680 Td (And a second one below.) Tj ET EMC")
    scans(pdf, 1, first=60)
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    kids = [pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.P, P=root, Pg=page.obj, K=n)) for n in (0, 1)]
    figure = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Figure, P=root, Pg=pdf.pages[1].obj, Alt=String("a scan"), K=0))
    pdf.pages[1].obj.Contents = pdf.make_stream(b"/Figure <</MCID 0>> BDC q 612 0 0 792 0 0 cm /Im Do Q EMC")
    root.K, root.ParentTree = Array([*kids, figure]), Dictionary(Nums=[0, Array(kids), 1, Array([figure])])
    page.obj.StructParents, pdf.pages[1].obj.StructParents = 0, 1
    pdf.Root.StructTreeRoot, pdf.Root.MarkInfo, pdf.Root.Lang = root, Dictionary(Marked=True), String("en-GB")


def metadata(pdf):
    scans(pdf, 2)
    with pdf.open_metadata(set_pikepdf_as_editor=False) as xmp:
        xmp["dc:title"], xmp["dc:creator"], xmp["dc:language"] = "Leases – 2026", ["E. Whitcombe"], ["en-GB"]
        xmp["pdf:Keywords"], xmp["xmp:CreateDate"] = "leases, harbour", "2026-05-03T12:00:00+02:00"
    for key, value in (("Title", "Leases – 2026"), ("Author", "E. Whitcombe"), ("Subject", "Harbour"), ("Creator", "a scanner"),
                       ("Keywords", "leases, harbour"), ("CreationDate", "D:20260503120000+02'00'"), ("Shelf", "B 12")):
        pdf.docinfo["/" + key] = value
    pdf.Root.ViewerPreferences, pdf.Root.PageLayout = Dictionary(DisplayDocTitle=True), Name.TwoColumnRight
    pdf.Root.OpenAction, pdf.Root.Lang = to(pdf, 1), String("en-GB")
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=["start", Dictionary(S=Name.JavaScript, JS=String("1;"))]))
    thread = pdf.make_indirect(Dictionary(Type=Name.Thread, I=Dictionary(Title=String("an article"))))
    bead = pdf.make_indirect(Dictionary(T=thread, R=[72, 72, 300, 700], P=pdf.pages[0].obj))
    bead.N = bead.V = thread.F = bead
    pdf.pages[0].obj.B, pdf.Root.Threads = [bead], [thread]


def askew(pdf, make):
    """Makes the same kinds on pages that were scanned crooked, so that their pictures are made anew."""
    make(pdf)
    for n, page in enumerate(pdf.pages):
        picture = drawing.page(seed=70 + n, lines=24)[0].rotate(2.5, fillcolor=255, resample=drawing.Image.Resampling.BICUBIC)
        page.obj.Resources.XObject.Im = add_picture(pdf, picture, "jpeg")


CASES = {f.__name__.replace("_", "-"): f for f in (outlines, links, attachments, labels, form, notes, rotated, boxes, user_unit, images,
                                                  shared, layers, signed, xfa, mixed, tagged, metadata)}
CASES |= {f"askew-{f.__name__}": lambda pdf, f=f: askew(pdf, f) for f in (outlines, links, attachments, labels, form, notes, metadata)}


def make(folder):
    """Writes all of them, and returns their paths."""
    made = []
    for name, case in CASES.items():
        pdf = pikepdf.new()
        case(pdf)
        made.append(folder / f"rich--{name}.pdf")
        pdf.save(made[-1], deterministic_id=True)
    for name, options in {"linearized": {"linearize": True},
                          "owner-password": {"encryption": pikepdf.Encryption(owner="owner", user="", allow=pikepdf.Permissions(
                              extract=False, modify_other=False))}}.items():
        pdf = pikepdf.new()
        outlines(pdf)
        made.append(folder / f"rich--{name}.pdf")
        pdf.save(made[-1], **options)
    return made
