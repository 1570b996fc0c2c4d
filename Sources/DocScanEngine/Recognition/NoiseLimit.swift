// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Tells pages from noise by the marks that Tesseract would have to look at: specks, threads, grain and halftone dots
/// make many more of them than letters do, and hardly any stand on lines.
///
/// The densest pages of the test data have 6,000 marks, a smeared one has 14,000 for 1,400 letters on lines.
struct NoiseLimit {
  /// Pages have more marks than this only where they have many letters.
  private static let plenty = 8000
  /// Pictures and specks make so many marks beside each letter of a page with few.
  private static let besideLetter = 100
  /// Letters may be broken into so many pieces.
  private static let piecesOfLetter = 20
  /// Of letters this share stands on lines.
  private static let leastShare = 0.65
  /// A page without any line is no page of text, but may have a few large letters.
  private static let withoutLines = 1000
  /// More letters have only few pages.
  private static let mostLetters = 3000
  /// So many marks in a row are no chance.
  private static let fewestLetters = 8

  private let marks: Int
  private let onLines: Int

  /// The limit for a page, from what is known of its lines.
  init(_ text: Vision.Text) throws(PageFailure) { (marks, onLines) = try text.marks() }

  private var standsOnLines: Bool { Double(onLines) >= Self.leastShare * Double(marks) }

  /// A page with more marks than these is noise.
  var mostMarks: Int {
    let few = min(Self.plenty, Self.withoutLines + Self.besideLetter * onLines)
    return standsOnLines || marks <= Self.plenty ? max(few, Self.piecesOfLetter * onLines) : few
  }

  /// Whether there are so many marks that they may be clusters of halftone dots, which stand on lines as letters do.
  var mayBeHalftone: Bool { marks > Self.mostLetters }

  /// Whether there are a few lines of letters, beyond doubt.
  var hasClearLines: Bool { onLines >= Self.fewestLetters && standsOnLines && marks <= Self.withoutLines }
}
