// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import CXLSXWriter
package import DocScanFiles
package import DocScanLayout
internal import Glibc

/// A workbook with a sheet for each table (Office Open XML, ECMA-376): typed values, and comments on doubtful cells. libxlsxwriter writes into an
/// anonymous file in memory. Equal tables give equal bytes. The number of cells is limited, because the workbook stays in memory until it is
/// finished.
@safe
package final class XLSXFile {
  private static let mostSheets = 2000
  private static let mostCells = 2_000_000
  /// The range of column widths, in characters.
  private static let columnWidths = 6.0...60.0
  private static let doubtColor: lxw_color_t = 0xFFE699

  private struct Style: Hashable {
    var isBold = false
    var isDoubtful = false
    var isWrapped = false
    var number = ""
  }

  private let descriptor: Int32
  private let workbook: UnsafeMutablePointer<lxw_workbook>
  private var formats: [Style: UnsafeMutablePointer<lxw_format>] = unsafe [:]
  private var names = SheetNames()
  private var isClosed = false
  private(set) package var sheets = 0
  private var cells = 0
  private let path: String

  /// Begins a workbook. The path is only used in messages. Throws if memory is insufficient.
  package init(path: String) throws(OutputError) {
    self.path = path
    descriptor = linux_memory_file(nil, 0)
    guard descriptor >= 0 else { throw OutputError(operation: "write", path: path, code: errno) }
    guard let workbook = unsafe workbook_new("/proc/self/fd/\(descriptor)") else {
      Glibc.close(descriptor)
      throw OutputError(operation: "write", path: path, code: ENOMEM)
    }
    unsafe self.workbook = workbook
  }

  deinit {
    if !isClosed { unsafe lxw_workbook_free(workbook) }
    Glibc.close(descriptor)
  }

  /// Adds a sheet with a table. Returns `false` if the workbook is full, so the table is left out.
  package func append(_ table: TableGrid, named name: String) throws(OutputError) -> Bool {
    guard sheets < Self.mostSheets, cells + table.cells.count <= Self.mostCells else { return false }
    guard let sheet = unsafe workbook_add_worksheet(workbook, names.unique(name)) else {
      throw failure(LXW_ERROR_MEMORY_MALLOC_FAILED)
    }
    sheets += 1
    cells += table.cells.count
    try unsafe fill(sheet, with: table)
    return true
  }

  /// Writes the workbook to an open file, which the caller must finish. No table can be added after that.
  package func write(to file: OutputFile) throws(OutputError) {
    if sheets == 0 { _ = unsafe workbook_add_worksheet(workbook, "No tables") }
    var properties = unsafe lxw_doc_properties()
    // A fixed date, so that equal input gives equal files: the earliest one that a ZIP archive can represent.
    unsafe properties.created = 315_532_800
    try check(unsafe workbook_set_properties(workbook, &properties))
    isClosed = true
    try check(unsafe workbook_close(workbook))
    var entry = stat()
    guard unsafe fstat(descriptor, &entry) == 0 else { throw OutputError(operation: "write", path: path, code: errno) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var place = 0
    while place < Int(entry.st_size) {
      let count = unsafe pread(descriptor, &buffer, buffer.count, off_t(place))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OutputError(operation: "write", path: path, code: count < 0 ? errno : EIO) }
      try file.write(buffer.prefix(count))
      place += count
    }
  }

  // MARK: Cells

  private func fill(_ sheet: UnsafeMutablePointer<lxw_worksheet>, with table: TableGrid) throws(OutputError) {
    var widths = Array(repeating: Self.columnWidths.lowerBound, count: table.columns)
    for cell in table.cells {
      try unsafe write(cell, to: sheet)
      guard cell.columnSpan == 1 else { continue }
      widths[cell.column] = max(widths[cell.column], Double(Self.shownCount(cell)) * 1.1 + 2)
    }
    for (column, width) in widths.enumerated() {
      let width = min(width, Self.columnWidths.upperBound)
      try check(unsafe worksheet_set_column(sheet, lxw_col_t(column), lxw_col_t(column), width, nil))
    }
    let headers = table.headerRows
    if headers > 0 { unsafe worksheet_freeze_panes(sheet, lxw_row_t(headers), 0) }
  }

  private func write(_ cell: TableGrid.Cell, to sheet: UnsafeMutablePointer<lxw_worksheet>) throws(OutputError) {
    let (row, column) = (lxw_row_t(cell.row), lxw_col_t(cell.column))
    let doubts = cell.doubts
    var style = Style(
      isBold: cell.isHeader, isDoubtful: !doubts.isEmpty,
      isWrapped: Double(cell.text.unicodeScalars.count) > Self.columnWidths.upperBound)
    let content = cell.content
    style.number = Self.format(of: content, isGrouped: cell.hasGroups)
    let format = try unsafe self.format(style)
    if cell.rowSpan > 1 || cell.columnSpan > 1 {
      let (lastRow, lastColumn) = (
        lxw_row_t(cell.row + cell.rowSpan - 1), lxw_col_t(cell.column + cell.columnSpan - 1)
      )
      try check(unsafe worksheet_merge_range(sheet, row, column, lastRow, lastColumn, "", format))
    }
    switch content {
    case .text(let text):
      // Strings are never interpreted as formulas, whatever they begin with.
      if !text.isEmpty { try check(unsafe worksheet_write_string(sheet, row, column, Self.escaped(text), format)) }
    case .number(let text), .money(let text, currency: _):
      try check(unsafe worksheet_write_number(sheet, row, column, Double(text) ?? 0, format))
    case .percent(let text):
      // Unlike a division by 100, an exponent adds no digits: 94.9% is 0.949.
      try check(unsafe worksheet_write_number(sheet, row, column, Double(text + "e-2") ?? 0, format))
    case .date(let year, let month, let day):
      // Spreadsheets count days from 1900.
      guard year >= 1900 else {
        try check(unsafe worksheet_write_string(sheet, row, column, Self.escaped(cell.text), format))
        break
      }
      var date = lxw_datetime()
      (date.year, date.month, date.day) = (Int32(year), Int32(month), Int32(day))
      try check(unsafe worksheet_write_datetime(sheet, row, column, &date, format))
    }
    guard !doubts.isEmpty else { return }
    let why = ([doubts.map(\.sentence).joined(separator: " ")] + ["Page \(cell.page)."]).joined(separator: " ")
    try check(unsafe worksheet_write_comment(sheet, row, column, Escape.line(Escape.xmlCharacters(why))))
  }

  private static func format(of content: TableGrid.Cell.Content, isGrouped: Bool) -> String {
    switch content {
    case .text: ""
    // Numbers keep their decimal places and thousands separators.
    case .number(let text): (isGrouped ? "#,##0" : "0") + places(of: text)
    case .percent(let text): "0\(places(of: text))%"
    case .money(let text, let currency): "#,##0\(places(of: text))" + (currency.map { " [$\($0)]" } ?? "")
    case .date: "yyyy-mm-dd"
    }
  }

  /// Returns the most characters that a sheet shows for a cell. Amounts get separators of thousands and a currency.
  private static func shownCount(_ cell: TableGrid.Cell) -> Int {
    guard case .money(let text, let currency) = cell.content else { return cell.text.unicodeScalars.count }
    return text.count + (text.count - 1) / 3 + (currency.map { $0.count + 1 } ?? 0)
  }

  private static func places(of number: String) -> String {
    guard let dot = number.utf8.firstIndex(of: UInt8(ascii: ".")) else { return "" }
    return "." + String(repeating: "0", count: number.utf8[dot...].count - 1)
  }

  /// Escapes text for a sheet, in which `_x0041_` means a character code.
  private static func escaped(_ text: String) -> String {
    let text = Escape.cellText(Escape.xmlCharacters(text))
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      let isCode =
        byte == UInt8(ascii: "_") && index + 6 < bytes.count && bytes[index + 1] == UInt8(ascii: "x")
        && bytes[index + 6] == UInt8(ascii: "_")
        && bytes[index + 2..<index + 6].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      result += isCode ? Array("_x005F_".utf8) : [byte]
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func format(_ style: Style) throws(OutputError) -> UnsafeMutablePointer<lxw_format>? {
    guard style != Style() else { return nil }
    if let known = unsafe formats[style] { return unsafe known }
    guard let format = unsafe workbook_add_format(workbook) else { throw failure(LXW_ERROR_MEMORY_MALLOC_FAILED) }
    if style.isBold { unsafe format_set_bold(format) }
    if style.isDoubtful { unsafe format_set_bg_color(format, Self.doubtColor) }
    if style.isWrapped { unsafe format_set_text_wrap(format) }
    if !style.number.isEmpty { unsafe format_set_num_format(format, style.number) }
    unsafe formats[style] = format
    return unsafe format
  }

  private func check(_ result: lxw_error) throws(OutputError) {
    guard result == LXW_NO_ERROR else { throw failure(result) }
  }

  private func failure(_ error: lxw_error) -> OutputError {
    OutputError(operation: "write", path: path, detail: unsafe String(cString: lxw_strerror(error)) + ".")
  }
}

extension TableGrid.Cell {
  fileprivate var hasGroups: Bool {
    guard case .number(let number) = content else { return false }
    let runs = text.split { !("0"..."9").contains($0) }
    return runs.count > (number.contains(".") ? 2 : 1)
  }
}
