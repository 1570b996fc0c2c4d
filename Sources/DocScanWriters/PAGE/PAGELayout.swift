// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout

/// Writes the element `Page` of a PAGE-XML file: the reading order, and regions with their lines and words.
struct PAGELayout {
  let page: RecognizedPage
  let xml: XMLFile

  func write(image: String) throws(OutputError) {
    let size = page.imageSize
    let resolution = size.dpi > 0 ? JSONValue.number(size.dpi.rounded(toPlaces: 2)).shortText : nil
    let languages = page.languages.compactMap { LanguageTag(tesseract: $0) }.compactMap(PAGELanguage.name(of:))
    try xml.start(
      "Page",
      [
        ("imageFilename", image), ("imageWidth", "\(size.width)"), ("imageHeight", "\(size.height)"),
        ("imageXResolution", resolution), ("imageYResolution", resolution),
        ("imageResolutionUnit", resolution.map { _ in "PPI" }), ("type", page.status == .blank ? "blank" : nil),
        ("primaryLanguage", languages.first), ("secondaryLanguage", languages.dropFirst().first),
        ("conf", page.confidence.map(number)),
      ])
    let regions = page.parts.enumerated().flatMap { index, part in
      switch part {
      case .block(let block): self.regions(of: block, number: index + 1)
      case .table(let table):
        [Region(identifier: "r\(index + 1)", kind: .table, box: table.box, table: table)]
      }
    }
    if !regions.isEmpty {
      try xml.start("ReadingOrder")
      try xml.start("OrderedGroup", [("id", "order")])
      for (index, region) in regions.enumerated() {
        try xml.element("RegionRefIndexed", [("index", "\(index)"), ("regionRef", region.identifier)])
      }
      try xml.end()
      try xml.end()
    }
    for region in regions { try write(region) }
    try xml.end()
  }

  /// A region with its own position in the reading order.
  private struct Region {
    var identifier: String
    var kind: BlockKind
    var box: Box
    /// The name of the region's language, or `nil` for the page's language.
    var language: String?
    /// The paragraphs, which are empty in regions without text.
    var paragraphs: [Paragraph] = []
    /// The table with its cells, or `nil` if the cells are unknown.
    var table: PageTable?
  }

  /// Returns the regions of a block: one for each paragraph, or a single one for a table.
  private func regions(of block: Block, number: Int) -> [Region] {
    let identifier = "r\(number)"
    let language = block.language.flatMap { LanguageTag(tesseract: $0) }.flatMap(PAGELanguage.name(of:))
    switch block.kind {
    case .picture, .rule: return [Region(identifier: identifier, kind: block.kind, box: block.box)]
    case .table:
      return [
        Region(
          identifier: identifier, kind: .table, box: block.box, language: language, paragraphs: block.paragraphs)
      ]
    case .text, .title, .heading, .paragraph, .list, .caption, .footnote, .header, .footer, .pageNumber, .figure,
      .formula, .verticalText, .other:
      return zip(1..., block.paragraphs).map { index, paragraph in
        Region(
          identifier: "\(identifier)_\(index)", kind: block.kind, box: paragraph.box, language: language,
          paragraphs: [paragraph])
      }
    }
  }

  private func write(_ region: Region) throws(OutputError) {
    switch region.kind {
    case .picture: try xml.start("ImageRegion", [("id", region.identifier)])
    case .rule: try xml.start("SeparatorRegion", [("id", region.identifier)])
    case .table:
      try xml.start(
        "TableRegion",
        [
          ("id", region.identifier), ("rows", region.table.map { "\($0.grid.rows)" }),
          ("columns", region.table.map { "\($0.grid.columns)" }),
        ])
    case .text, .title, .heading, .paragraph, .list, .caption, .footnote, .header, .footer, .pageNumber, .figure,
      .formula, .verticalText, .other:
      for paragraph in region.paragraphs {
        try write(paragraph, kind: region.kind, language: region.language, identifier: region.identifier)
      }
      return
    }
    try writeCoordinates(region.box)
    for (index, paragraph) in zip(1..., region.paragraphs) {
      try write(paragraph, kind: .text, language: region.language, identifier: "\(region.identifier)_\(index)")
    }
    if let table = region.table {
      for (index, cell) in table.grid.cells.enumerated() {
        try write(cell, lines: table.lines[index], identifier: "\(region.identifier)_\(cell.row)_\(cell.column)")
      }
    }
    try xml.end()
  }

  /// Writes a cell as a region with its position in the table, even if it has no text.
  private func write(_ cell: TableGrid.Cell, lines: [Line], identifier: String) throws(OutputError) {
    try xml.start("TextRegion", [("id", identifier), ("type", "paragraph")])
    try writeCoordinates(cell.box)
    try xml.start("Roles")
    try xml.element(
      "TableCellRole",
      [
        ("rowIndex", "\(cell.row)"), ("columnIndex", "\(cell.column)"), ("rowSpan", "\(cell.rowSpan)"),
        ("colSpan", "\(cell.columnSpan)"), ("header", cell.isHeader ? "true" : "false"),
      ])
    try xml.end()
    for (index, line) in zip(1..., lines) { try write(line, identifier: "\(identifier)_l\(index)") }
    try write(cell.text, confidence: cell.text.isEmpty ? nil : cell.confidence)
    try xml.end()
  }

  private func write(
    _ paragraph: Paragraph, kind: BlockKind, language: String?, identifier: String
  ) throws(OutputError) {
    let type =
      switch kind {
      case .title, .heading: "heading"
      case .caption: "caption"
      case .footnote: "footnote"
      case .header: "header"
      case .footer: "footer"
      case .pageNumber: "page-number"
      case .text, .paragraph, .list, .verticalText, .table: "paragraph"
      case .picture, .figure, .formula, .rule, .other: "other"
      }
    let direction: String? =
      switch paragraph.direction {
      case .leftToRight: nil
      case .rightToLeft: "right-to-left"
      case .topToBottom: "top-to-bottom"
      }
    let turn = paragraph.turn
    try xml.start(
      "TextRegion",
      [
        ("id", identifier), ("type", type),
        // The format's angle is the clockwise rotation that makes the region upright, from -179.999 to 180 degrees.
        ("orientation", turn == 0 ? nil : "\(turn == 270 ? -90 : turn)"),
        ("readingDirection", direction),
        ("primaryLanguage", language), ("textLineOrder", paragraph.direction == .topToBottom ? "right-to-left" : nil),
      ])
    try writeCoordinates(paragraph.box)
    for (index, line) in zip(1..., paragraph.lines) { try write(line, identifier: "\(identifier)_l\(index)") }
    let words = paragraph.lines.flatMap(\.words)
    try write(
      paragraph.lines.map(\.text).joined(separator: "\n"), confidence: words.isEmpty ? nil : meanConfidence(words))
    try xml.end()
  }

  private func write(_ line: Line, identifier: String) throws(OutputError) {
    try xml.start("TextLine", [("id", identifier)])
    try writeCoordinates(line.box)
    if let points = line.baselinePoints(in: page.imageSize) { try xml.element("Baseline", [("points", points)]) }
    for (index, word) in zip(1..., line.words) {
      try xml.start("Word", [("id", "\(identifier)_w\(index)")])
      try writeCoordinates(word.box)
      try write(word.text, confidence: word.confidence)
      try xml.end()
    }
    try write(line.text, confidence: line.confidence)
    try xml.end()
  }

  private func write(_ text: String, confidence: Double?) throws(OutputError) {
    try xml.start("TextEquiv", [("conf", confidence.map(number))])
    try xml.element("Unicode", text: text)
    try xml.end()
  }

  /// Writes the outline of a box, clockwise from the upper left corner.
  private func writeCoordinates(_ box: Box) throws(OutputError) {
    let box = PixelBox(box, in: page.imageSize)
    let corners = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
    try xml.element("Coords", [("points", corners.map { "\($0),\($1)" }.joined(separator: " "))])
  }

  private func number(_ share: Double) -> String { JSONValue.number(share.rounded(toPlaces: 3)).shortText }
}
