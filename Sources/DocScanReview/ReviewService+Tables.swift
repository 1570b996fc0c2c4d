// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout
internal import DocScanStore

/// Decisions about the rows and columns of tables.
extension ReviewService {
  /// A row or column of a table.
  package struct TablePlace: Hashable, Sendable {
    package var document: String
    /// The number of the page in the document, counting from 1.
    package var page: Int
    /// The number of the table on the page, counting from 1.
    package var table: Int
    package var axis: GridEdit.Axis
    /// The number of the row or column, counting from 1.
    package var number: Int

    package init(document: String, page: Int, table: Int, axis: GridEdit.Axis, number: Int) {
      (self.document, self.page, self.table) = (document, page, table)
      (self.axis, self.number) = (axis, number)
    }
  }

  /// Splits a row or column at the widest gap that its cells share. Throws an error if the row or column doesn't exist or can't be split.
  @discardableResult
  package func split(_ place: TablePlace, by person: String) throws(BatchError) -> Edit {
    let (document, page, borders) = try borders(place)
    guard let border = borders.division(of: place.number - 1) else {
      let what = place.axis == .row ? "only one line of text" : "no space between words"
      throw .usage("\(Self.name(of: place)) has \(what), so it cannot be split.")
    }
    return try keep(in: document) { id, at in
      Edit(id: id, GridEdit(place.axis, isBorder: true), at: border, on: page, by: person, at: at)
    }
  }

  /// Joins a row with the next one below, or a column with the next one to the right. Throws if either doesn't exist.
  @discardableResult
  package func join(_ place: TablePlace, by person: String) throws(BatchError) -> Edit {
    let (document, page, borders) = try borders(place)
    guard let border = borders.border(after: place.number - 1) else {
      throw .usage("\(Self.name(of: place)) is the last one, so it can't be joined with another.")
    }
    return try keep(in: document) { id, at in
      Edit(id: id, GridEdit(place.axis, isBorder: false), at: border, on: page, by: person, at: at)
    }
  }

  private func borders(
    _ place: TablePlace
  ) throws(BatchError) -> (StoredDocument, RecognizedPage, TableBorders) {
    let (document, read) = try page(place.page, of: place.document, asStored: true)
    let known = Set(read.edits?.all.map(\.id) ?? [])
    let standing = document.edits.standing(on: read.page, sha256: read.document.sha256)
    let page = try read.with(standing.filter { !known.contains($0.id) }, among: standing, of: document)
    let name = "\(place.document), page \(place.page)"
    guard let tables = page.tables else {
      throw .usage("\(place.document) was made without the stage \"tables\". Process it again with --also tables.")
    }
    guard tables.indices.contains(place.table - 1) else {
      throw .usage(
        "\(name) has \(tables.isEmpty ? "no table" : tables.count == 1 ? "1 table" : "\(tables.count) tables").")
    }
    let borders = TableBorders(of: tables[place.table - 1], place.axis, on: page)
    guard (1...borders.count).contains(place.number) else {
      throw .usage(
        "\(name): table \(place.table) has \(borders.count) \(place.axis.rawValue)\(borders.count == 1 ? "" : "s").")
    }
    return (document, page, borders)
  }

  private static func name(of place: TablePlace) -> String {
    let axis = place.axis == .row ? "Row" : "Column"
    return "\(axis) \(place.number) of table \(place.table) on page \(place.page) of \(place.document)"
  }
}

extension RecognizedPage {
  /// Returns the page with the decisions that were made after its files were written.
  fileprivate func with(
    _ pending: [Edit], among standing: [Edit], of document: StoredDocument
  ) throws(BatchError) -> RecognizedPage {
    guard !pending.isEmpty else { return self }
    do {
      return try applying(standing).decidingGrids(pending)
    } catch {
      throw .usage("\(document.record.name), page \(page.number): \(error.message)")
    }
  }
}
