// SPDX-License-Identifier: GPL-3.0-or-later

/// The codes that begin a new document within an input.
package struct SeparatorSettings: Encodable, Hashable, Sendable {
  /// Codes of sheets that only separate.
  package let sheets: [String]
  /// Codes of pages that belong to the document that they begin.
  package let pages: [String]
}
