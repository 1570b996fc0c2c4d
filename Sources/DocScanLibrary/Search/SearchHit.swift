// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A page that has what somebody looked for.
public struct SearchHit: Encodable, Hashable, Sendable {
  /// A place on the page.
  public struct Match: Encodable, Hashable, Sendable {
    /// The text there.
    public var text: String
    /// The numbers of its words among all words of the page in reading order, from 0.
    public var words: [Int]
    /// Around its words, one box for each line; in pixels of the page's image, from its top-left corner.
    public var boxes: [Box]
  }

  /// A piece of the page's text around the first matches.
  public struct Snippet: Encodable, Hashable, Sendable {
    public var text: String
    /// Where matches are in it: first character and length, in Unicode code points.
    public var marks: [[Int]]
  }

  /// The document's name: its folder, from the library.
  public var document: String
  /// The number of the page in the document, from 1.
  public var page: Int
  /// The page's JSON, from the library.
  public var file: String
  /// The document's PDF, from the library; nil where it has none.
  public var pdf: String?
  /// How likely it is that the page says this, 0 to 1; less than 1 only where misread words were looked for as well.
  public var likelihood: Double
  /// The page's picture; nil where it has none.
  public var image: RasterSize?
  public var snippet: Snippet
  public var matches: [Match]
}
