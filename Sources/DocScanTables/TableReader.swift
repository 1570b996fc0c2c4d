// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanUnderstanding
internal import Glibc

/// Finds the tables of a page from its words and rules. Candidates are rules that meet, rules that begin and end at the same places, and lines whose
/// parts are aligned in columns. `TableModel` scores the rows and columns of each candidate.
package struct TableReader: Sendable {
  private static let leastProbability = 0.5
  /// The minimum probability assigned to a picture that contains only lines with columns.
  private static let wholePicture = 0.7
  private static let leastOfPicture = 0.1
  // The minimum probability of text in columns with rules between all of its rows.
  private static let ruledRows = 0.6
  /// The maximum share of the smaller of two tables that the larger one may also contain.
  private static let mostShared = 0.25
  private static let mostEvidence = 6.0
  /// The share of the smaller of two candidates that the other must contain for the two to touch.
  private static let touching = 0.05
  private static let sameRank = 0.1
  /// The maximum number of words on a page, which bounds the time.
  private static let mostWords = 20_000

  private static let samePlace = 0.8
  private static let leastOfRegion = 0.5
  private static let fewestLines = 2

  private let dayFirst: Bool?

  package init(dayFirst: Bool? = nil) { self.dayFirst = dayFirst }

  package func tables(of page: RecognizedPage) -> [Table] {
    let candidates = candidates(page)
    let tables = tables(found(candidates), besides: candidates.filter(\.isText).map(\.grid.content), page)
    guard !tables.isEmpty else { return [] }
    let context = TypedData(dayFirst: dayFirst).context(of: page, SearchText(page))
    // Column values depend on the borders that the reviewer has corrected.
    return page.deciding(page.edits?.fields ?? [], on: tables).map { table in
      var values = ColumnValues(context)
      return values.added(to: table)
    }
  }

  /// Returns the tables from docscan's own grids, and from the sketches of models that are better, or in regions without a table.
  private func tables(_ found: [Found], besides texts: [Box], _ page: RecognizedPage) -> [Table] {
    let evidence = TableEvidence(page)
    let ruled = found.map { RuledTable($0.grid, evidence) }
    let own = zip(found, ruled).map { one, ruled in
      if let ruled { Table(ruled, probability: one.probability) } else { Table(one.grid, probability: one.probability) }
    }
    guard let sketches = page.tableSketches, !sketches.isEmpty else { return own }
    let improved = zip(found, zip(ruled, own)).map { one, drawn -> Table in
      let (ruled, table) = drawn
      guard ruled == nil else { return table }
      let place = one.place(evidence)
      let sketch = sketches.first { $0.regionConfidence == nil && $0.box.overlap(with: place) >= Self.samePlace }
      guard let sketch, let grid = SketchedTable(sketch, evidence), grid.isBetter(than: one.grid) else { return table }
      return Table(grid, probability: one.probability)
    }
    guard !(evidence.isSlip && ReceiptReader().isOfSale(page)) else { return improved }
    let further = sketches.reduce(into: [Table]()) { further, sketch in
      guard let confidence = sketch.regionConfidence, confidence >= Self.leastOfRegion,
        improved.count + further.count < Table.mostOnPage, let grid = SketchedTable(sketch, evidence), grid.isTable,
        isFree(grid.content, of: (improved + further).map(\.box) + texts)
      else { return }
      further.append(Table(grid, probability: confidence))
    }
    return further.isEmpty ? improved : (improved + further).sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }

  /// Returns the parts of a page in which a model can look for cells: its tables, with a margin.
  package func places(on page: RecognizedPage) -> [Box] {
    let evidence = TableEvidence(page)
    return found(candidates(page)).map { $0.place(evidence) }
  }

  package func isFree(_ region: Box, of places: [Box]) -> Bool {
    places.allSatisfy { $0.share(sharedWith: region) <= Self.mostShared }
  }

  /// Returns whether lines with columns are outside of the tables, so that a model can look for further tables.
  package func hasColumns(on page: RecognizedPage, outside places: [Box]) -> Bool {
    let evidence = TableEvidence(page)
    guard evidence.height > 0, evidence.words.count <= Self.mostWords else { return false }
    let lines = TableCandidates(evidence).lines.filter { line in
      line.segments.count >= 2 && line.segments.contains { !$0.isProse }
        && !places.contains {
          $0.y <= line.middle && line.middle <= $0.maxY && $0.x < line.right && line.left < $0.maxX
        }
    }
    return lines.count >= Self.fewestLines
  }

  /// Returns the candidates with their features, for the program that fits the probabilities.
  package func evidence(on page: RecognizedPage) -> [(box: Box, features: [Double])] {
    candidates(page).filter { !$0.isText }.map { ($0.grid.content, $0.features) }
  }

  private struct Found {
    let grid: CellLayout
    let features: [Double]
    let probability: Double
    // Whether the text only looks like a table, as fields of a form do.
    let isText: Bool

    var isGrid: Bool { grid.layout.candidate.kind == .grid }

    func overlaps(_ other: Found, by share: Double = TableReader.mostShared) -> Bool {
      grid.content.share(sharedWith: other.grid.content) > share
    }

    func place(_ evidence: TableEvidence) -> Box { grid.content.padded(by: evidence.height / 2) }
  }

  // Returns whether the gaps between cells are those between words, as in typewritten lines, whose words are aligned by chance.
  private func isOfWords(_ grid: CellLayout, _ evidence: TableEvidence) -> Bool {
    let rows = Dictionary(grouping: grid.cells, by: \.rows.lowerBound).values.map { $0.map(\.content) }
    let lines = Dictionary(grouping: evidence.words, by: \.line).values.map { $0.map(\.box) }
    func gap(_ rows: [[Box]]) -> Double? {
      median(
        rows.flatMap { row in
          let boxes = row.sorted { $0.x < $1.x }
          return zip(boxes, boxes.dropFirst()).map { $1.x - $0.maxX }
        })
    }
    guard let own = gap(rows), let usual = gap(lines) else { return false }
    return own < min(Self.wideGap.words * usual, Self.wideGap.heights * evidence.height)
  }

  // The minimum gap between cells, in gaps between words, and in heights of words.
  private static let wideGap = (words: 1.5, heights: 1.6)

  private func candidates(_ page: RecognizedPage) -> [Found] {
    let evidence = TableEvidence(page)
    guard evidence.words.count >= 4, evidence.words.count <= Self.mostWords, evidence.height > 0 else { return [] }
    let candidates = TableCandidates(evidence)
    let isReceipt = evidence.isSlip && ReceiptReader().isOfSale(page)
    return candidates.all.compactMap { candidate in
      let whole = candidate.kind == .aligned ? candidate : candidates.extended(candidate)
      guard let layout = TableLayout(whole, evidence), layout.rows.count >= 2 else { return nil }
      guard layout.rows.count <= Table.mostLines, layout.boundaries.count < Table.mostLines else { return nil }
      guard layout.rows.count * (layout.boundaries.count + 1) <= Table.mostCells else { return nil }
      let grid = CellLayout(layout)
      guard candidate.kind != .aligned || !isOfWords(grid, evidence) else { return nil }
      let features = TableModel.features(grid, evidence)
      // The rows of a receipt aren't a table, unless rules draw one.
      guard !isReceipt || TableModel.drawn(layout) >= 0.5 || layout.hasRuleBetweenAllRows else { return nil }
      let probability = TableModel.fitted.probability(features)
      let isWhole = candidate.isWholePicture && probability > Self.leastOfPicture
      let least = isWhole ? Self.wholePicture : layout.hasRuleBetweenAllRows ? Self.ruledRows : 0
      return Found(
        grid: grid, features: features, probability: max(probability, least),
        isText: grid.isIndex || grid.isForm || grid.isTextInColumns || evidence.isContents(grid))
    }
  }

  private func found(_ candidates: [Found]) -> [Found] {
    let ranked = candidates.filter { !$0.isText && $0.probability >= Self.leastProbability }.map { (rank($0), $0) }
      .enumerated().sorted { ($0.element.0, -$0.offset) > ($1.element.0, -$1.offset) }.map(\.element)
    var chosen: [Found] = []
    for (index, (rank, candidate)) in ranked.enumerated() where chosen.count < Table.mostOnPage {
      // A candidate that covers several separate candidates, or parts of them, is wrong.
      let under = ranked.enumerated().filter { other, found in
        // Complete grids are better evidence than rules around them.
        let isAsGood = found.0 >= rank - Self.sameRank || found.1.isGrid && !candidate.isGrid
        return other != index && isAsGood && found.1.overlaps(candidate, by: Self.touching)
      }.map(\.element.1)
      let isOverSeveral = under.contains { one in under.contains { !$0.overlaps(one) } }
      if !isOverSeveral, chosen.allSatisfy({ !$0.overlaps(candidate) }) { chosen.append(candidate) }
    }
    return chosen.sorted { ($0.grid.content.y, $0.grid.content.x) < ($1.grid.content.y, $1.grid.content.x) }
  }

  /// Returns a candidate's rank. The rank is higher for rules than for space, and for a large table than for a part of it.
  private func rank(_ found: Found) -> Double {
    let places = Double(found.grid.rowCount * found.grid.columnCount)
    let candidate = found.grid.layout.candidate
    // Log odds distinguish 0.97 from 0.995. Beyond the limit, differences have no meaning.
    let evidence = min(1, log(found.probability / max(1 - found.probability, 1e-9)) / Self.mostEvidence)
    return evidence + (candidate.kind == .aligned ? 0 : 0.3) + (candidate.isWholePicture ? 1 : 0)
      + min(0.2, 0.005 * places)
  }
}

extension Box {
  fileprivate func share(sharedWith other: Box) -> Double {
    let shared =
      max(0, min(maxX, other.maxX) - max(x, other.x)) * max(0, min(maxY, other.maxY) - max(y, other.y))
    return shared / max(1, min(width * height, other.width * other.height))
  }

  fileprivate func overlap(with other: Box) -> Double {
    let shared =
      max(0, min(maxX, other.maxX) - max(x, other.x)) * max(0, min(maxY, other.maxY) - max(y, other.y))
    return shared / max(1, width * height + other.width * other.height - shared)
  }

  fileprivate func padded(by margin: Double) -> Box {
    Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

extension Table {
  init(_ grid: some CellGrid, probability: Double) {
    func box(_ rows: ClosedRange<Int>, _ columns: ClosedRange<Int>) -> Box {
      let (left, right) = (grid.columnEdges[columns.lowerBound], grid.columnEdges[columns.upperBound + 1])
      let (top, bottom) = (grid.rowEdges[rows.lowerBound], grid.rowEdges[rows.upperBound + 1])
      return Box(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top)).rounded
    }
    var taken: Set<[Int]> = []
    var cells = grid.cells.map { cell -> Cell in
      for row in cell.rows { for column in cell.columns { taken.insert([row, column]) } }
      return Cell(
        row: cell.rows.lowerBound, column: cell.columns.lowerBound, rowSpan: cell.rows.count,
        columnSpan: cell.columns.count, isHeader: cell.rows.lowerBound < grid.headerRows, text: cell.text,
        confidence: cell.confidence, box: box(cell.rows, cell.columns), words: cell.words.map(\.number))
    }
    for row in 0..<grid.rowCount {
      for column in 0..<grid.columnCount where !taken.contains([row, column]) {
        cells.append(
          Cell(
            row: row, column: column, isHeader: row < grid.headerRows, text: "", confidence: 1,
            box: box(row...row, column...column)))
      }
    }
    cells.sort { ($0.row, $0.column) < ($1.row, $1.column) }
    self.init(
      box: grid.content.rounded, rows: grid.rowCount, columns: grid.columnCount,
      confidence: probability.rounded(toPlaces: 3), cells: cells)
  }
}

extension CellLayout.Cell {
  fileprivate var confidence: Double {
    words.reduce(1) { $0 * $1.word.confidence }.rounded(toPlaces: 3)
  }
}
