// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles

/// The font of the invisible text: a composite font that numbers characters in order of use (ISO 32000-1, 9.7). Readers derive a word's height from
/// the font's ascent and descent. So there is a variant for each pair in use. All variants share one font program and one table from codes to
/// Unicode.
package final class InvisibleFont {
  /// The height of a variant, in thousandths of the font size.
  struct Shape: Hashable {
    /// The ascent above the baseline, at least 1 because readers treat 0 as an error.
    let ascent: Int
    /// The descent below the baseline, at least 1.
    let descent: Int
  }

  /// A font variant, as pages refer to it.
  struct Variant {
    let name: String
    let object: Int
  }

  /// The font file, which `Tests/Tools/fit/invisible_font.py` generates.
  static let program: [UInt8] = PackageResources.Invisible_ttf
  /// The widths of the glyphs after the first, in thousandths of the font size. The first glyph is half an em wide.
  static let widths = [250, 320, 500, 650, 850, 1000]
  /// The maximum code. Codes have two bytes, and 0 is reserved for missing characters.
  private static let maximumCode = 65_535
  /// The maximum number of UTF-16 units that readers accept for one code.
  private static let maximumUnits = 8
  private static let replacement = "\u{FFFD}"

  private let file: PDFFile
  private var codes: [String: Int] = [:]
  /// The texts of the codes. Code 1 is at index 0.
  private var texts: [String] = []
  private var variants: [Shape: Variant] = [:]
  private var order: [(shape: Shape, variant: Variant)] = []

  package init(file: PDFFile) { self.file = file }

  /// Returns the code and the width, in thousandths of the font size, of each character of a text.
  func glyphs(of text: String) -> [(code: Int, width: Int)] {
    text.flatMap(Self.pieces).map { (code(of: $0), Self.width(of: $0)) }
  }

  /// Returns the variant for a shape, which is created if necessary.
  func variant(_ shape: Shape) -> Variant {
    if let known = variants[shape] { return known }
    let variant = Variant(name: "T\(order.count)", object: file.reserve())
    variants[shape] = variant
    order.append((shape, variant))
    return variant
  }

  package func write() throws(OutputError) {
    guard !order.isEmpty else { return }
    let programObject = try file.writeStream(Self.program, entries: "/Length1 \(Self.program.count)")
    let unicode = try file.writeStream(Array(ToUnicodeMap.text(texts).utf8))
    // Each code maps to the empty glyph with its width.
    let glyphMap = try file.writeStream(
      [0, 0] + texts.flatMap { [0, Self.glyph(ofWidth: Self.width(of: $0))] })
    let widths = try file.write(widthArray)
    for (shape, variant) in order {
      let descriptor = try file.write(
        """
        <</Type/FontDescriptor/FontName/DocScanInvisible/Flags 4/FontBBox[0 \(-shape.descent) 1000 \(shape.ascent)]\
        /ItalicAngle 0/Ascent \(shape.ascent)/Descent \(-shape.descent)/CapHeight \(shape.ascent)/StemV 80\
        /FontFile2 \(programObject) 0 R>>
        """)
      let descendant = try file.write(
        """
        <</Type/Font/Subtype/CIDFontType2/BaseFont/DocScanInvisible/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
        /Supplement 0>>/FontDescriptor \(descriptor) 0 R/DW 500/W \(widths) 0 R\
        /CIDToGIDMap \(glyphMap) 0 R>>
        """)
      try file.write(
        """
        <</Type/Font/Subtype/Type0/BaseFont/DocScanInvisible/Encoding/Identity-H/DescendantFonts[\(descendant) 0 R]\
        /ToUnicode \(unicode) 0 R>>
        """, as: variant.object)
    }
  }

  /// The widths of all codes (9.7.4.3).
  private var widthArray: String { "[1[" + texts.map { String(Self.width(of: $0)) }.joined(separator: " ") + "]]" }

  private func code(of piece: String) -> Int {
    if let known = codes[piece] { return known }
    // The last code is reserved for characters without a code.
    if texts.count >= Self.maximumCode - 1, piece != Self.replacement { return code(of: Self.replacement) }
    texts.append(piece)
    codes[piece] = texts.count
    return texts.count
  }

  /// Returns the character as a whole, or its scalars if it has too many UTF-16 units for one code.
  private static func pieces(of character: Character) -> [String] {
    // Scalars that no code may represent (ISO 19005-2, 6.2.11.7.2) are left out.
    let scalars = character.unicodeScalars.filter { ![0, 0xFEFF, 0xFFFE].contains($0.value) }
    let text = String(String.UnicodeScalarView(scalars))
    guard text.utf16.count > maximumUnits else { return text.isEmpty ? [] : [text] }
    return scalars.map { String(Character($0)) }
  }

  private static func glyph(ofWidth width: Int) -> UInt8 { widths.firstIndex(of: width).map { UInt8($0 + 1) } ?? 0 }

  /// Returns the typical width of a character, rounded to a glyph of the font, so that parts of a word are near their position.
  private static func width(of piece: String) -> Int {
    guard let scalar = piece.unicodeScalars.first else { return 500 }
    return switch scalar {
    case " ", "\u{200E}", "\u{200F}": 250
    case "i", "j", "l", "I", "'", ".", ",", ":", ";", "!", "|", "(", ")", "[", "]", "f", "t", "r", "1", "-": 320
    case "m", "M", "w", "W", "%", "@", "\u{2014}": 850
    case "A"..."Z": 650
    case "\u{1100}"..."\u{115F}", "\u{2E80}"..."\u{D7A3}", "\u{F900}"..."\u{FAFF}", "\u{FF01}"..."\u{FF60}",
      "\u{1F300}"..."\u{3FFFD}":
      1000
    case _: 500
    }
  }
}
