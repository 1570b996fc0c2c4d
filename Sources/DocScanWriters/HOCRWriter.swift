// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import DocScanLayout

/// Writes `<name>.hocr`: all pages as XHTML with the positions of lines and words (hOCR 1.2). A failed page is an empty page.
package final class HOCRWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "hocr", abstract: "hOCR 1.2: one XHTML file with the text and the positions of blocks, lines and words.",
    settings: [places.erased])

  private static let places = Setting(
    "places", default: true,
    help:
      "Whether a short script in the file makes browsers show each word in its place, over the page's picture if the "
      + "images writer saves it.")

  private static let capabilities = """
    ocr_page ocr_carea ocr_table ocr_par ocr_line ocr_header ocr_caption ocr_photo ocr_separator ocrx_word ocrp_lang \
    ocrp_dir ocrp_wconf
    """

  private let xml: XMLFile
  private let destination: WriterDestination

  package static let ending: String? = "hocr"
  package static let mediaType: String? = "application/xhtml+xml"

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    self.destination = destination
    xml = try XMLFile(try destination.file(ending: "hocr"), isHTML: true)
    let version = destination.versions["docscan"].map { " " + $0 } ?? ""
    let engine = destination.versions["Tesseract"].map { " with Tesseract \($0)" } ?? ""
    try xml.start("html", [("xmlns", "http://www.w3.org/1999/xhtml")])
    try xml.start("head")
    try xml.element("meta", [("charset", "utf-8")])
    try xml.element("title", text: destination.metadata.title ?? destination.baseName)
    try xml.element("meta", [("name", "ocr-system"), ("content", "docscan\(version)\(engine)")])
    try xml.element("meta", [("name", "ocr-capabilities"), ("content", Self.capabilities)])
    if settings[Self.places] { try xml.element("script", text: HOCRPlaces.script) }
    try xml.end()
    try xml.start("body")
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let page = page.result.page
    let number = page.page.number
    try xml.start("div", [("class", "ocr_page"), ("id", "page_\(number)"), ("title", title(of: page))])
    for (index, part) in zip(1..., page.parts) {
      switch part {
      case .block(let block): try write(block, identifier: "\(number)_\(index)", page: page)
      case .table(let table): try write(table, identifier: "\(number)_\(index)", page: page)
      }
    }
    try xml.end()
    try xml.flush()
  }

  package func finish() throws(OutputError) { try xml.finish() }

  private func title(of page: RecognizedPage) -> String {
    let size = page.imageSize
    let resolution = Int(size.dpi.rounded())
    let properties = [
      "image \(Escape.hocr(destination.image(of: page).name))", Self.bbox(PixelBox(size)),
      "ppageno \(page.page.number - 1)", resolution > 0 ? "scan_res \(resolution) \(resolution)" : nil,
      "x_source \(Escape.hocr(page.page.source)) \(Escape.hocr(String(page.page.sourcePage)))",
    ]
    return properties.compactMap(\.self).joined(separator: "; ")
  }

  private func write(_ block: Block, identifier: String, page: RecognizedPage) throws(OutputError) {
    let bbox = Self.bbox(PixelBox(block.box, in: page.imageSize))
    switch block.kind {
    case .picture, .rule:
      let name = block.kind == .picture ? "ocr_photo" : "ocr_separator"
      return try xml.element("div", [("class", name), ("id", "block_\(identifier)"), ("title", bbox)])
    case .text, .title, .heading, .paragraph, .list, .caption, .footnote, .header, .footer, .pageNumber, .figure,
      .formula, .table, .verticalText, .other:
      break
    }
    // The lines of a table block are its rows.
    let name = block.kind == .table ? "ocr_table" : "ocr_carea"
    try xml.start("div", [("class", name), ("id", "block_\(identifier)"), ("title", bbox)])
    for (index, paragraph) in zip(1..., block.paragraphs) {
      let paragraphIdentifier = "\(identifier)_\(index)"
      try xml.start(
        "p",
        [
          ("class", "ocr_par"), ("id", "par_\(paragraphIdentifier)"), ("lang", page.language(of: block)?.description),
          ("dir", paragraph.direction == .rightToLeft ? "rtl" : nil),
          ("title", Self.bbox(PixelBox(paragraph.box, in: page.imageSize))),
        ])
      for (index, line) in zip(1..., paragraph.lines) {
        try write(line, kind: block.kind, identifier: "\(paragraphIdentifier)_\(index)", size: page.imageSize)
      }
      try xml.end()
    }
    try xml.end()
  }

  private func write(_ table: PageTable, identifier: String, page: RecognizedPage) throws(OutputError) {
    try xml.start(
      "table",
      [
        ("class", "ocr_table"), ("id", "block_\(identifier)"),
        ("title", Self.bbox(PixelBox(table.box, in: page.imageSize))),
      ])
    var number = 0
    for cells in table.grid.cellsByRow {
      try xml.start("tr")
      for cell in cells {
        try xml.start(
          cell.isHeader ? "th" : "td",
          [
            ("title", Self.bbox(PixelBox(cell.box, in: page.imageSize))),
            ("rowspan", cell.rowSpan > 1 ? "\(cell.rowSpan)" : nil),
            ("colspan", cell.columnSpan > 1 ? "\(cell.columnSpan)" : nil),
          ])
        for (index, line) in zip(1..., table.lines[number]) {
          try write(
            line, kind: .table, identifier: "\(identifier)_\(cell.row)_\(cell.column)_\(index)", size: page.imageSize)
        }
        try xml.end()
        number += 1
      }
      try xml.end()
    }
    try xml.end()
  }

  private func write(_ line: Line, kind: BlockKind, identifier: String, size: RasterSize) throws(OutputError) {
    let name =
      switch kind {
      case .title: "ocr_title"
      case .heading: "ocr_header"
      case .caption: "ocr_caption"
      case .header: "ocr_header"
      case .footer: "ocr_footer"
      case .pageNumber: "ocr_pageno"
      case .footnote: "ocr_footer"
      case .text, .paragraph, .list, .figure, .formula, .table, .verticalText, .picture, .rule, .other: "ocr_line"
      }
    let box = PixelBox(line.box, in: size)
    try xml.start(
      "span",
      [
        ("class", name), ("id", "line_\(identifier)"),
        ("title", [Self.bbox(box), Self.baseline(line, box: box)].compactMap(\.self).joined(separator: "; ")),
      ])
    var before = ""
    for (index, word) in zip(1..., line.words) {
      let space = separator(before, word.text)
      if !space.isEmpty { try xml.text(space) }
      let confidence = Int((word.confidence * 100).rounded())
      try xml.inline(
        "span",
        [
          ("class", "ocrx_word"), ("id", "word_\(identifier)_\(index)"),
          ("title", "\(Self.bbox(PixelBox(word.box, in: size))); x_wconf \(confidence)"),
        ], text: word.text)
      before = word.text
    }
    try xml.end()
  }

  private static func bbox(_ box: PixelBox) -> String { "bbox \(box.left) \(box.top) \(box.right) \(box.bottom)" }

  /// Returns a rotated line's angle as an hOCR property, or the baseline's slope and offset from the box's lower left, or `nil` if unknown.
  private static func baseline(_ line: Line, box: PixelBox) -> String? {
    if line.turn != 0 { return "textangle \(line.turn)" }
    guard let first = line.baseline.first, let last = line.baseline.last, last.x > first.x else { return nil }
    let slope = ((last.y - first.y) / (last.x - first.x)).rounded(toPlaces: 4)
    // Points above each other have no finite slope.
    let offset = Int(exactly: (first.y - Double(box.bottom) - slope * (first.x - Double(box.left))).rounded())
    return offset.map { "baseline \(JSONValue.number(slope + 0).shortText) \($0)" }
  }
}
