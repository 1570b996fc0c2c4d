// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A part of a page that belongs together, for readers that speak or reflow (ISO 32000-1, 14.7.2).
struct StructureElement {
  /// The standard types of ISO 32000-1, 14.8.4, that a page can have.
  enum Kind: String {
    case paragraph = "P"
    case heading = "H1"
    case caption = "Caption"
    case figure = "Figure"
    case division = "Div"
  }

  let kind: Kind
  /// The number of its marked content on the page; nil for a picture without text.
  var content: Int?
  /// What a picture without text covers: left, bottom, right and top, in points.
  var bounds: [Double] = []
  /// The language of what it says as BCP 47 names it; nil where that is the language of what it belongs to.
  var language: String?
  /// What people call it, in ASCII; nil for most.
  var title: String?
  /// What it says in place of its content; nil where the content says it.
  var replacement: String?
  /// What it consists of, where that is more than one piece of content.
  var parts: [StructureElement] = []

  /// What its dictionary says of it besides its kind and its content (14.9.2, 14.9.4).
  var properties: String {
    // Programs that show a structure, such as pdfinfo, print titles without decoding them.
    (title.map { "/T" + String(decoding: PDFSyntax.literalString($0.utf8), as: UTF8.self) } ?? "")
      + (language.map { "/Lang(\($0))" } ?? "") + (replacement.map { "/ActualText \(PDFSyntax.textString($0))" } ?? "")
  }

  /// What its dictionary says about its content, on a page with units of this many points.
  func entries(unit: Double) -> String {
    if let content { return "/K \(content)" }
    guard !bounds.isEmpty else { return "" }
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
