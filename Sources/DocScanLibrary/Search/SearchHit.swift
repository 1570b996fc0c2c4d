// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A page that matches a search.
package struct SearchHit: Encodable, Hashable, Sendable {
  package struct Match: Encodable, Hashable, Sendable {
    package var text: String
    /// The indices of the words among all words of the page in reading order, counting from 0.
    package var words: [Int]
    /// The boxes around the words, one per line, in pixels of the page's image.
    package var boxes: [Box]
  }

  /// The part of the page's text around the first matches.
  package struct Snippet: Encodable, Hashable, Sendable {
    package var text: String
    /// The matches in the text, each as start and length in Unicode code points.
    package var marks: [[Int]]
  }

  /// The name of the document, which is its folder in the library.
  package var document: String
  /// The number of the page in the document, counting from 1.
  package var page: Int
  package var file: String
  package var pdf: String?
  /// The probability that the page matches, from 0 to 1, which is 1 unless a word may have been misread.
  package var likelihood: Double
  package var image: RasterSize?
  package var snippet: Snippet
  package var matches: [Match]
}
