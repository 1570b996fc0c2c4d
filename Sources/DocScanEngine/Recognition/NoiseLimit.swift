// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanNative

/// Tells pages from noise by the marks that Tesseract would have to look at: specks, threads, grain and halftone dots
/// make many more of them than letters do, and hardly any stand on lines; those of a halftone do, but too densely.
///
/// Of 190 pages of test data (books, letters, receipts, photographs; Latin, Han, Hangul) none has more than 6,300
/// marks, against the 8,000 that every page with letters on lines may have; a smeared page has 14,000 for 1,400 letters. A page of
/// noise at 200 pixels per inch has 65,000 to 330,000 marks, a blank sheet of the test data 45,000. `Tests/Tools/measure/noise.py` measures
/// what such pages cost.
struct NoiseLimit {
  /// Pages have more marks than this only where they have many letters.
  private static let plenty = 8000  // Chosen: 6500 to 12000 (read).
  /// Pictures and specks make so many marks beside each letter of a page with few.
  private static let besideLetter = 100
  /// Letters may be broken into so many pieces.
  private static let piecesOfLetter = 20
  /// Of letters this share stands on lines.
  private static let leastShare = 0.65  // Chosen: 0.5 to 0.8 (read).
  /// A page without any line is no page of text, but may have a few large letters.
  private static let withoutLines = 1000
  /// Sixteen times as many as the densest page of the test data has.
  private static let mostOfAll = 100_000
  /// So many marks at most fit in the square of a letter's height: pages have 0.5, a halftone has 2.4.
  private static let mostInSquare = 1.0  // Chosen: 0.7 to 1.5 (read).
  /// The parts of Han and Hangul signs are marks of their own.
  private static let mostPartsInSquare = 4.0
  /// More letters have only few pages.
  private static let mostLetters = 3000
  /// So many marks in a row are no chance.
  private static let fewestLetters = 8

  private let marks: Int
  private let onLines: Int

  /// The limit for a page, from what is known of its lines.
  init(_ text: Vision.Text) throws(PageFailure) { (marks, onLines) = try text.marks() }

  private var standsOnLines: Bool { Double(onLines) >= Self.leastShare * Double(marks) }

  /// What a page may have that was found to be noise, looked at from farther away.
  static let mostFromAfar = plenty

  /// A page with more marks than these is noise.
  var mostMarks: Int {
    let few = min(Self.plenty, Self.withoutLines + Self.besideLetter * onLines)
    return standsOnLines || marks <= Self.plenty ? max(few, Self.piecesOfLetter * onLines) : few
  }

  /// The same for a picture of the page with letters of a height.
  func mostMarks(pixels: Double, letterHeight: Double, areSigns: Bool) -> Int {
    guard letterHeight > 0 else { return mostMarks }
    let letters = pixels / (letterHeight * letterHeight)
    let most = min(Double(Self.mostOfAll), letters * (areSigns ? Self.mostPartsInSquare : Self.mostInSquare))
    return min(mostMarks, max(Self.plenty, Int(most)))
  }

  /// Whether there are so many marks that they may be clusters of halftone dots, which stand on lines as letters do.
  var mayBeHalftone: Bool { marks > Self.mostLetters }

  /// Whether there are lines of letters, beyond doubt.
  var hasClearLines: Bool { onLines >= Self.fewestLetters && standsOnLines && marks <= Self.plenty }
}
