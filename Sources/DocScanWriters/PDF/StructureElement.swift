// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A part of a page that belongs together, for readers that speak or reflow (ISO 32000-1, 14.7.2).
struct StructureElement {
  /// The standard types of ISO 32000-1, 14.8.4, that a scan can have.
  enum Kind: String {
    case paragraph = "P"
    case heading = "H1"
    case caption = "Caption"
    case figure = "Figure"
  }

  let kind: Kind
  /// The number of its marked content on the page; nil for a picture without text.
  var content: Int?
  /// What a picture without text covers: left, bottom, right and top, in points.
  var bounds: [Double] = []

  /// What its dictionary says about its content, on a page with units of this many points.
  func entries(unit: Double) -> String {
    if let content { return "/K \(content)" }
    let box = bounds.map { PDFSyntax.number($0 / unit) }.joined(separator: " ")
    return "/A<</O/Layout/Placement/Block/BBox[\(box)]>>"
  }
}

extension StructureElement.Kind {
  /// What the text of a block is.
  init(_ block: BlockKind) {
    self =
      switch block {
      case .heading: .heading
      case .caption: .caption
      case .picture: .figure
      case .text, .table, .verticalText, .rule, .other: .paragraph
      }
  }
}
