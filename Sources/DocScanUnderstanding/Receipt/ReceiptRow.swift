// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData

/// A row of a receipt, with the labels, numbers, and times that were read without regard to other rows.
struct ReceiptRow {
  let row: TextRow
  let text: RowText
  let folded: FoldedText
  /// The row's topics, each with a similarity from 0 to 1.
  let labels: [ReceiptLabel: Double]
  let numbers: [RowNumber]
  let times: [WrittenTime]
  let height: Double

  init(_ row: TextRow, scanner: NumberScanner) {
    self.row = row
    text = RowText(row.words)
    folded = FoldedText(text.plain)
    labels = Self.labels(in: folded)
    let text = text
    numbers = scanner.numbers(in: text.spaced).map { number in
      var number = number
      let words = text.words(in: number.range)
      number.confidence = words.map(\.confidence).min() ?? 0
      number.box = words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) }
      return number
    }
    // A dot between two numbers isn't specific to times.
    times = WrittenTime.all(in: SearchText(text.numeric)).filter { $0.hasMinutes && $0.mark != "." }
    height = row.words.map(\.box.height).max() ?? 0
  }

  init(_ words: [Word], in page: ReceiptPage) {
    self.init(TextRow(pieces: [TextRow.Piece(words: words, box: words.box)]), scanner: NumberScanner(style: page.style))
  }

  private static func labels(in text: FoldedText) -> [ReceiptLabel: Double] {
    var labels: [ReceiptLabel: Double] = [:]
    guard text.letterCount > 1, text.count < 200 else { return labels }
    for (label, words) in ReceiptWords.table {
      let best = words.compactMap { $0.similarity(in: text) }.max()
      if let best { labels[label] = best }
    }
    // A charge isn't misread change, and a credit note isn't paid with a credit card.
    if let change = labels[.change], charge.similarity(in: text) ?? 0 > change { labels[.change] = nil }
    if labels[.card] != nil, creditNotes.contains(where: { $0.similarity(in: text) ?? 0 > 0.9 }) { labels[.card] = nil }
    return labels
  }

  private static let charge = Keyword("CHARGE")
  private static let creditNotes = ["CREDIT MEMO", "CREDIT NOTE"].map { Keyword($0) }

  func has(_ label: ReceiptLabel) -> Bool { labels[label] != nil }

  func has(anyOf labels: ReceiptLabel...) -> Bool { labels.contains { self.labels[$0] != nil } }

  var amounts: [RowNumber] { numbers.filter { $0.kind == .money } }

  var amount: RowNumber? { amounts.last }

  var box: Box { row.box }
}

extension TextRow {
  /// The words of each column. A PDF can give each word of a letter-spaced line as a line of its own.
  var columns: [[Word]] {
    pieces.flatMap(\.words.columns).reduce(into: []) { columns, words in
      if let last = columns.last?.last?.box, let next = words.first?.box,
        (0...max(last.height, next.height)).contains(next.x - last.maxX)
      {
        columns[columns.count - 1] += words
      } else {
        columns.append(words)
      }
    }
  }
}
