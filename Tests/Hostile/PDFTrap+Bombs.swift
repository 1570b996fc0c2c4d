// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFixtures

extension PDFTrap {
  /// Returns a stream that unpacks to a gigabyte or more.
  func bomb(_ random: inout SeededGenerator) -> [UInt8] {
    let megabytes = Int.random(in: 512...1024, using: &random)
    let pieces = [[0], Array("0 0 m 9 9 l S ".utf8), Array("q ".utf8), Array("(a)Tj ".utf8), Array("/X Do ".utf8)]
    let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
    switch self {
    case .nestedFlateBomb:
      let once = Bomb.deflated(Bomb.flate(megabytes: megabytes, of: piece))
      return Self.file(stream: Bomb.deflated(once), entries: "/Filter[/FlateDecode/FlateDecode/FlateDecode]")
    case .runLengthBomb:
      let runs = Bomb.flate(megabytes: 16, of: [0x81, UInt8(ascii: " ")])
      return Self.file(stream: runs, entries: "/Filter[/FlateDecode/RunLengthDecode]")
    case .lzwBomb:
      return Self.file(stream: Bomb.lzw(tables: 140), entries: "/Filter/LZWDecode")
    case .objectStreamBomb:
      return objectStream(megabytes)
    case .imageBomb, .softMaskBomb:
      let side = [6000, 14_000, 30_000, 100_000][Int.random(in: 0..<4, using: &random)]
      let image = "/Type/XObject/Subtype/Image/Width \(side)/Height \(side)/ColorSpace/DeviceRGB/BitsPerComponent 8"
      return withImage(
        Bomb.flate(megabytes: megabytes), image + "/Filter/FlateDecode" + (self == .softMaskBomb ? "/SMask 6 0 R" : ""))
    case .inlineImageBomb:
      let head = Array("q 400 0 0 300 0 0 cm BI /W 60000 /H 60000 /BPC 8 /CS /RGB /F /Fl ID ".utf8)
      return Self.file(stream: head + Bomb.flate(megabytes: 256) + Array("\nEI Q".utf8))
    case _:
      return Self.file(stream: Bomb.flate(megabytes: megabytes, of: piece), entries: "/Filter/FlateDecode")
    }
  }

  private func withImage(_ bytes: [UInt8], _ entries: String) -> [UInt8] {
    var pdf = PDFBytes()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    pdf.add("<</Type/Pages/Count 1/Kids[3 0 R]>>")
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources 5 0 R>>")
    pdf.add(stream: Array("400 0 0 300 0 0 cm /I Do".utf8), "")
    pdf.add("<</XObject<</I 6 0 R>>>>")
    pdf.add(stream: bytes, entries)
    return [UInt8](pdf.finished())
  }

  /// Returns a document whose objects are in an endless stream.
  private func objectStream(_ megabytes: Int) -> [UInt8] {
    let stream = Bomb.flate(megabytes: megabytes, of: Array("1 0 2 9 ".utf8))
    var file = Array("%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 100000000/First 900000000/Filter/FlateDecode".utf8)
    file += Array("/Length \(stream.count)>>\nstream\n".utf8) + stream + Array("\nendstream\nendobj\n".utf8)
    let start = file.count
    // Type 2 entries: catalog and pages are the first and second object of stream 1.
    let entries: [UInt8] = [0, 0, 0, 1, 0, 9, 2, 0, 1, 2, 0, 1]
    file += Array(
      "2 0 obj\n<</Type/XRef/Size 4/W[1 1 1]/Root 3 0 R/Length \(entries.count)>>\nstream\n".utf8)
    return file + entries + Array("\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
  }

  /// Returns a damaged or endless table of objects.
  func table(_ deep: Int) -> [UInt8] {
    let file = Self.file(content: "BT /F 20 Tf 30 30 Td (table) Tj ET")
    let text = String(decoding: file, as: UTF8.self)
    let start = text.firstRange(of: "xref\n")?.lowerBound ?? text.endIndex
    switch self {
    case .missingTable: return Array(text[..<start].utf8)
    case .tableCycle:
      let offset = text[..<start].utf8.count
      return Array(text.replacing("/Root", with: "/Prev \(offset)/XRefStm \(offset)/Root").utf8)
    case .hugeTable:
      return Array(text[..<start].utf8)
        + Array("xref\n0 2000000000\n0000000000 65535 f \ntrailer<</Size 2000000000".utf8)
        + Array("/Root 1 0 R>>\nstartxref\n\(text[..<start].utf8.count)\n%%EOF".utf8)
    case _:
      return Array(text.replacing("00000 n", with: "0000\(deep % 10) n").replacing("00000000", with: "00000009").utf8)
    }
  }
}
