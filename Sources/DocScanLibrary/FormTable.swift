// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanStore

/// The forms of a library as one table, with documents as rows and labels as columns.
package struct FormTable {
  /// The maximum number of columns. Further labels are left out, because they can't belong to one kind of form.
  private static let mostColumns = 2000

  private let library: String
  /// The normalized labels with their first wording, in order of appearance.
  private var columns: [(key: String, name: String)] = []
  private var numbers: [String: Int] = [:]

  package init(library: String) throws(BatchError) {
    self.library = library
    var found: [(key: String, name: String)] = []
    var numbers: [String: Int] = [:]
    try StoredDocument.all(in: library) { (document) throws(BatchError) in
      for field in Self.fields(of: document) {
        let key = Self.key(field.label)
        guard numbers[key] == nil, found.count < Self.mostColumns else { continue }
        numbers[key] = found.count
        found.append((key, field.label))
      }
    }
    (columns, self.numbers) = (found, numbers)
  }

  package var isEmpty: Bool { columns.isEmpty }

  /// Writes the lines of CSV (RFC 4180), beginning with the names of the columns. The last column names those with doubtful values. Returns the
  /// number of documents that have a value in any column.
  package func run(_ write: (String) throws(BatchError) -> Void) throws(BatchError) -> Int {
    guard !columns.isEmpty else { return 0 }
    var count = 0
    try write(Self.line(["document"] + columns.map(\.name) + ["doubtful"]))
    try StoredDocument.all(in: library) { (document) throws(BatchError) in
      var cells: [Int: [String]] = [:]
      var doubtful: Set<Int> = []
      for field in Self.fields(of: document) {
        guard let number = numbers[Self.key(field.label)] else { continue }
        let text = field.isChecked.map { $0 ? "yes" : "no" } ?? field.value
        guard !text.isEmpty else { continue }
        cells[number, default: []].append(text)
        if field.confidence < LedgerEntry.sure { doubtful.insert(number) }
      }
      guard !cells.isEmpty else { return }
      count += 1
      try write(
        Self.line(
          [document.record.name] + columns.indices.map { (cells[$0] ?? []).joined(separator: "; ") }
            + [doubtful.sorted().map { columns[$0].name }.joined(separator: "; ")]))
    }
    return count
  }

  private static func fields(of document: StoredDocument) -> [FormField] {
    document.record.pages.flatMap { document.page($0)?.form ?? [] }.filter { !key($0.label).isEmpty }
  }

  /// Returns the normalized label. Labels that differ only in case, spaces, and punctuation share a column.
  private static func key(_ label: String) -> String {
    String(label.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  private static func line(_ cells: [String]) -> String {
    cells.map { Escape.csvText(Escape.line($0)) }.joined(separator: ",") + "\r\n"
  }
}
