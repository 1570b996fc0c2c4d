// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// The text that a PDF page has already; boxes are in pixels of an image of the displayed page.
public struct ExistingText: Hashable, Sendable {
  public let blocks: [Block]

  /// The page's text: lines end with a line feed, blocks are separated by an empty line.
  public var text: String { pageText(blocks) }
}
