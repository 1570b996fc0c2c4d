// SPDX-License-Identifier: GPL-3.0-or-later
// Support: the rules of PDF/A with a page that breaks each.

extension ArchivalCheckTests {
  /// An embedded font whose program is object 7.
  static let embeddedFont = """
    <</Type/Font/Subtype/TrueType/BaseFont/Some/Encoding/WinAnsiEncoding/FirstChar 120/LastChar 120/Widths[500]\
    /FontDescriptor<</Type/FontDescriptor/FontName/Some/Flags 32/FontFile2 7 0 R>>>>
    """

  static func stream(_ content: String, _ entries: String) -> String {
    "<<\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
  }

  private static func image(_ entries: String) -> [String] {
    [stream("x", "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8\(entries)")]
  }

  private static func annotation(_ entries: String) -> String { "/Annots[<</Type/Annot/Rect[0 0 9 9]\(entries)>>]" }

  private static let shown = "/XObject<</X 6 0 R>>"
  private static let look = "/AP<</N 6 0 R>>"
  private static let form = [stream("0 g", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>")]

  static let cases: [Case] = files + graphics + colors + fonts + annotations + documents

  private static let files = [
    Case(
      clause: "6.1.7.1", obstacle: "Page 1 has data in another file.", resources: shown,
      objects: image("/ColorSpace/DeviceGray/F(other)")),
    Case(
      clause: "6.1.7.2",
      obstacle: "Page 1 has data compressed in a way that PDF/A forbids (LZWDecode).", resources: shown,
      objects: image("/ColorSpace/DeviceGray/Filter/LZWDecode")),
    Case(
      clause: "6.1.10", obstacle: "Page 1 has data compressed in a way that PDF/A forbids (LZW).",
      content: "BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID x EI"),
    Case(clause: "6.1.13", obstacle: "Page 1 is smaller or larger than PDF/A allows.", page: "/MediaBox[0 0 2 600]"),
    Case(
      clause: "6.1.13", obstacle: "Page 1 saves graphics states too deeply.",
      content: String(repeating: "q ", count: 29)),
    Case(clause: "6.1.13", obstacle: "Page 1 has a number that is too large.", page: "/X 2147483648"),
  ]

  private static let graphics = [
    Case(clause: "6.2.2", obstacle: "Page 1 has unknown operators.", content: "BX 1 foo EX"),
    Case(
      clause: "6.2.2", obstacle: "Page 1 has a part without resources of its own.", resources: shown,
      objects: [stream("/G gs", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]")]),
    Case(
      clause: "6.2.5", obstacle: "Page 1 changes colors by a transfer function.",
      resources: "/ExtGState<</G<</TR/Identity>>>>"),
    Case(
      clause: "6.2.5", obstacle: "Page 1 has a halftone that PDF/A forbids.",
      resources: "/ExtGState<</G<</HT<</Type/Halftone/HalftoneType 6>>>>>>"),
    Case(clause: "6.2.6", obstacle: "Page 1 has an unknown rendering intent.", content: "/Mine ri"),
    Case(
      clause: "6.2.8", obstacle: "Page 1 has a picture that asks to be smoothed (Interpolate).", resources: shown,
      objects: image("/ColorSpace/DeviceGray/Interpolate true")),
    Case(
      clause: "6.2.8", obstacle: "Page 1 has a picture that asks to be smoothed (Interpolate).",
      content: "BI /W 1 /H 1 /BPC 8 /CS /G /I true ID x EI"),
    Case(
      clause: "6.2.8", obstacle: "Page 1 has a picture with alternates.", resources: shown,
      objects: image("/ColorSpace/DeviceGray/Alternates[]")),
    Case(
      clause: "6.2.8.3", obstacle: "Page 1 has a JPEG 2000 picture of a kind that PDF/A forbids.", resources: shown,
      objects: image("/ColorSpace/DeviceGray/Filter/JPXDecode")),
    Case(
      clause: "6.2.9", obstacle: "Page 1 contains PostScript.", resources: shown,
      objects: [stream("", "/Type/XObject/Subtype/PS")]),
    Case(
      clause: "6.2.9", obstacle: "Page 1 shows part of another file.", resources: shown,
      objects: [stream("", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Ref<</F(x)/Page 0>>/Resources<<>>")]),
    Case(
      clause: "6.2.10", obstacle: "Page 1 has an unknown blend mode.", resources: "/ExtGState<</G<</BM/Mine>>>>"),
  ]

  private static let colors = [
    Case(clause: "6.2.4.3", obstacle: "Page 1 has CMYK colors.", content: "0 0 0 1 k"),
    Case(
      clause: "6.2.4.3", obstacle: "Page 1 has CMYK colors.", resources: shown,
      objects: image("/ColorSpace/DeviceCMYK")),
    Case(
      clause: "6.2.4.4", obstacle: "Page 1 has CMYK colors.",
      resources: "/ColorSpace<</S[/Separation/Gold/DeviceCMYK 6 0 R]>>",
      objects: ["<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[0 0 1 0]>>"]),
    Case(
      clause: "6.2.4.2", obstacle: "Page 1 has an invalid color profile.",
      resources: "/ColorSpace<</C[/ICCBased 6 0 R]>>",
      objects: [stream("no profile", "/N 3")]),
    Case(
      clause: "6.2.3", obstacle: "The document has an output intent with an invalid color profile.",
      catalog: "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/DestOutputProfile 6 0 R>>]",
      objects: [stream("no profile", "/N 3")]),
    Case(
      clause: "6.2.3", obstacle: "The document has an output intent for printing.",
      catalog: "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX/DestOutputProfile 6 0 R>>]",
      objects: [stream("profile", "/N 4")]),
  ]

  private static let fonts = [
    Case(
      clause: "6.2.11.4", obstacle: "Page 1 shows text in the font Helvetica, which is not embedded.",
      content: "BT /F 9 Tf (x) Tj ET", resources: "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"),
    Case(
      clause: "6.2.11.5", obstacle: "Page 1 shows text in embedded fonts that docscan cannot check.",
      content: "BT /F 9 Tf (x) Tj ET", resources: "/Font<</F 6 0 R>>",
      objects: [embeddedFont, stream("", "/Length1 0")]),
    Case(
      clause: "6.2.11.7",
      obstacle: "Page 1 has text in the font Helvetica that does not map to Unicode.",
      content: "BT 3 Tr /F 9 Tf (x) Tj ET",
      resources: "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[120/g1]>>>>>>"),
    Case(
      clause: "6.2.11.3", obstacle: "Page 1 has invisible text in a font that is not described completely.",
      content: "BT 3 Tr /F 9 Tf <0001> Tj ET",
      resources: """
        /Font<</F<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 4 0 R\
        /DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X>>]>>>>
        """),
  ]

  private static let annotations = [
    Case(
      clause: "6.3.1", obstacle: "Page 1 has an annotation of a kind that PDF/A forbids (Movie).",
      page: annotation("/Subtype/Movie/F 4")),
    Case(
      clause: "6.3.2", obstacle: "Page 1 has a hidden annotation.", page: annotation("/Subtype/Square/F 6\(look)"),
      objects: form),
    Case(
      clause: "6.3.2", obstacle: "Page 1 has an annotation that is not printed.",
      page: annotation("/Subtype/Square\(look)"), objects: form),
    Case(
      clause: "6.3.3", obstacle: "Page 1 has an annotation whose appearance is left to the reader.",
      page: annotation("/Subtype/Square/F 4")),
    Case(
      clause: "6.3.3", obstacle: "Page 1 has an annotation with more than one appearance.",
      page: annotation("/Subtype/Square/F 4/AP<</N 6 0 R/D 6 0 R>>"), objects: form),
    Case(
      clause: "6.4.1", obstacle: "Page 1 has a form field with an action.",
      page: annotation("/Subtype/Widget/FT/Tx/F 4/A<</S/URI/URI(x:)>>\(look)"), objects: form),
    Case(
      clause: "6.5.1", obstacle: "Page 1 has an action that PDF/A forbids (Launch).",
      page: annotation("/Subtype/Link/F 4/A<</S/Launch/F(x)>>")),
  ]

  private static let documents = [
    Case(
      clause: "6.4.1", obstacle: "The document leaves the appearance of its form fields to the reader.",
      catalog: "/AcroForm<</Fields[]/NeedAppearances true>>"),
    Case(clause: "6.4.2", obstacle: "The document is an XFA form.", catalog: "/AcroForm<</Fields[]/XFA(x)>>"),
    Case(
      clause: "6.5.1", obstacle: "The document contains JavaScript.",
      catalog: "/OpenAction<</S/JavaScript/JS(app.alert)>>"),
    Case(
      clause: "6.5.1", obstacle: "The document has an action that PDF/A forbids (Named).",
      catalog: "/OpenAction<</S/Named/N/Print>>"),
    Case(
      clause: "6.5.2", obstacle: "The document has actions that run when it is opened, printed or closed.",
      catalog: "/AA<</WC<</S/GoTo/D[3 0 R/Fit]>>>>"),
    Case(clause: "6.5.2", obstacle: "Page 1 has actions of its own.", page: "/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>"),
    Case(
      clause: "6.6.2.3", obstacle: "Page 1 has a part with metadata of its own.", resources: shown,
      objects: image("/ColorSpace/DeviceGray/Metadata 7 0 R") + [stream("<x/>", "/Type/Metadata/Subtype/XML")]),
    Case(
      clause: "6.8", obstacle: "The document contains other files.",
      catalog: "/Names<</EmbeddedFiles<</Names[(x) <</Type/Filespec/F(x)>>]>>>>"),
    Case(
      clause: "6.9", obstacle: "The document shows and hides layers automatically.",
      catalog: "/OCProperties<</OCGs[6 0 R]/D<</Name(x)/AS[]>>>>", objects: ["<</Type/OCG/Name(a)>>"]),
    Case(
      clause: "6.9", obstacle: "The document has layers that aren't in its list of layers.",
      catalog: "/OCProperties<</OCGs[6 0 R]/D<</Name(x)/Order[]>>>>", objects: ["<</Type/OCG/Name(a)>>"]),
    Case(
      clause: "6.10", obstacle: "Page 1 is part of a presentation with steps.", page: "/PresSteps<<>>"),
    Case(clause: "6.11", obstacle: "The document makes requirements of its reader.", catalog: "/Requirements[]"),
    Case(
      clause: "6.1.12", obstacle: "The document grants permissions that PDF/A lacks.", catalog: "/Perms<</Mine<<>>>>"),
  ]
}
