// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
internal import DocScanWords

/// Detects tables that continue on the next page. Pages pass in order; one whose last table may continue is held back until the next arrives.
package struct ContinuedTables<Page> {
  private let result: WritableKeyPath<Page, RecognizedPage>
  private var held: Page?

  /// Creates a detector. `result` is the key path from a value to its recognized page.
  package init(_ result: WritableKeyPath<Page, RecognizedPage>) { self.result = result }

  package mutating func take(_ page: Page) -> [Page] {
    var ready = [Page]()
    var page = page
    // The page may come from an earlier run, whose next page was a different one.
    if page[keyPath: result].tables?.last?.continues == true {
      page[keyPath: result].findings.markLast(of: Table.description, "continues", false)
    }
    if var last = held {
      last[keyPath: result].markContinued(in: page[keyPath: result])
      ready.append(last)
      held = nil
    }
    if page[keyPath: result].mayContinue { held = page } else { ready.append(page) }
    return ready
  }

  /// Returns the page that was held back, or `nil` if there is none. Call this after the last page.
  package mutating func finish() -> Page? {
    defer { held = nil }
    return held
  }
}

extension RecognizedPage {
  fileprivate var mayContinue: Bool {
    guard let table = tables?.last else { return false }
    return isShort(lines { $0.middleY > table.box.maxY })
  }

  fileprivate mutating func markContinued(in next: RecognizedPage) {
    guard let table = tables?.last, let other = next.tables?.first else { return }
    let above = next.lines { $0.middleY < other.box.y }
    guard next.isShort(above), !above.contains(where: \.namesAnotherTable),
      let ranges = ColumnRanges(table, on: self), let otherRanges = ColumnRanges(other, on: next),
      ranges.match(otherRanges) != nil
    else { return }
    // A continued table repeats its header or has none. A different header means a new table.
    guard !other.hasCertainHeader || other.header.isNearly(table.header) else { return }
    findings.markLast(of: Table.description, "continues", true)
  }

  private func lines(where isWanted: (Box) -> Bool) -> [Line] { blocks.flatMap(\.lines).filter { isWanted($0.box) } }

  /// Returns whether lines above or below a table are few and short, as running titles, page numbers, or notes are.
  private func isShort(_ lines: [Line]) -> Bool { lines.count <= 2 && lines.allSatisfy { $0.words.count <= 12 } }
}

extension Line {
  private static let names = WordLists.words("table.name")
  private static let continued = WordLists.words("table.continued")

  /// Whether the line is a table's title without a word such as "continued".
  fileprivate var namesAnotherTable: Bool {
    let text = self.text.lowercased()
    return Self.names.contains { text.hasPrefix($0) } && !Self.continued.contains { text.contains($0) }
  }
}

extension Table {
  /// The words of the header in alphabetical order, because those of several lines are sometimes read in another order.
  fileprivate var header: String {
    let words = cells.filter(\.isHeader).flatMap { $0.text.lowercased().split(separator: " ") }
    return String(words.map { $0.filter { $0.isLetter || $0.isNumber } }.sorted().joined().prefix(1000))
  }

  /// Whether the first rows are a header, because they differ from rows with numbers. Without numbers, the first row only counts as one.
  fileprivate var hasCertainHeader: Bool {
    cells.contains { $0.isHeader && !$0.text.isEmpty }
      && cells.contains {
        !$0.isHeader && $0.column > 0 && $0.text.count(where: \.isNumber) > $0.text.count(where: \.isLetter)
      }
  }
}

/// The horizontal ranges of a table's columns that contain text, as fractions of the page's width.
struct ColumnRanges {
  private let ranges: [ClosedRange<Double>]

  /// The share of a narrower range that a wider one must cover for the same column, and above which two ranges touch.
  private static let (same, touching) = (0.5, 0.1)
  private static let mostMissing = 0.25

  /// Returns `nil` if the page's size is unknown, or if the place of a column is.
  init?(_ table: Table, on page: RecognizedPage) {
    guard let width = page.image.map({ Double($0.width) }), width > 0, (1...Table.mostLines).contains(table.columns)
    else { return nil }
    let words = page.words
    var (texts, places) = ([Box?](repeating: nil, count: table.columns), [Box?](repeating: nil, count: table.columns))
    // Rows say more than headers, which can be wider.
    for cell in table.cells.sorted(by: { !$0.isHeader && $1.isHeader })
    where cell.columnSpan == 1 && texts.indices.contains(cell.column) {
      places[cell.column] = places[cell.column]?.union(cell.box) ?? cell.box
      guard !cell.isHeader || texts[cell.column] == nil else { continue }
      for word in cell.words where words.indices.contains(word) {
        texts[cell.column] = texts[cell.column]?.union(words[word].box) ?? words[word].box
      }
    }
    let boxes = zip(texts, places).compactMap { $0 ?? $1 }
    guard boxes.count == table.columns else { return nil }
    ranges = boxes.map { ($0.x / width)...max($0.x / width, $0.maxX / width) }
  }

  var count: Int { ranges.count }

  /// Returns the columns of the table with more columns that each column of the other one is, or `nil` if the tables don't match.
  func match(_ other: ColumnRanges) -> [ClosedRange<Int>]? {
    guard count <= other.count else { return other.match(self) }
    guard count >= 2, Double(other.count - count) <= max(1, Self.mostMissing * Double(other.count)) else { return nil }
    var columns: [ClosedRange<Int>] = []
    for range in ranges {
      let shares = other.ranges.map { range.share(sharedWith: $0) }
      let touched = shares.indices.filter { shares[$0] > Self.touching }
      guard let first = touched.first, let last = touched.last, shares.contains(where: { $0 >= Self.same }),
        first > columns.last?.upperBound ?? -1, count < other.count || first == last
      else { return nil }
      columns.append(first...last)
    }
    return columns
  }
}

extension ClosedRange<Double> {
  fileprivate func share(sharedWith other: ClosedRange<Double>) -> Double {
    let shared = Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound)
    let narrower = Swift.min(upperBound - lowerBound, other.upperBound - other.lowerBound)
    return Swift.max(0, shared) / Swift.max(narrower, 1e-6)
  }
}
