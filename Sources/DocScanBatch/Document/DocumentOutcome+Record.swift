// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanInput
package import DocScanStore

extension DocumentOutcome {
  package init(_ record: DocumentRecord, of input: InputDocument, seconds: Double) {
    self.init(
      name: record.name, source: input.source, status: record.status, pages: record.pages.count,
      failedPages: record.pages.filter { $0.status == .failed }.map(\.number),
      blankPages: record.pages.filter(\.isBlank).map(\.number),
      poorPages: record.pages.filter { $0.grade == .poor }.map(\.number), expected: record.quality.expected,
      reason: record.failure?.message,
      notes: record.notes + [input.note].compactMap(\.self), seconds: seconds.rounded(toPlaces: 3))
    unnamed = record.unnamed
    note(grades: record.grades)
    note(noTextPages: record.noTextPages)
    note(languages: record.pages.compactMap(\.language))
  }

  /// Creates the outcome of a document that doesn't need processing. `record` is the existing record.
  package init(unchanged input: InputDocument, _ record: DocumentRecord?) {
    self.init(
      .unchanged, name: input.name, source: input.source,
      reason: "A complete result exists already; --overwrite redoes it.")
    notes = [input.note].compactMap(\.self)
    unnamed = record?.unnamed
    note(grades: record?.grades ?? [])
    note(noTextPages: record?.noTextPages ?? [])
    note(languages: record?.pages.compactMap(\.language) ?? [])
  }

  /// Creates the outcome of a document whose existing result is kept, because the new one was worse.
  package init(kept input: InputDocument, _ record: DocumentRecord, because reason: String) {
    self.init(unchanged: input, record)
    kept = reason
    self.reason = "The earlier result was kept because a new one was worse: \(reason). --overwrite replaces it."
  }

  package init(repeated input: InputDocument, first: InputDocument?) {
    self.init(repeated: input.source, first: first.map { ($0.source, $0.name) })
  }

  package init(repeated source: String, first: (source: String, name: String)?) {
    let other = first.map { " as \($0.source), whose results are in \($0.name)" } ?? " as another one"
    self.init(.ignored, source: source, reason: "It has the same content\(other).")
  }

  /// Notes that the complete result of an earlier run is kept instead of this one.
  package mutating func noteKeptResult() {
    reason = (reason ?? "All of its pages failed.") + " The complete result of an earlier run was kept."
    for index in (parts ?? []).indices { parts?[index].noteKeptResult() }
  }
}

extension DocumentRecord {
  fileprivate var grades: [(number: Int, grade: ExpectedErrors.Grade)] {
    pages.compactMap { page in page.expected.map { (page.number, $0.grade) } }
  }
}
