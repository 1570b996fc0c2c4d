// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout
internal import DocScanLibrary
internal import DocScanStore
internal import DocScanWriters

/// The website's data for one page: compact lists instead of the page JSON's objects, in whole pixels.
struct PageData {
  /// The number of cells across and down in the grid of a dewarped page.
  private static let meshCells = 8

  let page: RecognizedPage
  /// The record of the page's document, or `nil` if unknown. The page may belong to the record's invoice.
  var record: DocumentRecord?
  /// Whether the picture shows the page as loaded. The boxes are then converted to that page's pixels.
  let showsSource: Bool

  /// The page's data. `size` and `boxes` are in pixels of the picture that is shown, `grid` in pixels of the page as loaded.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "number": .number(Double(page.page.number)), "status": .string(page.status.rawValue),
      "blocks": .array(page.blocks.map(block)), "confidence": number(page.confidence, places: 3),
      "language": .string(language),
    ]
    if let size = showsSource ? page.source : page.image { members["size"] = self.size(size) }
    if let source = page.source, !page.map.isIdentity {
      members["source"] = size(source)
      members["grid"] = grid
    }
    if let expected = page.expected { members["grade"] = .string(expected.grade.rawValue) }
    if page.hasNoText { members["noText"] = .boolean(true) }
    if let edits = page.edits { members["edits"] = .array(edits.entries.map { edit($0.edit) }) }
    if let fields { members["fields"] = fields }
    if isOfInvoice { members["invoice"] = .boolean(true) }
    if let failure = page.failure { members["failure"] = .string(failure.message) }
    if page.blocks.allSatisfy({ $0.lines.isEmpty }), !page.text.isEmpty { members["text"] = .string(page.text) }
    if let detections = page.detections { members["detections"] = .array(detections.map(detection)) }
    if let barcodes = page.barcodes { members["barcodes"] = .array(barcodes.map(barcode)) }
    if let tables = page.tables, !tables.isEmpty { members["tables"] = .array(page.grids.map(table)) }
    if let translations = page.translations { members["translations"] = .array(translations.map(translation)) }
    return .object(members)
  }

  /// The BCP 47 tag of the detected language, or empty if no language was detected.
  private var language: String {
    page.textLanguage?.tag ?? (page.languageConfidence == nil ? nil : page.language?.description) ?? ""
  }

  // MARK: Text

  /// Returns a block: `[kind, [line…]]`.
  private func block(_ block: Block) -> JSONValue {
    .array([.string(block.kind.rawValue), .array(block.lines.map(line))])
  }

  /// Returns a line: `[x, y, width, height, [word…], 1 if a paragraph begins]`.
  private func line(_ line: Line) -> JSONValue {
    .array(
      box(line.box) + [.array(line.words.map(word)), .number(line.startsParagraph == true ? 1 : 0)])
  }

  /// Whether the page belongs to an invoice, which has more fields than a receipt.
  private var isOfInvoice: Bool { record?.invoice?.pages.contains(page.page.number) ?? false }

  /// The fields of the page's receipt or invoice: `[name, value, box or null, mark, whether a reviewer corrected it]`. `nil` without either.
  private var fields: JSONValue? {
    guard page.receipt != nil || isOfInvoice else { return nil }
    let entry = record.flatMap { LedgerEntry(page, in: $0) } ?? LedgerEntry(page, document: "")
    return .array(
      DecidedField.shown.compactMap { field in
        guard let found = page.shown(field, of: record?.invoice) else { return nil }
        // The ledger leaves out what is more likely wrong than right.
        let isLeftOut =
          switch (entry, field) {
          case (let entry?, .buyer): entry.buyer == nil
          case (let entry?, .dueDate): entry.dueDate == nil
          case (let entry?, .iban): entry.ibans == nil
          case _: false
          }
        return .array([
          .string(field.rawValue), .string(found.value), found.box.map { .array(box($0)) } ?? .null,
          .string(entry?.mark(field.rawValue) ?? (isLeftOut && !found.isEdited ? "?" : "")), .boolean(found.isEdited),
        ])
      })
  }

  /// Returns a correction: `[previous text, corrected text, reviewer, day]`.
  private func edit(_ edit: Edit) -> JSONValue {
    .array([.string(edit.old), .string(edit.new), .string(edit.by), .string(String(edit.at.prefix(10)))])
  }

  private func decision(about word: Word) -> Int? {
    let middle = Point(x: word.box.x + word.box.width / 2, y: word.box.y + word.box.height / 2)
    return page.edits?.entries.lastIndex { entry in
      let box = Box(around: entry.edit.quad.map(page.map.image))
      return box.x <= middle.x && middle.x <= box.maxX && box.y <= middle.y && middle.y <= box.maxY
    }
  }

  /// Returns a word: `[x, y, width, height, text, confidence, [[candidate, confidence]…], index of correction]`. The last two are optional.
  private func word(_ word: Word) -> JSONValue {
    var list = box(word.box) + [.string(word.text), number(word.confidence, places: 3)]
    if let candidates = word.candidates, candidates.count > 1 {
      list.append(
        .array(candidates.map { .array([.string($0.text), number($0.confidence, places: 3)]) }))
    }
    if word.isEdited == true, let decision = decision(about: word) {
      list += [.array([]), .number(Double(decision))]
    }
    return .array(list)
  }

  private func detection(_ found: Detection) -> JSONValue {
    var members: [String: JSONValue] = [
      "type": .string(found.type.rawValue), "text": .string(found.text), "value": .string(found.value),
      "confidence": number(found.confidence, places: 3), "box": .array(box(found.box)),
    ]
    if let currency = found.currency { members["currency"] = .string(currency) }
    return .object(members)
  }

  private func barcode(_ code: Barcode) -> JSONValue {
    .object([
      "type": .string(code.format.rawValue), "text": .string(code.text),
      "box": .array(box(Box(around: code.quad))),
    ])
  }

  /// Returns a table. `csv` is the text to copy. A cell is `[row, column, row span, column span, header, text,
  /// confidence, box, words, suggestion or null, difference of a sum or null, whether it is a number]`.
  private func table(_ table: TableGrid) -> JSONValue {
    .object([
      "box": .array(box(table.parts.first?.box ?? Box(around: []))), "rows": .number(Double(table.rows)),
      "columns": .number(Double(table.columns)), "headers": .number(Double(table.headerRows)),
      "csv": .string(TableCSV.text(of: table)),
      "cells": .array(
        table.cells.map { cell in
          .array(
            [cell.row, cell.column, cell.rowSpan, cell.columnSpan, cell.isHeader ? 1 : 0].map { .number(Double($0)) }
              + [
                .string(cell.text), number(cell.confidence, places: 3), .array(box(cell.box)),
                .array(cell.words.map { .number(Double($0)) }), cell.suggestion.map { .string($0) } ?? .null,
                cell.difference.map { .string($0) } ?? .null, .boolean(cell.isNumber),
              ])
        }),
    ])
  }

  private func translation(_ translation: Translation) -> JSONValue {
    .object([
      "to": .string(translation.to), "provider": .string(translation.provider), "text": .string(translation.text),
    ])
  }

  // MARK: Geometry

  private func size(_ size: RasterSize) -> JSONValue {
    .array([.number(Double(size.width)), .number(Double(size.height))])
  }

  /// Returns a box as `x, y, width, height` in pixels of the picture that is shown.
  private func box(_ box: Box) -> [JSONValue] {
    var shown = box
    if showsSource, !page.map.isIdentity {
      let corners = [(box.x, box.y), (box.maxX, box.y), (box.maxX, box.maxY), (box.x, box.maxY)]
      shown = Box(around: corners.map { page.map.source(Point(x: $0.0, y: $0.1)) })
    }
    return [shown.x, shown.y, shown.width, shown.height].map { number($0) }
  }

  /// The position of the corrected page on the page as loaded: the nodes of a grid, row by row, in pixels of the page as loaded.
  private var grid: JSONValue {
    guard let image = page.image else { return .null }
    let cells = page.map.mesh == nil ? 1 : Self.meshCells
    let rows = (0...cells).map { row in
      JSONValue.array(
        (0...cells).map { column in
          let point = page.map.source(
            Point(
              x: Double(image.width) * Double(column) / Double(cells),
              y: Double(image.height) * Double(row) / Double(cells)))
          return .array([number(point.x), number(point.y)])
        })
    }
    return .array(rows)
  }

  private func number(_ value: Double?, places: Int = 0) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .number(value.rounded(toPlaces: places))
  }
}
