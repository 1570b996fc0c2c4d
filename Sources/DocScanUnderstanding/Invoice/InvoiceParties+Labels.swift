// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout
internal import DocScanWords

/// Finds what labels and salutations say about names.
extension InvoiceParties {
  // Returns whether words are only labels: Cessionario/committente (cliente), Nome.
  static func isLabel(_ words: [Word], in row: InvoiceRow) -> Bool {
    if nameLabels.contains(joinedText(words).lowercased()) { return true }
    let marks = row.marks.filter { mark in
      mark.similarity > sureLabel && mark.letters > 3 && mark.label != .notName
    }
    return marks.contains { Array(row.words[$0.words]) == words }
      || marks.contains { [.seller, .buyer].contains($0.label) && row.words[$0.words].first == words.first }
        && words.allSatisfy { word in marks.contains { row.words[$0.words].contains(word) } }
  }

  // The minimum similarity of words that are only a label. A company's name can resemble one.
  private static let sureLabel = 0.97

  static func labelAbove(
    _ place: Int, _ pieces: [Piece], _ rows: [InvoiceRow], isNamed: Bool = false
  ) -> InvoiceLabel? {
    let piece = pieces[place]
    let next = pieces[..<place].lastIndex { other in
      other.row < piece.row && other.row >= piece.row - 3 && abs(other.box.x - piece.box.x) < 2.5 * piece.box.height
        && piece.box.y - other.box.maxY < 2 * piece.box.height
    }
    let isNamed = isNamed || nameAfterLabel(piece.text) != nil
    // "Lieferant GmbH" is a name, not a label.
    guard let next, !isLegal(pieces[next].text), let first = pieces[next].words.first,
      let start = rows[pieces[next].row].words.firstIndex(of: first)
    else { return isNamed ? heading(above: piece, pieces, rows) : nil }
    let above = pieces[next]
    let end = start + above.words.count
    let label = rows[above.row].marks.filter { mark in
      [.seller, .buyer, .account].contains(mark.label) && mark.similarity > 0.93 && mark.words.lowerBound >= start
        && mark.words.upperBound <= end && mark.words.count + 1 >= above.words.count
    }.max { $0.letters < $1.letters }?.label
    // A company can be below its employee's name, and a labelled name below numbers: Codice fiscale: 90011220334.
    let isBelowLabel = isNamed || nameLabels.contains(above.text.lowercased())
    let isBelowOthers = isLegal(piece.text) || isBelowLabel && above.text.contains(": ")
    return label ?? (isBelowOthers ? labelAbove(next, pieces, rows, isNamed: isBelowLabel) : nil)
      ?? (isBelowLabel ? heading(above: piece, pieces, rows) : nil)
  }

  // Returns the label that is a section's heading above a name with a label: PRESTADOR DE SERVIÇOS / CNPJ: … / Razão Social: MUSTER LTDA
  private static func heading(above piece: Piece, _ pieces: [Piece], _ rows: [InvoiceRow]) -> InvoiceLabel? {
    for row in (max(0, piece.row - mostRowsBelowHeading)..<piece.row).reversed() {
      guard isLabel(pieces.filter { $0.row == row }.flatMap(\.words), in: rows[row]) else { continue }
      let labels = Set(rows[row].marks.filter { $0.similarity > sureLabel }.map(\.label)).intersection([
        .seller, .buyer,
      ])
      // The boxes of both parties can be beside each other.
      if !labels.isEmpty { return labels.count == 1 ? labels.first : nil }
    }
    return nil
  }

  private static let mostRowsBelowHeading = 4

  // Codice fiscale: 90011220334
  static func isLabelledNumber(_ text: String) -> Bool {
    guard let colon = text.firstRange(of: ": "), !isLegal(text) else { return false }
    let value = String(text[colon.upperBound...])
    let digits = value.count(where: \.isASCIIDigit)
    return digits > 4 && digits > value.letterCount
  }

  private static let nameLabels = Set(WordLists.words("invoice.nameLabel").map { $0.lowercased() })

  // Returns the name after a label for it: Denominazione: MUSTER SRL.
  static func nameAfterLabel(_ text: String) -> String? {
    guard let colon = text.firstRange(of: ": "), nameLabels.contains(text[..<colon.lowerBound].lowercased()) else {
      return nil
    }
    return String(text[colon.upperBound...])
  }

  // Returns whether each piece is an addressee: a name with a salutation, the name below a salutation alone, or the company above it. An addressee's
  // employee, as in "Attn. Jo Smith" below the company, is a contact.
  static func saluted(
    _ pieces: [Piece], _ isTown: [Bool], _ height: Double
  ) -> (addressees: [Bool], contacts: [Bool]) {
    // An authority can be a department itself, with its telephone number below its address.
    let isDepartment = pieces.indices.map { place in
      guard AboutWords.isDepartment(pieces[place].text), !isLegal(pieces[place].text) else { return false }
      return address(below: place, pieces, isTown, height).isThere
        && !below(place, pieces, height).contains { pieces[$0].text.lowercased().contains(#/^t[eé]l|^fon|@/#) }
    }
    var found = pieces.indices.map { place in
      MerchantReader.isSaluted(pieces[place].text)
        || isPostal(pieces[place]) && address(below: place, pieces, isTown, height).isThere
    }
    // Titulaire M MUSTER JEAN: the name is elsewhere, too.
    let addressed = Set(pieces.indices.filter { found[$0] }.map { pieces[$0].text })
    for place in pieces.indices where addressed.contains(pieces[place].text) { found[place] = true }
    let starts = zip(found, isDepartment).map { $0 || $1 }
    var contacts = pieces.map { _ in false }
    for (place, piece) in pieces.enumerated() where starts[place] {
      let near = pieces.indices.filter { other in
        let gap = max(piece.box.y - pieces[other].box.maxY, pieces[other].box.y - piece.box.maxY)
        return abs(pieces[other].box.x - piece.box.x) < piece.box.height && gap < piece.box.height
      }
      for other in near where other < place || piece.words.count < 3 || isLegal(pieces[other].text) {
        found[other] = true
      }
      // Lines with numbers, such as the street, up to the town.
      for other in below(place, pieces, height) {
        if pieces[other].text.contains(where: \.isNumber), !isLegal(pieces[other].text) { contacts[other] = true }
        if isTown[other] { break }
      }
      let isWithin = isDepartment[place] || MerchantReader.isForAttention(piece.text)
      contacts[place] = isWithin && near.contains { $0 < place }
    }
    return (found, contacts)
  }

  // Returns the name after its label with its second line: Denominazione: MUSTER SNC DI PAOLO / ROSSI E C.
  static func labelledName(_ place: Int, _ pieces: [Piece], _ height: Double) -> String? {
    guard let name = nameAfterLabel(pieces[place].text) else { return nil }
    let second = below(place, pieces, height).first { other in
      let (one, next) = (pieces[place].box, pieces[other].box)
      return abs(next.x - one.x) < height && next.y - one.maxY < height && pieces[other].row != pieces[place].row
    }
    // Forms print values in capitals. Other lines may be a street or a department.
    guard let second = second.map({ pieces[$0].text }), MerchantReader.isCapital(name + second),
      !second.contains(where: { $0.isNumber || ":,".contains($0) })
    else { return name }
    return name + " " + second
  }

  // M MUSTER JEAN: in French addresses, capitals without punctuation. Source: NF Z 10-011.
  private static func isPostal(_ piece: Piece) -> Bool {
    let (words, text) = (piece.text.split(separator: " "), FoldedText(piece.text))
    // M ELECTRONIC STORE, or a name at the top, is the sender's.
    return piece.row > 1 && (3...5).contains(words.count) && words[0] == "M"
      && !MerchantReader.shops.contains { $0.similarity(in: text) ?? 0 > 0.95 }
      && words.dropFirst().allSatisfy { $0.count > 1 && $0.allSatisfy { $0.isUppercase || "-'’".contains($0) } }
  }

  // Returns the name whose first or last part is a piece, if its two rows are one row elsewhere: GALAHVIEW / AIR & ELECTRICAL.
  static func nameInTwoRows(_ place: Int, _ pieces: [Piece], _ names: [String], _ height: Double) -> String? {
    guard names[place].count > 2 else { return nil }
    let piece = pieces[place]
    let near = pieces.indices.filter { other in
      let gap = max(pieces[other].box.y - piece.box.maxY, piece.box.y - pieces[other].box.maxY)
      let tallest = max(pieces[other].box.height, piece.box.height)
      let isAligned = [
        pieces[other].box.x - piece.box.x, pieces[other].box.maxX - piece.box.maxX,
        pieces[other].box.middleX - piece.box.middleX,
      ].contains { abs($0) < 2 * height }
      return pieces[other].row != piece.row && gap < 1.5 * tallest && isAligned && names[other].count > 2
        && !pieces[other].text.contains { $0.isNumber || ",:".contains($0) }
    }
    for other in near {
      let pair = [min(other, place), max(other, place)]
      let name = pair.map { names[$0] }.joined()
      if let whole = names.firstIndex(of: name) { return pieces[whole].text }
      if names.contains(where: { $0.contains(name) }) { return pair.map { pieces[$0].text }.joined(separator: " ") }
    }
    return nil
  }
}
