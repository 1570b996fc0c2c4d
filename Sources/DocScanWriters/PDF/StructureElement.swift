// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A part of a page that belongs together, for readers that speak or reflow (ISO 32000-1, 14.7.2).
struct StructureElement {
  /// The standard types of ISO 32000-1, 14.8.4, that a page can have.
  enum Kind: String {
    case paragraph = "P"
    case heading = "H1"
    case heading2 = "H2"
    case heading3 = "H3"
    case heading4 = "H4"
    case heading5 = "H5"
    case heading6 = "H6"
    case caption = "Caption"
    case figure = "Figure"
    case note = "Note"
    case list = "L"
    case item = "LI"
    case itemBody = "LBody"
    case division = "Div"
    case table = "Table"
    case tableRow = "TR"
    case tableHeader = "TH"
    case tableCell = "TD"
  }

  let kind: Kind
  /// The number of its marked content on the page; nil for a picture without text.
  var content: Int?
  /// What a picture without text covers: left, bottom, right and top, in points.
  var bounds: [Double] = []
  /// The language of what it says as BCP 47 names it; nil if that is the language of what it belongs to.
  var language: String?
  /// What people call it, in ASCII; nil for most.
  var title: String?
  /// What it says in place of its content; nil if the content says it.
  var replacement: String?
  /// Of a cell how many rows and columns it takes up, and of which of them it is the header; nil for everything else.
  var cell: CellAttributes?
  /// What it consists of, where that is more than one piece of content.
  var parts: [StructureElement] = []

  /// How many pieces of content belong to it and its parts.
  var contentCount: Int { parts.reduce(content == nil ? 0 : 1) { $0 + $1.contentCount } }

  /// What its dictionary says of it besides its kind and its content (14.9.2, 14.9.4).
  var properties: String {
    // Programs that show a structure, such as pdfinfo, print titles without decoding them.
    (title.map { "/T" + String(decoding: PDFSyntax.literalString($0.utf8), as: UTF8.self) } ?? "")
      + (cell?.entry ?? "") + (language.map { "/Lang(\($0))" } ?? "")
      + (replacement.map { "/ActualText \(PDFSyntax.textString($0))" } ?? "")
  }

  /// What its dictionary says about its content, on a page with units of this many points.
  func entries(unit: Double) -> String {
    if let content { return "/K \(content)" }
    guard !bounds.isEmpty else { return "" }
    let box = bounds.map { PDFSyntax.number($0 / unit) }.joined(separator: " ")
    return "/A<</O/Layout/Placement/Block/BBox[\(box)]>>"
  }
}

extension StructureElement {
  /// What a cell's dictionary says of its place in the table (14.8.5.7).
  struct CellAttributes {
    var rowSpan: Int
    var columnSpan: Int
    /// "Column" or "Row"; nil for a cell that is no header.
    var scope: String?

    fileprivate var entry: String {
      let attributes =
        (rowSpan > 1 ? "/RowSpan \(rowSpan)" : "") + (columnSpan > 1 ? "/ColSpan \(columnSpan)" : "")
        + (scope.map { "/Scope/\($0)" } ?? "")
      return attributes.isEmpty ? "" : "/A<</O/Table\(attributes)>>"
    }
  }

  /// A table whose cells consist of these parts, by their numbers in the grid.
  init(_ table: TableGrid, _ parts: [[StructureElement]]) {
    self.init(kind: .table)
    let headers = table.headerRows
    var number = 0
    self.parts = table.cellsByRow.map { cells in
      var row = StructureElement(kind: .tableRow)
      row.parts = cells.map { cell in
        defer { number += 1 }
        let scope = cell.isHeader ? (cell.row < headers ? "Column" : "Row") : nil
        return StructureElement(
          kind: cell.isHeader ? .tableHeader : .tableCell,
          cell: CellAttributes(rowSpan: cell.rowSpan, columnSpan: cell.columnSpan, scope: scope),
          parts: parts.indices.contains(number) ? parts[number] : [])
      }
      return row
    }
  }
}

extension StructureElement.Kind {
  private static let headings: [Self] = [.heading, .heading2, .heading3, .heading4, .heading5, .heading6]

  /// What an element of a page is; nil for what runs along the edges of pages, which is no part of the text.
  init?(_ element: PageElement) {
    switch element.kind {
    case .header, .footer, .pageNumber: return nil
    case .title: self = .heading
    case .heading: self = Self.headings[min(max((element.level ?? 1) - 1, 0), Self.headings.count - 1)]
    case .footnote: self = .note
    case .list: self = .itemBody
    case .caption, .text, .paragraph, .figure, .formula, .table, .verticalText, .picture, .rule, .other:
      self = Self(element.kind)
    }
  }

  /// What the text of a block is.
  init(_ block: BlockKind) {
    self =
      switch block {
      case .title, .heading: .heading
      case .caption: .caption
      case .picture: .figure
      case .text, .paragraph, .list, .footnote, .header, .footer, .pageNumber, .figure, .formula, .table, .verticalText,
        .rule, .other:
        .paragraph
      }
  }
}
