// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanTypedData
internal import DocScanWords

/// Reads an invoice's number, title row, and seller, which don't depend on its amounts. The first page of an invoice often has no
/// amounts, so the title and labels typical of invoices identify it.
struct InvoiceHead {
  let page: ReceiptPage

  private(set) var number: FoundField?
  private(set) var titleRow: Int?
  private(set) var seller: FoundField?

  static let titles = WordLists.words("bill.title")
  // Words between the title and the number.
  private static let marks = Set(WordLists.words("bill.mark"))
  private static let dateMarks = Set(WordLists.words("bill.dateMark"))
  /// Words that contain a title but have another meaning, such as a currency or an address.
  private static let others = WordLists.words("bill.notTitle")
  private static let sellers = Keyword.list("invoice.seller")
  private static let notNames = Keyword.list("bill.notName")
  private static let names = Set(WordLists.words("bill.nameLabel"))

  init(page: ReceiptPage) {
    self.page = page
    readNumber()
    readSeller()
  }

  // The number of words among which a title is searched for in each row.
  private static let mostBefore = 4

  private mutating func readNumber() {
    defer { readNumberBelowTitle() }
    for (index, row) in page.rows.enumerated() where !page.dated.contains(index) {
      let words = row.row.words
      for (place, word) in words.prefix(Self.mostBefore).enumerated() {
        let lower = word.text.lowercased()
        guard let title = Self.titles.first(where: { lower.contains($0) }),
          !Self.others.contains(where: { lower.hasPrefix($0) }), !lower.contains("@"),
          place == 0 || !InvoiceRow(row).isReference(place)
        else { continue }
        let isLabel =
          lower.contains("nr") || lower.contains("nummer") || lower.hasSuffix("no.") || lower.hasSuffix("no:")
        if place == 0, !isLabel, titleRow == nil, words.count <= 3, row.amounts.isEmpty { titleRow = index }
        // The number can be part of the word: Rechnung:4711.
        if let own = word.text.split(separator: ":").last.map(String.init), word.text.contains(":"), isNumber(own) {
          set(own, word, lower == title ? 1 : 0.9)
          titleRow = titleRow ?? index
          return
        }
        var next = place == 0 ? Self.label(after: words) ?? 1 : place + 1
        var isMarked = isLabel
        while next < words.count {
          let text = words[next].text
          let bare = text.lowercased().filter { $0.isLetter || $0.isNumber || "#°º".contains($0) }
          if isNumber(text) { break }
          guard text.hasPrefix("(") || bare.isEmpty || Self.marks.contains(bare) else { next = words.count; break }
          isMarked = isMarked || Self.marks.contains(bare) && !Self.dateMarks.contains(bare)
          next += 1
        }
        if next < words.count {
          set(trimmed(words[next].text), words[next], isMarked ? 1 : 0.7)
          titleRow = titleRow ?? index
          return
        }
        // The number can be below its label.
        let end = (words.last { Self.marks.contains(trimmed($0.text).lowercased()) } ?? word).box.maxX
        if isMarked, index + 1 < page.rows.count,
          let below = page.rows[index + 1].row.words.first(where: { below in
            below.box.maxX > word.box.x && below.box.x < end && isNumber(below.text)
          })
        {
          set(trimmed(below.text), below, 0.8)
          titleRow = titleRow ?? index
          return
        }
      }
    }
  }

  // "Keine Rechnung" isn't a title.
  static let negations = Set(WordLists.words("title.negation").map { $0.uppercased() })

  /// Returns the place of the label of the number if up to two words of a longer title are before it: Schlussrechnung Bau (877) Nr. 4711.
  private static func label(after words: [Word]) -> Int? {
    for (place, word) in words.enumerated().dropFirst().prefix(4) {
      let bare = word.text.lowercased().filter { $0.isLetter || $0.isNumber || "#°º".contains($0) }
      if marks.contains(bare) { return place }
      guard
        word.text.hasPrefix("(")
          || word.text.first?.isUppercase == true && !notTitles.contains(bare)
            && !word.text.contains(where: \.isNumber) && !word.text.hasSuffix(":")
      else { return nil }
    }
    return nil
  }

  /// The invoice titles that stand alone in their column and have at most three words: TAX INVOICE, FAKTURA VAT, Daňový doklad.
  private(set) var shortTitles: [(row: Int, box: Box)] = []

  private mutating func findShortTitles() {
    for (index, row) in page.rows.enumerated() {
      for piece in row.row.columns
      where piece.count <= 3 && !piece.contains(where: { Self.negations.contains($0.text.uppercased()) }) {
        let words = piece.map { $0.text.lowercased().filter { $0.isLetter } }
        guard Self.titles.contains(words.last ?? "") || Self.titles.contains(words.first ?? ""),
          !piece.contains(where: { $0.text.contains(where: \.isNumber) || $0.text.hasSuffix(":") }),
          !words.contains(where: Self.notTitles.contains)
        else { continue }
        shortTitles.append((index, piece.box))
      }
    }
  }

  /// Words that turn a title into a label: "Invoice to", "Invoice date".
  private static let notTitles = Set(WordLists.words("bill.labelTail"))

  /// The maximum number of rows from a title to the number below it. Other columns can have rows in between.
  private static let mostBetween = 5

  private mutating func readNumberBelowTitle() {
    findShortTitles()
    guard number == nil else { return }
    for (titleRow, title) in shortTitles {
      for row in page.rows[(titleRow + 1)...].prefix(Self.mostBetween) where row.amounts.isEmpty {
        for words in row.row.columns {
          guard words.count == 1, let word = words.first, isNumber(word.text),
            (3...InvoiceNumbers.mostDigits).contains(trimmed(word.text).count(where: \.isASCIIDigit)),
            min(word.box.maxX, title.maxX) > max(word.box.x, title.x), word.box.y - title.maxY < 2.5 * title.height
          else { continue }
          return set(word.text, word, 0.75)
        }
      }
    }
  }

  private mutating func set(_ text: String, _ word: Word, _ keyword: Double) {
    number = FoundField(
      value: trimmed(text), box: word.box,
      evidence: Evidence(
        keyword: keyword, words: word.confidence, form: min(Double(text.count(where: \.isASCIIDigit)) / 6, 1)))
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    let head = text.lowercased().prefix(3)
    if text.count > 4, head == "nr." || head == "no." { text.removeFirst(3) }
    while let first = text.first, !(first.isLetter || first.isNumber) { text.removeFirst() }
    while let last = text.last, !(last.isLetter || last.isNumber) { text.removeLast() }
    return text
  }

  private func isNumber(_ word: String) -> Bool {
    let text = trimmed(word)
    let digits = text.count(where: \.isASCIIDigit)
    guard digits >= 2, text.count >= 3, text.count < 32, !word.hasPrefix("("), !text.contains(":"), !text.contains("%"),
      !text.contains(","), !InvoiceNumbers.isGSTIN(text), !InvoiceNumbers.isVersion(text)
    else { return false }
    return text.letterCount <= digits + 6
      && page.dates.readings(in: text).allSatisfy { $0.form < 0.8 }
  }

  // A label such as "From" is most of its row, unlike in a name that contains the word.
  private static func isSeller(_ text: FoldedText) -> Bool {
    sellers.contains { 2 * $0.count > text.letterCount && $0.occurs(in: text, above: 0.9) }
  }

  private mutating func readSeller() {
    guard
      let label = page.rows.indices.first(where: { index in
        // With a number, the label names a member of the staff.
        page.rows[index].row.words.count <= 3 && !page.rows[index].text.plain.contains(where: \.isNumber)
          && Self.isSeller(page.rows[index].folded)
      }),
      let labelBox = page.rows[label].row.words.columns.first(where: { column in
        Self.isSeller(FoldedText(RowText(column).plain))
      })?.box
    else { return }
    for index in page.rows.indices[(label + 1)...].prefix(6) {
      // Text in another column belongs to the other party.
      let columns = page.rows[index].row.columns
      var words = columns.min { abs($0.box.x - labelBox.x) < abs($1.box.x - labelBox.x) } ?? []
      let text = FoldedText(RowText(words).plain)
      let first = words.first.map { $0.text.lowercased().filter(\.isLetter) } ?? ""
      if Self.names.contains(first) {
        let name = words.removeFirst()
        // The name can be in the next column, after a wide gap. Another label there belongs to the other party.
        if words.isEmpty, name.text.hasSuffix(":") {
          words = columns.filter { $0.box.x > name.box.x }.min { $0.box.x < $1.box.x } ?? []
          if words.first?.text.hasSuffix(":") == true { continue }
        }
        if words.isEmpty { continue }
      } else if text.letterCount * 2 < text.count || words.prefix(2).contains(where: { $0.text.hasSuffix(":") })
        || InvoiceParties.isLabel(words, in: InvoiceRow(page.rows[index]))
        || Self.notNames.occur(in: text, above: 0.9)
      {
        continue
      }
      let name = MerchantReader.cleaned(RowText(words).plain)
      guard name.letterCount > 2 else { continue }
      seller = FoundField(
        value: name, box: words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) },
        evidence: Evidence(
          keyword: 1, margin: 1, words: meanConfidence(words), form: words.map(\.confidence).min() ?? 0))
      return
    }
  }
}
