// SPDX-License-Identifier: GPL-3.0-or-later

/// A line to an engine: a picture of a page to read.
struct EngineRequest: Encodable {
  /// What the answer has to repeat.
  var id: Int
  /// The picture, a binary PGM file for grey and PPM for colour; it is gone once the answer is there.
  var path: String
  var width: Int
  var height: Int
  /// Pixels per inch.
  var dpi: Double
  /// The most likely first, as Tesseract names them.
  var languages: [String]
}
