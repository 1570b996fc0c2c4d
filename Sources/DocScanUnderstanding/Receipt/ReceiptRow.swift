// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData

/// A row of a receipt, with the labels, numbers, and times that were read without regard to other rows, each when it is first needed.
final class ReceiptRow {
  let row: TextRow
  let text: RowText
  let folded: FoldedText
  /// The row's topics, each with a similarity from 0 to 1.
  private(set) lazy var labels = Self.labels(in: folded, isCounted: isCounted)
  private(set) lazy var numbers = scanner.numbers(in: text.spaced).map { number in
    var number = number
    let words = text.words(in: number.range)
    number.confidence = words.map(\.confidence).min() ?? 0
    number.box = words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) }
    return number
  }
  // A dot between two numbers isn't specific to times.
  private(set) lazy var times = WrittenTime.all(in: SearchText(text.numeric)).filter { $0.hasMinutes && $0.mark != "." }
  private(set) lazy var marks = InvoiceRow.marks(in: self)
  let height: Double
  private let scanner: NumberScanner

  init(_ row: TextRow, scanner: NumberScanner) {
    (self.row, self.scanner) = (row, scanner)
    text = RowText(row.words)
    folded = FoldedText(text.plain)
    height = row.words.map(\.box.height).max() ?? 0
  }

  convenience init(_ words: [Word], in page: ReceiptPage) {
    self.init(TextRow(pieces: [TextRow.Piece(words: words, box: words.box)]), scanner: page.scanner)
  }

  private static func labels(in text: FoldedText, isCounted: Bool) -> [ReceiptLabel: Double] {
    var labels: [ReceiptLabel: Double] = [:]
    guard text.letterCount > 1, text.count < 200 else { return labels }
    for (label, words) in ReceiptWords.table {
      if let best = words.similarity(in: text) { labels[label] = best }
    }
    // A charge isn't misread change, and a credit note isn't paid with a credit card.
    if let change = labels[.change], charge.occurs(in: text, above: change) { labels[.change] = nil }
    // "1 Sparkling Water" is an item, whose words can resemble those of a payment, and "1 Pouding" those of a rounding.
    if isCounted { for label in [ReceiptLabel.card, .cash, .service, .rounding] { labels[label] = nil } }
    if labels[.card] != nil, creditNotes.occur(in: text, above: 0.9) { labels[.card] = nil }
    return labels
  }

  // Whether the row begins with a quantity.
  private var isCounted: Bool {
    guard row.words.count > 2, let count = Int(row.words[0].text), (1...99).contains(count) else { return false }
    return row.words[0].text.first != "0" && row.words[1].text.first?.isLetter == true
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
