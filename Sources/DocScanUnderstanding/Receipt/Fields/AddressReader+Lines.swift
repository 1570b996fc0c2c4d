// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

extension AddressReader {
  // A line of a column, with what of it can be an address.
  struct Line {
    var row: Int
    // All words in the line's column, and those of them that can be the address.
    var column: [Word]
    var words: [Word]
    var text: String
    var box: Box
    // The signs of a street or a town.
    var strength = 0
    var isTown = false
    // Whether the line contains the seller's name or a part of it, and whether the row has no other columns.
    var isNamed: Bool
    var isAlone: Bool

    var isAddress: Bool { strength >= 1 || isTown }
    var isPart: Bool { words.count < column.count }

    func isSame(as other: Line) -> Bool { row == other.row && box == other.box }
  }

  // Sentences are longer.
  private static let mostWords = 14
  // The details of a letterhead are fewer. Searching longer lines takes time that grows with the square of their length.
  private static let mostDetails = 60
  private static let noAddress = Keyword.list("receipt.noAddress")

  func lines() -> [Line] {
    page.rows.indices.flatMap { index -> [Line] in
      let row = page.rows[index]
      let columns = isNarrow ? [row.row.words] : row.row.columns
      return columns.map { line($0, index, isAlone: columns.count == 1) }
    }
  }

  private func line(_ column: [Word], _ row: Int, isAlone: Bool) -> Line {
    let text = RowText(column).plain
    let letters = InvoiceParties.letters(text)
    let isNamed = own.count > 3 && letters.count > 3 && (letters.contains(own) || own.contains(letters))
    var line = Line(
      row: row, column: column, words: column, text: text, box: column.box, isNamed: isNamed, isAlone: isAlone)
    if let parts = addressParts(of: column) {
      line.words = Array(parts.joined())
      line.text = Self.joined(parts.map { RowText($0).plain })
      line.strength = places.strength(line.text, FoldedText(line.text), isLabelled: false)
      line.isTown = places.isTown(line.text)
    } else if column.count <= Self.mostWords, !isRegistration(column), !isNamed || text.contains(where: \.isNumber) {
      let isLabelled = isLabelled(line)
      let isItem = page.rows[row].has(anyOf: .tableHeader, .itemsHeader) || hasAmount(line)
      let folded = isAlone ? page.rows[row].folded : FoldedText(text)
      line.strength = places.strength(text, folded, isLabelled: isLabelled)
      if isLabelled || isItem, line.strength < 2 { line.strength = 0 }
      line.isTown = !isLabelled && !isItem && places.isTown(text)
    }
    return line
  }

  private func isLabelled(_ line: Line) -> Bool {
    line.isAlone
      ? page.rows[line.row].has(.noAddress) : Self.isLabelled(FoldedText(RowText(line.column).plain))
  }

  private static func isLabelled(_ text: FoldedText) -> Bool { noAddress.contains { $0.similarity(in: text) != nil } }

  private func hasAmount(_ line: Line) -> Bool {
    page.rows[line.row].amounts.contains { number in
      number.box.map { $0.middleX >= line.box.x && $0.middleX <= line.box.maxX } ?? true
    }
  }

  // Returns whether a line has neither a label nor an amount, so that it can be a part of an address that names neither street nor town.
  func isPlain(_ line: Line) -> Bool {
    line.words.count <= 8 && !line.text.contains("@") && !line.text.uppercased().contains("WWW")
      && (!line.text.contains(":") || line.text.uppercased().hasPrefix("NO:"))
      && !isLabelled(line) && !hasAmount(line) && !isRegistration(line.column)
  }

  // Returns whether words are a company's registration number, such as RFC OCV180412K47, or a branch number such as STORE #0204.
  func isRegistration(_ words: [Word]) -> Bool {
    let text = RowText(words).plain
    let isCode = words.contains { $0.text.count(where: \.isNumber) >= 8 && $0.text.letterCount > 1 }
    return words.count < 4 && isCode
      || words.count < 4 && text.count(where: \.isNumber) >= 4 && text.letterCount <= 4 && !places.isTown(text)
      || text.wholeMatch(of: MerchantReader.branch) != nil
  }

  // Returns the parts of an address in a line with other details: Muster e. V. - Weg 6 - 76327 Muster. Returns nil if the line is a single text.
  private func addressParts(of column: [Word]) -> [[Word]]? {
    guard column.count <= Self.mostDetails else { return nil }
    func split(at marks: String) -> [[Word]] {
      column.split { $0.text.count == 1 && $0.text.contains(where: marks.contains) }.map(Array.init)
    }
    let dotted = split(at: "·•|*‧●/")
    let parts = (dotted.count > 1 ? dotted : split(at: "–-—")).flatMap(withoutName)
    guard parts.count > 1 else { return nil }
    let texts = parts.map { Self.cleaned(RowText($0).plain) }
    let isPlace = texts.map { text in
      isBare(text) && (places.isTown(text) || places.strength(text, FoldedText(text), isLabelled: false) >= 1)
    }
    // Muster Ltd, Plzeňská 2044
    if parts.count == 2, !isPlace.contains(true), isName(parts[0]), isStreet(texts[1]) { return [parts[1]] }
    guard var first = isPlace.firstIndex(of: true), var last = isPlace.lastIndex(of: true),
      isPlace[first...last].allSatisfy(\.self)
    else { return nil }
    if first > 0, isStreet(texts[first - 1]) { first -= 1 }
    // The quarter behind a street has no number, and a dash can precede a postal code: Muster Road, Bengaluru - 560 004.
    while dotted.count < 2, last + 1 < parts.count, parts[last + 1].count <= 4, isBare(texts[last + 1]) {
      let digits = texts[last + 1].count(where: \.isNumber)
      guard digits == 0 ? !places.isTown(texts[last]) : digits <= 6 && texts[last + 1].first?.isNumber == true else {
        break
      }
      last += 1
    }
    return Array(parts[first...last])
  }

  // Returns a part of a line divided behind the seller's name: Muster Ltd, 12 Mill Lane, Leeds; Muster Ltd - 12 Mill Lane.
  private func withoutName(_ part: [Word]) -> [[Word]] {
    let end = part.firstIndex { $0.text.hasSuffix(",") || ["-", "–", "—"].contains($0.text) }
    guard let end, end > 0, end + 1 < part.count else { return [part] }
    let name = Array(part[..<end]) + (part[end].text.hasSuffix(",") ? [part[end]] : [])
    return isName(name) ? [name, Array(part[(end + 1)...])] : [part]
  }

  private func isName(_ words: [Word]) -> Bool {
    let text = RowText(words).plain
    return !text.contains(where: \.isNumber)
      && (InvoiceParties.isLegal(text) || own.count > 3 && InvoiceParties.letters(text).contains(own))
  }

  // Returns whether a part before a town's ends with a house number.
  private func isStreet(_ text: String) -> Bool {
    text.last?.isNumber == true && text.letterCount > 2 && text.count(where: \.isNumber) < 5
      && text.split(separator: " ").count <= 5 && isBare(text)
  }

  // Returns whether a text has no label and is neither a sentence, a website, nor a mail address.
  private func isBare(_ text: String) -> Bool {
    !text.contains { "@:".contains($0) } && text.split(separator: " ").count <= Self.mostWords
      && text.firstMatch(of: MerchantReader.website) == nil && !Self.isLabelled(FoldedText(text))
  }
}
