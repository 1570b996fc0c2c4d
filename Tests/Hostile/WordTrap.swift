// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures
internal import FoundationEssentials

/// A valid document whose name, metadata, and text would be misinterpreted if its results didn't escape them.
struct WordTrap {
  private static let endings = ["pdf", "jpg"]
  /// The number of texts on a page.
  private static let lines = 24

  let seed: UInt64
  /// A photograph without metadata.
  let photo: SampleFile

  /// Returns the document with this number, counted from 0.
  func file(_ number: Int) throws -> SampleFile {
    var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03 &+ 1)
    let ending = Self.endings[number % 4 == 3 ? 1 : 0]
    var file = SampleFile(
      name: "w\(number)-" + Self.name(&random), ending: ending,
      bytes: ending == "pdf" ? Self.pdf(&random) : try photo(&random), operators: ["hostile words, \(ending)"],
      isGood: true)
    // docscan interprets the extension; an attacker chooses the rest of the name.
    if Bool.random(using: &random) { file.name = Self.name(&random) + "-w\(number)" }
    return file
  }

  /// Returns a valid file name.
  private static func name(_ random: inout SeededGenerator) -> String {
    var name = ""
    for scalar in HostileTexts.mixed(&random).unicodeScalars where scalar != "/" && scalar != "\0" {
      guard name.utf8.count < 180 else { break }
      name.unicodeScalars.append(scalar)
    }
    return name.utf8.first == UInt8(ascii: ".") ? "_" + name : name
  }

  /// Returns a text as a PDF writes it: UTF-16 in hexadecimal digits.
  private static func hexadecimal(_ text: String) -> String {
    text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// Returns a page of words that its font maps to other text, one per line, with metadata and an outline of the same kind.
  private static func pdf(_ random: inout SeededGenerator) -> [UInt8] {
    let texts = (0..<lines).map { _ in HostileTexts.mixed(&random) }
    let codes = texts.indices.map { String(0x41 + $0, radix: 16) }
    let meanings = zip(codes, texts).map { "<\($0)> <\(hexadecimal($1))>" }.joined(separator: "\n")
    let shown = codes.enumerated().map { "1 0 0 1 20 \(560 - 22 * $0.offset) Tm <\($0.element)> Tj" }
    let title = hexadecimal(HostileTexts.mixed(&random))
    let markup = HostileTexts.mixed(&random).unicodeScalars.filter { $0.value >= 32 && $0.value < 0xFFFE }
      .map { "&#x\(String($0.value, radix: 16));" }.joined()
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R/Metadata 9 0 R/Lang<feff\(title)>>>")
    pdf.add("<</Type/Pages/Count 1/Kids[4 0 R]/MediaBox[0 0 400 600]/Resources 3 0 R>>")
    pdf.add(
      "<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 8 0 R>>>>>>")
    pdf.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R>>")
    pdf.add(stream: "BT /F 14 Tf \(shown.joined(separator: " ")) ET")
    pdf.add("<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>")
    pdf.add("<</Title<feff\(title)>/Parent 6 0 R/Dest[4 0 R/Fit]>>")
    pdf.add(
      stream: """
        /CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def
        1 begincodespacerange <00> <ff> endcodespacerange
        \(texts.count) beginbfchar
        \(meanings)
        endbfchar
        endcmap end end
        """)
    pdf.add(
      stream: """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(markup)</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """, entries: "/Type/Metadata/Subtype/XML")
    pdf.add("<</Title<feff\(title)>/Author<feff\(title)>/Subject<feff\(title)>/Keywords<feff\(title)>>>")
    let text = String(decoding: pdf.data, as: UTF8.self)
    return Array(text.replacing("/Root 1 0 R", with: "/Root 1 0 R/Info 10 0 R").utf8)
  }

  /// Returns a photograph by a camera with such a name.
  private func photo(_ random: inout SeededGenerator) throws -> [UInt8] {
    var block = CameraBlock()
    for tag: UInt16 in [0x010E, 0x010F, 0x0110, 0x0131, 0x013B, 0x8298] {
      block.add(tag, bytes: Array(HostileTexts.mixed(&random).utf8) + [0])
    }
    return [UInt8](try block.added(toJPEG: Data(photo.bytes)))
  }
}
