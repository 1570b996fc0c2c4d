// SPDX-License-Identifier: GPL-3.0-or-later

/// The table from a font's codes to Unicode (ISO 32000-1, 9.10.3).
enum ToUnicodeMap {
  private static let listLength = 100

  /// Returns the CMap in which the code n stands for the n-th text.
  static func text(_ texts: [String]) -> String {
    var map = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """
    for start in stride(from: 0, to: texts.count, by: listLength) {
      let list = texts[start..<min(start + listLength, texts.count)]
      map += "\(list.count) beginbfchar\n"
      for (index, text) in zip(list.indices, list) {
        let units = text.utf16.map { PDFSyntax.hexadecimal($0, digits: 4) }.joined()
        map += "<\(PDFSyntax.hexadecimal(index + 1, digits: 4))> <\(units)>\n"
      }
      map += "endbfchar\n"
    }
    return map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
  }
}
