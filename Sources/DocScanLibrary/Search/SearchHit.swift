// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A page that has what somebody looked for.
package struct SearchHit: Encodable, Hashable, Sendable {
  /// A place on the page.
  package struct Match: Encodable, Hashable, Sendable {
    /// The text there.
    package var text: String
    /// The numbers of its words among all words of the page in reading order, from 0.
    package var words: [Int]
    /// Around its words, one box for each line; in pixels of the page's image, from its top-left corner.
    package var boxes: [Box]
  }

  /// A piece of the page's text around the first matches.
  package struct Snippet: Encodable, Hashable, Sendable {
    package var text: String
    /// Where matches are in it: first character and length, in Unicode code points.
    package var marks: [[Int]]
  }

  /// The document's name: its folder, from the library.
  package var document: String
  /// The number of the page in the document, from 1.
  package var page: Int
  /// The page's JSON, from the library.
  package var file: String
  /// The document's PDF, from the library; nil if it has none.
  package var pdf: String?
  /// How likely it is that the page says this, 0 to 1; less than 1 only where misread words were looked for as well.
  package var likelihood: Double
  /// The page's picture; nil if it has none.
  package var image: RasterSize?
  package var snippet: Snippet
  package var matches: [Match]
}
