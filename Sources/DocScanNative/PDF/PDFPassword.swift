// SPDX-License-Identifier: GPL-3.0-or-later

/// A password as the bytes from which a PDF's key is derived.
struct PDFPassword {
  /// The characters of PDFDocEncoding at 0x80 to 0x9E and 0xA0 (ISO 32000-1, D.2) that Latin-1 lacks.
  private static let specials: [Unicode.Scalar: UInt8] = {
    let characters = Array("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž".unicodeScalars)
    let pairs = characters.enumerated().map { ($1, UInt8(0x80 + $0)) }
    return Dictionary(pairs + [("€", 0xA0)], uniquingKeysWith: { first, _ in first })
  }()

  let bytes: [UInt8]

  /// Returns the encodings to try: UTF-8 (encryption revision 6) and PDFDocEncoding (ISO 32000-2, 7.6.4).
  static func forms(of text: String) -> [PDFPassword] {
    let modern = PDFPassword(bytes: Array(text.utf8))
    let old = text.unicodeScalars.compactMap { specials[$0] ?? UInt8(exactly: $0.value) }
    guard old.count == text.unicodeScalars.count, old != modern.bytes else { return [modern] }
    return [modern, PDFPassword(bytes: old)]
  }

  /// Returns the passwords to try on a PDF: none or the one that opened it, and then the user's, one at a time.
  static func candidates(for file: InputFile) -> AnyIterator<PDFPassword?> {
    var (next, tried): ([PDFPassword?], Int) = ([file.password], 0)
    return AnyIterator {
      if next.isEmpty, let text = file.askForPassword(tried) {
        tried += 1
        next = forms(of: text)
      }
      // A conditional expression would return "no password" at the end.
      guard !next.isEmpty else { return nil }
      return next.removeFirst()
    }
  }

  /// The bytes as Latin-1 characters, to which poppler converts passwords.
  var latin1: String { String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }

  var zeroTerminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
