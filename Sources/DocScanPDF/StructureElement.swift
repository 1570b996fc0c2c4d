// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// A structure element of a page in a tagged PDF, for screen readers and reflow (ISO 32000-1, 14.7.2).
package struct StructureElement {
  /// The standard structure types in use (ISO 32000-1, 14.8.4).
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
  /// The number of the marked-content sequence on the page, or `nil` for a picture without text.
  var content: Int?
  /// The bounding box of a picture without text: left, bottom, right, and top, in points.
  var bounds: [Double] = []
  /// The BCP 47 tag of the element's language, or `nil` for the parent's language.
  var language: String?
  /// The title for the user, in ASCII, or `nil` if the element has none.
  var title: String?
  /// The text that screen readers read instead of the content (`ActualText`), or `nil` if they read the content.
  var replacement: String?
  /// The spans and the scope of a table cell, or `nil` for other elements.
  var cell: CellAttributes?
  /// The child elements, if there is more than one marked-content sequence.
  var parts: [StructureElement] = []

  var contentCount: Int { parts.reduce(content == nil ? 0 : 1) { $0 + $1.contentCount } }

  /// The dictionary entries besides the type and the content (14.9.2, 14.9.4).
  var properties: String {
    // Programs that show the structure, such as pdfinfo, print titles without decoding them.
    (title.map { "/T" + String(decoding: PDFSyntax.literalString($0.utf8), as: UTF8.self) } ?? "")
      + (cell?.entry ?? "") + (language.map { "/Lang(\($0))" } ?? "")
      + (replacement.map { "/ActualText \(PDFSyntax.textString($0))" } ?? "")
  }

  /// Returns the dictionary entries for the content. `unit` is the size of a page unit, in points.
  func entries(unit: Double) -> String {
    if let content { return "/K \(content)" }
    guard !bounds.isEmpty else { return "" }
    let box = bounds.map { PDFSyntax.number($0 / unit) }.joined(separator: " ")
    return "/A<</O/Layout/Placement/Block/BBox[\(box)]>>"
  }
}

extension StructureElement {
  /// The table attributes of a cell (14.8.5.7).
  struct CellAttributes {
    var rowSpan: Int
    var columnSpan: Int
    /// The header scope, "Column" or "Row", or `nil` for a cell that isn't a header.
    var scope: String?

    fileprivate var entry: String {
      let attributes =
        (rowSpan > 1 ? "/RowSpan \(rowSpan)" : "") + (columnSpan > 1 ? "/ColSpan \(columnSpan)" : "")
        + (scope.map { "/Scope/\($0)" } ?? "")
      return attributes.isEmpty ? "" : "/A<</O/Table\(attributes)>>"
    }
  }

  /// Creates a table. `parts` contains the elements of each cell, by the cells' indices in the grid.
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

  /// Creates the type for an element of a page. Returns `nil` for a running head, which isn't part of the text.
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
