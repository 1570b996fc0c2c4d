// SPDX-License-Identifier: GPL-3.0-or-later

/// How far a file is to follow PDF/A-2, the form of PDF for archives (ISO 19005-2).
package enum PDFALevel: String, Codable, CaseIterable, Sendable {
  /// No PDF/A.
  case no
  /// Level U where everything allows it, otherwise an ordinary PDF; pictures stay as they are.
  case auto
  /// The file looks the same everywhere, for good.
  case basic = "2b"
  /// The same, and all of its text is Unicode.
  case unicode = "2u"

  /// Whether anything but PDF/A-2 is a failure; pictures are encoded again where necessary.
  package var isDemanded: Bool { self == .basic || self == .unicode }
}
