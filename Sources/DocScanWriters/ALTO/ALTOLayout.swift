// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout

/// Writes the element `Page` of an ALTO file: blocks of paragraphs with their lines and words.
struct ALTOLayout {
  private let page: RecognizedPage
  private let xml: XMLFile
  let parts: [PagePart]

  init(page: RecognizedPage, xml: XMLFile) {
    (self.page, self.xml) = (page, xml)
    parts = page.parts
  }

  func write() throws(OutputError) {
    let size = page.image
    try xml.start(
      "Page",
      [
        ("ID", "page"), ("WIDTH", size.map { "\($0.width)" }), ("HEIGHT", size.map { "\($0.height)" }),
        ("PHYSICAL_IMG_NR", "\(page.page.number)"), ("PC", page.confidence.map { JSONValue.number($0).shortText }),
        ("LANG", page.language?.description),
      ])
    let printed = page.blocks.dropFirst().reduce(page.blocks.first?.box) { $0?.union($1.box) }
    try xml.start("PrintSpace", printed.map(place) ?? [])
    for (index, part) in zip(1..., parts) {
      switch part {
      case .block(let block): try write(block, identifier: "block\(index)")
      case .table(let table): try write(table, identifier: "block\(index)")
      }
    }
    try xml.end()
    try xml.end()
  }

  func writeTags() throws(OutputError) {
    let cells = parts.flatMap { part -> [TableGrid.Cell] in
      if case .table(let table) = part { table.grid.cells } else { [] }
    }
    guard !cells.isEmpty else { return }
    try xml.start("Tags")
    var seen: Set<String> = []
    for cell in cells where seen.insert(Self.tag(of: cell)).inserted {
      let spans = cell.rowSpan > 1 || cell.columnSpan > 1 ? ", \(cell.rowSpan) × \(cell.columnSpan)" : ""
      try xml.element(
        "LayoutTag",
        [
          ("ID", Self.tag(of: cell)), ("TYPE", cell.isHeader ? "table-header" : "table-cell"),
          ("LABEL", "row \(cell.row), column \(cell.column)\(spans)"),
        ])
    }
    try xml.end()
  }

  /// Returns the tag of a cell. Cells at the same position of different tables share a tag.
  private static func tag(of cell: TableGrid.Cell) -> String {
    "\(cell.isHeader ? "header" : "cell")_\(cell.row)_\(cell.column)_\(cell.rowSpan)_\(cell.columnSpan)"
  }

  /// Writes a table as a block of rows, each of which is a block of cells. Empty cells have no block.
  private func write(_ table: PageTable, identifier: String) throws(OutputError) {
    try xml.start("ComposedBlock", [("ID", identifier)] + place(table.box) + [("TYPE", BlockKind.table.rawValue)])
    var number = 0
    for (row, cells) in table.grid.cellsByRow.enumerated() {
      let filled = zip(number..., cells).filter { $0.0 < table.lines.count && !table.lines[$0.0].isEmpty }
      number += cells.count
      guard let first = filled.first?.1 else { continue }
      let box = filled.dropFirst().reduce(first.box) { $0.union($1.1.box) }
      try xml.start("ComposedBlock", [("ID", "\(identifier)_r\(row)")] + place(box) + [("TYPE", "row")])
      for (index, cell) in filled {
        for (part, paragraph) in zip(1..., Block(kind: .text, box: cell.box, lines: table.lines[index]).paragraphs) {
          try write(
            paragraph, language: nil, identifier: "\(identifier)_r\(row)_c\(cell.column)_\(part)",
            tag: Self.tag(of: cell))
        }
      }
      try xml.end()
    }
    try xml.end()
  }

  private func write(_ block: Block, identifier: String) throws(OutputError) {
    let attributes = [("ID", Optional(identifier))] + place(block.box)
    switch block.kind {
    case .picture: try xml.element("Illustration", attributes)
    case .rule: try xml.element("GraphicalElement", attributes)
    case .text, .title, .heading, .paragraph, .list, .caption, .footnote, .header, .footer, .pageNumber, .figure,
      .formula, .table, .verticalText, .other:
      try xml.start("ComposedBlock", attributes + [("TYPE", block.kind.rawValue)])
      for (index, paragraph) in zip(1..., block.paragraphs) {
        try write(paragraph, language: block.language, identifier: "\(identifier)_\(index)")
      }
      try xml.end()
    }
  }

  private func write(
    _ paragraph: Paragraph, language: String?, identifier: String, tag: String? = nil
  ) throws(OutputError) {
    let direction: String? =
      switch paragraph.direction {
      case .leftToRight: nil
      case .rightToLeft: "rtl"
      case .topToBottom: "ttb"
      }
    try xml.start(
      "TextBlock",
      [("ID", identifier), ("TAGREFS", tag)] + place(paragraph.box) + [
        ("ROTATION", paragraph.turn == 0 ? nil : "\(paragraph.turn)"),
        ("LANG", language.flatMap { LanguageTag(tesseract: $0)?.description }), ("BASEDIRECTION", direction),
      ])
    var before: Hyphenation?
    for (index, line) in paragraph.lines.enumerated() {
      let next = index + 1 < paragraph.lines.count ? paragraph.lines[index + 1].words.first : nil
      let after = Hyphenation(line.words.last, next)
      // The schema requires at least one string in each line.
      guard !line.words.isEmpty else { continue }
      try xml.start(
        "TextLine",
        [("ID", "\(identifier)_\(index + 1)")] + place(line.box) + [
          ("BASELINE", line.baselinePoints(in: page.imageSize))
        ])
      try write(line.words, identifier: "\(identifier)_\(index + 1)", before: before, after: after)
      try xml.end()
      before = after
    }
    try xml.end()
  }

  /// Writes the words of a line. `before` is the hyphenated word that ends in this line, `after` the one that begins in it.
  private func write(
    _ words: [Word], identifier: String, before: Hyphenation?, after: Hyphenation?
  ) throws(OutputError) {
    for (index, word) in words.enumerated() {
      if index > 0 {
        // Words that touch or overlap have no space, because the format doesn't allow negative widths.
        let space = Box(from: words[index - 1].box, to: word.box)
        if !separator(words[index - 1].text, word.text).isEmpty { try xml.element("SP", space.map(place) ?? []) }
      }
      let isFirstPart = index == words.count - 1 && after != nil
      // If a word is broken over three lines, its middle part counts as the end of the first part.
      let isSecondPart = index == 0 && before != nil
      let whole = isSecondPart ? before?.word : isFirstPart ? after?.word : nil
      try xml.element(
        "String",
        [("ID", "\(identifier)_\(index + 1)")] + place(word.box) + [
          ("CONTENT", isFirstPart ? after?.start : word.text),
          ("WC", JSONValue.number(word.confidence.rounded(toPlaces: 3)).shortText),
          ("CS", word.isEdited == true ? "true" : nil),
          ("SUBS_TYPE", isSecondPart ? "HypPart2" : isFirstPart ? "HypPart1" : nil), ("SUBS_CONTENT", whole),
        ])
    }
    if let after { try xml.element("HYP", [("CONTENT", after.hyphen)]) }
  }

  private func place(_ box: Box) -> [XMLFile.Attribute] {
    let box = PixelBox(box, in: page.imageSize)
    return [("HPOS", "\(box.left)"), ("VPOS", "\(box.top)"), ("WIDTH", "\(box.width)"), ("HEIGHT", "\(box.height)")]
  }
}

extension Box {
  /// Creates the box of the gap between two words of a line. Returns `nil` if the words touch or overlap.
  fileprivate init?(from first: Box, to second: Box) {
    let (left, right) = first.x <= second.x ? (first, second) : (second, first)
    guard right.x > left.maxX else { return nil }
    let top = min(first.y, second.y)
    self.init(x: left.maxX, y: top, width: right.x - left.maxX, height: max(first.maxY, second.maxY) - top)
  }
}
