// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

/// A row of an invoice with its labels.
struct InvoiceRow {
  /// A label and its position in the row.
  struct Mark {
    var label: InvoiceLabel
    var words: Range<Int>
    var letters: Int
    var similarity: Double
  }

  let row: ReceiptRow
  var marks: [Mark] { row.marks }
  var words: [Word] { row.row.words }
  /// Whether each word contains a digit.
  let isValue: [Bool]

  private static let least = 0.87
  // The maximum number of letters in a row that is searched for labels. Longer rows are running text.
  private static let mostLetters = 160

  init(_ row: ReceiptRow) {
    self.row = row
    isValue = Self.isValue(row)
  }

  private static func isValue(_ row: ReceiptRow) -> [Bool] { row.row.words.map { $0.text.contains(where: \.isNumber) } }

  // Returns the labels of a row.
  static func marks(in row: ReceiptRow) -> [Mark] {
    var owner: [Int] = []
    for (index, place) in row.text.places.enumerated() {
      let half = String(String.UnicodeScalarView(place.word.text.unicodeScalars.map(\.halfWidth)))
      owner += [Int](repeating: index, count: FoldedText(half).count)
    }
    let text = row.folded
    guard owner.count == text.count, text.count > 1, text.count <= mostLetters else { return [] }
    let isValue = isValue(row)
    let letters = row.row.words.map { $0.text.letterCount }
    var found: [Mark] = []
    for (label, keywords) in InvoiceWords.table {
      for keyword in keywords {
        for place in keyword.places(in: text, from: least) {
          let words = owner[place.letters.lowerBound]..<owner[place.letters.upperBound - 1] + 1
          // The "le" of Pont-le-Roi doesn't precede a date.
          let first = place.letters.lowerBound
          let isInside = label == .date && keyword.count < 4 && first > 0 && owner[first - 1] == owner[first]
          // An amount's digits can look like the end of a longer label.
          guard !isInside, words.allSatisfy({ !isValue[$0] || letters[$0] > 0 }),
            !isInColumns(row.row.words[words])
          else {
            continue
          }
          found.append(Mark(label: label, words: words, letters: keyword.count, similarity: place.similarity))
        }
      }
    }
    // "Due date" is more specific than the "date" in it, but "Invoiced to" isn't better for "Invoice to".
    return found.filter { mark in
      !found.contains { other in
        (other.words == mark.words
          ? (other.similarity, other.letters) > (mark.similarity, mark.letters)
          : (other.letters, other.similarity) > (mark.letters, mark.similarity))
          && other.words.lowerBound <= mark.words.lowerBound
          && other.words.upperBound >= mark.words.upperBound && isLike(other.label, mark.label)
          || isReference(other, before: mark)
      }
    }
  }

  // "Ref. invoice no. 2417" has the number of another paper.
  private static func isReference(_ other: Mark, before mark: Mark) -> Bool {
    other.label == .otherNumber && [.number, .weakNumber].contains(mark.label) && other.similarity > 0.95
      && other.words.overlaps(mark.words) && other.words.lowerBound < mark.words.lowerBound
  }

  // Returns whether a word belongs to the label of another paper's number, and other words of that label are before it.
  func isReference(_ place: Int) -> Bool {
    marks.contains { mark in
      mark.label == .otherNumber && mark.similarity > 0.95 && mark.words.contains(place)
        && mark.words.lowerBound < place
    }
  }

  // The minimum gap between the heads of two columns, as a multiple of the height of their words.
  private static let columnGap = 3.0

  // Returns whether words belong to different columns: the heads "Data" and "Vencimento" aren't the label "Data vencimento".
  private static func isInColumns(_ words: ArraySlice<Word>) -> Bool {
    zip(words, words.dropFirst()).contains { left, right in
      right.box.x - left.box.maxX > columnGap * max(left.box.height, right.box.height)
    }
  }

  // Returns whether two labels are of the same kind, so that only the longer one counts.
  private static func isLike(_ one: InvoiceLabel, _ other: InvoiceLabel) -> Bool {
    func kind(_ label: InvoiceLabel) -> Int {
      switch label {
      case .number, .weakNumber, .receiptNumber, .otherNumber, .invoiceDate, .date, .dueDate, .otherDate: 0
      case .payable, .total, .net, .exclusive, .plus, .tax, .carried, .reduction, .paid, .inclusive: 1
      case .seller, .buyer, .delivery, .account, .notName: 2
      }
    }
    // "Total HT" is a net amount. The "incl." in "Total incl. VAT" counts in addition to "Total".
    if ![InvoiceLabel.inclusive, .exclusive, .plus].allSatisfy({ one != $0 && other != $0 }) { return false }
    return kind(one) == kind(other)
  }

  func mark(before place: Int, among labels: Set<InvoiceLabel>) -> Mark? {
    let near = marks.filter { mark in
      guard labels.contains(mark.label), mark.words.lowerBound < place || mark.words.upperBound - 1 == place else {
        return false
      }
      let between = min(mark.words.upperBound, place)..<place
      return between.count <= 4 && !between.contains { isValue[$0] && !words[$0].text.hasPrefix("(") }
    }
    func worth(_ mark: Mark) -> Double {
      Double(mark.letters) * mark.similarity - 3 * Double(max(place - mark.words.upperBound, 0))
    }
    // Received from   Receipt R-2047, and Invoice   Tax no. RO16220418: each label is in its own column.
    let own = near.filter { mark in
      !near.contains { $0.words.lowerBound >= mark.words.upperBound && startsColumn($0.words.lowerBound) }
    }
    return own.max { (worth($0), $1.letters) < (worth($1), $0.letters) }
  }

  func startsColumn(_ place: Int) -> Bool {
    place == 0 || words[place].box.x - words[place - 1].box.maxX > 2 * words[place].box.height
  }

  func mark(above box: Box, among labels: Set<InvoiceLabel>) -> Mark? {
    marks.filter { mark in
      guard labels.contains(mark.label), let first = words[mark.words].first, let last = words[mark.words].last else {
        return false
      }
      if mark.words.upperBound < words.count, isValue[mark.words.upperBound],
        words[mark.words.upperBound].box.x - last.box.maxX < 6 * last.box.height
      {
        return false
      }
      // A label's column extends to the next label.
      let next = mark.words.upperBound < words.count ? words[mark.words.upperBound].box.x - last.box.height / 2 : 0
      return first.box.x < box.maxX && max(last.box.maxX, next) > box.x
    }.max { rank($0, above: box) < rank($1, above: box) }
  }

  // Of the heads of centered columns, the one right above a value isn't the longest.
  private func rank(_ mark: Mark, above box: Box) -> (Int, Double) {
    let isAbove = words[mark.words].contains { $0.box.x < box.maxX && $0.box.maxX > box.x }
    return (isAbove ? 1 : 0, Double(mark.letters) * mark.similarity)
  }
}
