// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanLayout

/// The words of a page that may be wrong.
struct DoubtfulWords {
  /// A word that no reviewer has confirmed or corrected.
  struct Word: Hashable {
    /// The index among all words of the page in reading order, counting from 0.
    let number: Int
    let text: String
    /// The probability, from 0 to 1, that the word is correct.
    let confidence: Double
    let isFigure: Bool
    fileprivate let block, line, index: Int
  }

  /// The confidence below which a word is doubtful. Only doubtful words are counted as alike.
  static let doubt = 0.9

  private(set) var all: [Word] = []
  /// The number of words on the page, and of those that a reviewer has confirmed or corrected.
  private(set) var (count, reviewed) = (0, 0)
  /// The expected number of errors among the words that no reviewer has confirmed or corrected.
  private(set) var expectedErrors = 0.0
  private let page: RecognizedPage

  /// Collects the words. Copied text can't be corrected word by word, so it has no doubtful words.
  init(of page: RecognizedPage) {
    self.page = page
    var number = 0
    let figures = page.figures
    for (blockIndex, block) in page.blocks.enumerated() {
      for (lineIndex, line) in block.lines.enumerated() {
        for (index, word) in line.words.enumerated() {
          defer { number += 1 }
          guard block.copied != true else { continue }
          count += 1
          guard word.isEdited != true else {
            reviewed += 1
            continue
          }
          expectedErrors += 1 - word.confidence
          // The text of a copied PDF page can only be replaced as a whole.
          guard word.confidence < 1, page.status != .copied else { continue }
          all.append(
            Word(
              number: number, text: word.text, confidence: word.confidence,
              isFigure: figures.contains { $0.holdsMiddle(of: word.box) }, block: blockIndex, line: lineIndex,
              index: index))
        }
      }
    }
  }

  /// Returns all doubtful words, the most uncertain first. If there are fewer than `least`, the most uncertain of the others follow.
  func worst(atLeast least: Int) -> [Word] {
    let sorted = all.sorted { ($0.confidence, $0.number) < ($1.confidence, $1.number) }
    let doubtful = sorted.prefix { $0.confidence < Self.doubt }
    return Array(sorted.prefix(max(doubtful.count, least)))
  }

  private func cell(of number: Int) -> ReviewItem.Cell? {
    for table in page.tables ?? [] {
      guard table.cells.contains(where: { $0.words.contains(number) }) else { continue }
      let grid = TableGrid(table, page: page.page.number)
      guard let cell = grid.cells.first(where: { $0.words.contains(number) }) else { continue }
      let headers = grid.headerRows
      let header = headers > 0 && cell.row >= headers ? grid.cell(row: headers - 1, column: cell.column)?.text : nil
      return ReviewItem.Cell(
        row: cell.row + 1, column: cell.column + 1, header: header.flatMap { $0.isEmpty ? nil : $0 })
    }
    return nil
  }

  func item(_ word: Word, document: String) -> ReviewItem {
    let line = page.blocks[word.block].lines[word.line]
    let read = line.words[word.index]
    var item = ReviewItem(
      document: document, page: page.page.number, word: word.number, text: word.text, confidence: word.confidence,
      candidates: read.candidates?.dropFirst().map(\.text) ?? [], before: joinedText(Array(line.words[..<word.index])),
      after: joinedText(Array(line.words[(word.index + 1)...])), box: read.box, image: page.image, alike: 1)
    item.cell = cell(of: word.number)
    item.isFigure = word.isFigure && word.confidence < Self.doubt ? true : nil
    return item
  }
}

extension RecognizedPage {
  /// The boxes of amounts and dates, including the total and the date of a receipt.
  fileprivate var figures: [Box] {
    (detections ?? []).filter { [.money, .date].contains($0.type) }.map(\.box)
      + [receipt?.total?.box, receipt?.date?.box].compactMap(\.self)
  }
}

extension Box {
  fileprivate func holdsMiddle(of other: Box) -> Bool {
    (x...maxX).contains(other.middleX) && (y...maxY).contains(other.middleY)
  }
}
