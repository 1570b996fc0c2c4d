// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

/// A PDF that attacks its reader.
enum PDFTrap: String, CaseIterable {
  case deepArrays, deepDictionaries, deepPageTree, pageTreeCycle, deepForms, formCycle, patternCycle, fontCycle
  case flateBomb, nestedFlateBomb, runLengthBomb, lzwBomb, imageBomb, softMaskBomb, objectStreamBomb, inlineImageBomb
  case hugePageCount, manyPages, missingTable, wrongTable, tableCycle, hugePage, hugeUserUnit, tinyPage
  case deepSave, deepStrings, wildNumbers, longWords, manyOperators, outlineCycle, deepStructure, fieldCycle,
    deepFunctions
  case manyWords, hugeTable, resourceCycle

  func file(_ random: inout SeededGenerator) -> [UInt8] {
    let deep = Int.random(in: 10_000...60_000, using: &random)
    return switch self {
    case .deepArrays: Self.page(more: "/X " + nested("[", "]", deep))
    case .deepDictionaries: Self.page(more: "/X " + nested("<</A ", ">>", deep))
    case .deepPageTree, .pageTreeCycle, .hugePageCount, .manyPages: pageTree(deep)
    case .deepForms, .formCycle, .patternCycle, .fontCycle, .resourceCycle: drawing(deep)
    case .flateBomb, .nestedFlateBomb, .runLengthBomb, .lzwBomb, .objectStreamBomb, .imageBomb, .softMaskBomb,
      .inlineImageBomb:
      bomb(&random)
    case .missingTable, .wrongTable, .tableCycle, .hugeTable: table(deep)
    case .hugePage:
      Self.page(more: "", box: ["0 0 1e9 1e9", "0 0 99999 99999", "-1e30 0 1e30 1", "0 0 nan inf"][deep % 4])
    case .hugeUserUnit: Self.page(more: "/UserUnit \(["1e9", "100000", "-3", "0"][deep % 4])")
    case .tinyPage: Self.page(more: "", box: ["0 0 0 0", "5 5 5 6", "0 0 0.0001 0.0001", "9 9 1 1"][deep % 4])
    case .deepSave: Self.page(content: String(repeating: "q ", count: deep * 20))
    case .deepStrings:
      Self.page(
        content: "BT /F 9 Tf " + nested("(", ")", deep * 10) + " Tj ET " + String(repeating: "<<[", count: deep))
    case .wildNumbers: Self.page(content: Self.wildContent(&random))
    case .longWords:
      Self.page(content: "BT /F 9 Tf 20 20 Td (" + String(repeating: "W", count: deep * 20) + ") Tj ET")
    case .manyOperators: Self.page(content: String(repeating: "0 0 m 400 300 l S ", count: deep * 5))
    case .manyWords:
      Self.page(
        content: "BT /F 1 Tf 1 0 0 1 2 2 Tm " + String(repeating: "(a b c ) Tj 0.01 0 Td ", count: deep * 4) + "ET")
    case .outlineCycle: outline()
    case .deepStructure:
      Self.file(
        catalog: "/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/K " + nested("<</S/P/K ", ">>", deep)
          + ">>")
    case .fieldCycle:
      Self.file(
        catalog: "/AcroForm<</Fields[6 0 R]>>", more: ["<</FT/Sig/Kids[6 0 R 6 0 R 7 0 R]>>", "<</Kids[6 0 R]>>"])
    case .deepFunctions:
      Self.file(
        content: "/Pattern cs /P scn 0 0 400 300 re f", resources: "/Pattern<</P 6 0 R>>",
        more: [
          "<</PatternType 2/Shading<</ShadingType 1/ColorSpace/DeviceGray/Function 7 0 R>>>>",
          "<</FunctionType 3/Domain[0 1]/Functions[7 0 R 7 0 R]/Bounds[0.5]/Encode[0 1 0 1]>>",
        ])
    }
  }

  private func nested(_ open: String, _ close: String, _ depth: Int) -> String {
    String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
  }

  private func pageTree(_ deep: Int) -> [UInt8] {
    var pdf = PDFBytes()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>"
    switch self {
    case .deepPageTree:
      for level in 0..<deep { pdf.add("<</Type/Pages/Count 1/Parent \(level + 1) 0 R/Kids[\(level + 3) 0 R]>>") }
      pdf.add(page)
    case .hugePageCount:
      pdf.add("<</Type/Pages/Count \([1_000_000, 2_147_483_647, -1][deep % 3])/Kids[3 0 R]>>")
      pdf.add(page)
    case .manyPages:
      pdf.add("<</Type/Pages/Count \(deep)/Kids[\(String(repeating: "3 0 R ", count: deep))]>>")
      pdf.add(page)
    case _:
      pdf.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>")
      pdf.add("<</Type/Pages/Count 1/Parent 2 0 R/Kids[2 0 R]>>")
      pdf.add(page)
    }
    return [UInt8](pdf.finished())
  }

  private func drawing(_ deep: Int) -> [UInt8] {
    var pdf = PDFBytes()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    pdf.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>")
    switch self {
    case .deepForms:
      pdf.add("<</Type/Page/Parent 2 0 R/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>")
      pdf.add(stream: Array("/X Do".utf8), "")
      for level in 0..<deep {
        pdf.add(
          stream: Array("/X Do".utf8),
          "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</XObject<</X \(level + 6) 0 R>>>>")
      }
    case .patternCycle:
      pdf.add("<</Type/Page/Parent 2 0 R/Resources 5 0 R/Contents 4 0 R>>")
      pdf.add(stream: Array("/Pattern cs /P scn 0 0 200 100 re f".utf8), "")
      pdf.add("<</Pattern<</P 6 0 R>>>>")
      pdf.add(
        stream: Array("/Pattern cs /P scn 0 0 9 9 re f".utf8),
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 0.01/YStep 0.01/Resources 5 0 R")
    case .fontCycle:
      pdf.add("<</Type/Page/Parent 2 0 R/Resources 5 0 R/Contents 4 0 R>>")
      pdf.add(stream: Array("BT /F 20 Tf 9 9 Td (aaaa) Tj ET".utf8), "")
      pdf.add("<</Font<</F 6 0 R>>>>")
      pdf.add(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 7 0 R>>/Resources 5 0 R"
          + "/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]>>")
      pdf.add(stream: Array("9 0 0 0 9 9 d1 BT /F 2 Tf (aaaa) Tj ET".utf8), "")
    case _:
      pdf.add("<</Type/Page/Parent 2 0 R/Resources 5 0 R/Contents 4 0 R>>")
      pdf.add(stream: Array("/X Do /X Do".utf8), "")
      pdf.add(self == .resourceCycle ? "<</XObject 5 0 R/X 6 0 R/Resources 5 0 R>>" : "<</XObject<</X 6 0 R>>>>")
      pdf.add(
        stream: Array("/X Do /X Do /X Do".utf8), "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources 5 0 R")
    }
    return [UInt8](pdf.finished())
  }

  private func outline() -> [UInt8] {
    Self.file(
      catalog: "/Outlines 6 0 R/PageLabels 8 0 R/Names<</Dests 8 0 R>>",
      more: [
        "<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 99999999>>",
        "<</Title(\\033[31m<script>)/Parent 6 0 R/Next 7 0 R/First 7 0 R/Last 7 0 R/Dest[3 0 R/Fit]>>",
        "<</Kids[8 0 R 8 0 R]/Limits[(a)(b)]>>",
      ])
  }

  /// Returns one page with some content.
  private static func page(content: String = "0 0 9 9 re f", more: String = "", box: String = "0 0 400 300") -> [UInt8]
  {
    file(content: content, page: more, box: box)
  }

  /// Returns a one-page document; the caller provides the objects from 6 on.
  static func file(
    content: String = "0 0 9 9 re f", stream: [UInt8]? = nil, entries: String = "", page: String = "",
    box: String = "0 0 400 300", catalog: String = "", resources: String = "", more: [String] = []
  ) -> [UInt8] {
    var pdf = PDFBytes()
    pdf.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>")
    pdf.add("<</Type/Pages/Count 1/Kids[3 0 R]>>")
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[\(box)]/Contents 4 0 R/Resources 5 0 R\(page)>>")
    pdf.add(stream: stream ?? Array(content.utf8), entries)
    pdf.add("<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>\(resources)>>")
    for object in more { pdf.add(object) }
    return [UInt8](pdf.finished())
  }

  /// Operators with operands that are too large, too small, too many, or not numbers.
  private static func wildContent(_ random: inout SeededGenerator) -> String {
    let numbers = ["1e30", "-99999999999999999999999", "nan", "inf", "0x41", "1.", "--1", "3", "0", ".5", "2147483648"]
    let operators = [
      "cm", "Tr", "Tf", "Td", "TD", "Tm", "w", "d", "re", "l", "c", "scn", "Tz", "TL", "Ts", "\"", "i", "J",
    ]
    var content = "BT /F 12 Tf 3 Tr 9 9 Td (hidden) Tj "
    for _ in 0..<200 {
      for _ in 0..<Int.random(in: 0...7, using: &random) {
        content += numbers[Int.random(in: 0..<numbers.count, using: &random)] + " "
      }
      content += operators[Int.random(in: 0..<operators.count, using: &random)] + " (a) Tj "
    }
    return content + "ET BI /W 99999999999 /H nan ID x EI"
  }
}
