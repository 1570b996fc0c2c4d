// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A line of text on a page.
public struct DrawnLine: Hashable, Sendable {
  public let text: String
  /// The start of the baseline, in points from the page's top-left corner.
  public let start: Point
  public let font: PageFont
  /// The line's words, with boxes in points.
  public let words: [DrawnWord]
}
