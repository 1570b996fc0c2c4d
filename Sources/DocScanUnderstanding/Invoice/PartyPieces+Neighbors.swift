// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanLayout

// Searches the pieces near a name.
extension PartyPieces {
  // The numbers of rows below a section's heading, and of lines of an address, that are searched.
  private static let (mostRowsBelowHeading, mostAddressLines) = (4, 7.0)

  func labelAbove(_ place: Int, isNamed: Bool = false) -> InvoiceLabel? {
    let piece = all[place]
    let next = all[..<place].lastIndex { other in
      other.row < piece.row && other.row >= piece.row - 3 && abs(other.box.x - piece.box.x) < 2.5 * piece.box.height
        && piece.box.y - other.box.maxY < 2 * piece.box.height
    }
    let isNamed = isNamed || InvoiceParties.nameAfterLabel(piece.text) != nil
    // "Lieferant GmbH" is a name, not a label.
    guard let next, !InvoiceParties.isLegal(all[next].text), let first = all[next].words.first,
      let start = rows[all[next].row].words.firstIndex(of: first)
    else { return isNamed ? heading(above: piece) : nil }
    let above = all[next]
    let end = start + above.words.count
    let label = rows[above.row].marks.filter { mark in
      InvoiceLabel.parties.contains(mark.label) && mark.similarity > 0.93 && mark.words.lowerBound >= start
        && mark.words.upperBound <= end && mark.words.count + 1 >= above.words.count
    }.max { $0.letters < $1.letters }?.label
    // A company can be below its employee's name, and a labelled name below numbers: Codice fiscale: 90011220334.
    let isBelowLabel = isNamed || InvoiceParties.nameLabels.contains(above.text.lowercased())
    let isBelowOthers = InvoiceParties.isLegal(piece.text) || isBelowLabel && above.text.contains(": ")
    return label ?? (isBelowOthers ? labelAbove(next, isNamed: isBelowLabel) : nil)
      ?? (isBelowLabel ? heading(above: piece) : nil)
  }

  // Returns the label that is a section's heading above a name with a label: PRESTADOR DE SERVIÇOS / CNPJ: … / Razão Social: MUSTER LTDA
  private func heading(above piece: Piece) -> InvoiceLabel? {
    for row in (max(0, piece.row - Self.mostRowsBelowHeading)..<piece.row).reversed() {
      guard InvoiceParties.isLabel(all.filter { $0.row == row }.flatMap(\.words), in: rows[row]) else { continue }
      let labels = Set(rows[row].marks.filter { $0.similarity > InvoiceParties.sureLabel }.map(\.label)).intersection([
        .seller, .buyer, .delivery,
      ])
      // The boxes of both parties can be beside each other.
      if !labels.isEmpty { return labels.count == 1 ? labels.first : nil }
    }
    return nil
  }

  // Returns whether each piece is an addressee: a name with a salutation, the name below a salutation alone, or the company above it. An addressee's
  // employee, as in "Attn. Jo Smith" below the company, is a contact.
  func saluted() -> (addressees: [Bool], contacts: [Bool]) {
    // An authority can be a department itself, with its telephone number below its address.
    let isDepartment = all.indices.map { place in
      guard AboutWords.isDepartment(all[place].text), !InvoiceParties.isLegal(all[place].text) else { return false }
      return address(below: place).isThere
        && !below(place).contains { all[$0].text.lowercased().contains(#/^t[eé]l|^fon|@/#) }
    }
    var found = all.indices.map { place in
      MerchantReader.isSaluted(all[place].text)
        || Self.isPostal(all[place]) && address(below: place).isThere
    }
    // Titulaire M MUSTER JEAN: the name is elsewhere, too.
    let addressed = Set(all.indices.filter { found[$0] }.map { all[$0].text })
    for place in all.indices where addressed.contains(all[place].text) { found[place] = true }
    let starts = zip(found, isDepartment).map { $0 || $1 }
    var contacts = all.map { _ in false }
    for (place, piece) in all.enumerated() where starts[place] {
      // Lines of an address can be far apart, but a name is right above its contact.
      let isForOther = MerchantReader.isForAttention(piece.text)
      let near = all.indices.filter { other in
        let gap = max(piece.box.y - all[other].box.maxY, all[other].box.y - piece.box.maxY)
        return abs(all[other].box.x - piece.box.x) < piece.box.height
          && gap < (isForOther && other < place ? 2.2 : 1) * piece.box.height
      }
      for other in near where other < place || piece.words.count < 3 || InvoiceParties.isLegal(all[other].text) {
        found[other] = true
      }
      // Lines with numbers, such as the street, up to the town.
      for other in below(place) {
        if all[other].text.contains(where: \.isNumber), !InvoiceParties.isLegal(all[other].text) {
          contacts[other] = true
        }
        if isTown[other] { break }
      }
      let isWithin = isDepartment[place] || isForOther
      contacts[place] = isWithin && near.contains { $0 < place }
    }
    return (found, contacts)
  }

  // M MUSTER JEAN: in French addresses, capitals without punctuation. Source: NF Z 10-011.
  private static func isPostal(_ piece: Piece) -> Bool {
    let (words, text) = (piece.text.split(separator: " "), FoldedText(piece.text))
    // M ELECTRONIC STORE, or a name at the top, is the sender's.
    return piece.row > 1 && (3...5).contains(words.count) && words[0] == "M"
      && !MerchantReader.shops.occur(in: text, above: 0.95)
      && words.dropFirst().allSatisfy { $0.count > 1 && $0.allSatisfy { $0.isUppercase || "-'’".contains($0) } }
  }

  // Returns the name after its label with its second line: Denominazione: MUSTER SNC DI PAOLO / ROSSI E C.
  func labelledName(_ place: Int) -> String? {
    guard let name = InvoiceParties.nameAfterLabel(all[place].text) else { return nil }
    let second = below(place).first { other in
      let (one, next) = (all[place].box, all[other].box)
      return abs(next.x - one.x) < height && next.y - one.maxY < height && all[other].row != all[place].row
    }
    // Forms print values in capitals. Other lines may be a street or a department.
    guard let second = second.map({ all[$0].text }), MerchantReader.isCapital(name + second),
      !second.contains(where: { $0.isNumber || ":,".contains($0) })
    else { return name }
    return name + " " + second
  }

  // Returns the name whose first or last part is a piece, if its two rows are one row elsewhere: GALAHVIEW / AIR & ELECTRICAL.
  func nameInTwoRows(_ place: Int) -> String? {
    guard letters[place].count > 2 else { return nil }
    let piece = all[place]
    let near = all.indices.filter { other in
      let gap = max(all[other].box.y - piece.box.maxY, piece.box.y - all[other].box.maxY)
      let tallest = max(all[other].box.height, piece.box.height)
      let isAligned = [
        all[other].box.x - piece.box.x, all[other].box.maxX - piece.box.maxX,
        all[other].box.middleX - piece.box.middleX,
      ].contains { abs($0) < 2 * height }
      return all[other].row != piece.row && gap < 1.5 * tallest && isAligned && letters[other].count > 2
        && !all[other].text.contains { $0.isNumber || ",:".contains($0) }
    }
    for other in near {
      let pair = [min(other, place), max(other, place)]
      let name = pair.map { letters[$0] }.joined()
      if let whole = letters.firstIndex(of: name) { return all[whole].text }
      if letters.contains(where: { $0.contains(name) }) { return pair.map { all[$0].text }.joined(separator: " ") }
    }
    return nil
  }

  // Returns the line above one in its column.
  func pieceAbove(_ place: Int) -> Int? {
    let piece = all[place]
    return all[..<place].lastIndex { other in
      other.row < piece.row && abs(other.box.x - piece.box.x) < height && piece.box.y - other.box.maxY < height
    }
  }

  /// Returns whether an address follows below a piece in its column, and whether contact details follow the address.
  func address(below place: Int) -> (isThere: Bool, isContacted: Bool) {
    let piece = all[place]
    var (bottom, town, lines) = (piece.box.maxY, false, 0)
    for next in all.indices[(place + 1)...] where all[next].row > piece.row {
      let other = all[next]
      if other.box.y - bottom > 2.2 * height { break }
      let isAligned =
        abs(other.box.x - piece.box.x) < 2 * height || abs(other.box.maxX - piece.box.maxX) < height
        || abs(other.box.middleX - piece.box.middleX) < height
      guard isAligned else { continue }
      lines += 1
      bottom = other.box.maxY
      if !town {
        if isTown[next] { town = true } else if lines > 4 { break }
        continue
      }
      let text = other.text.lowercased()
      // A telephone number alone in its line, such as 416-555-1212.
      if text.count(where: \.isASCIIDigit) >= 9, text.letterCount == 0 { return (true, true) }
      if Self.contacts.contains(where: text.contains) { return (true, true) }
      if lines > 7 { break }
    }
    return (town, false)
  }

  // Returns the all below one in its column that may be lines of its address.
  func below(_ place: Int) -> some Sequence<Int> {
    let piece = all[place]
    return all.indices[(place + 1)...].prefix { all[$0].box.y - piece.box.maxY < Self.mostAddressLines * height }
      .filter {
        abs(all[$0].box.x - piece.box.x) < 2 * height || abs(all[$0].box.maxX - piece.box.maxX) < height
      }
  }

  static func isBelow(_ piece: Piece, _ other: Piece, _ height: Double) -> Bool {
    let distance = piece.box.y - other.box.maxY
    return distance > -0.5 * height && distance < 7 * height && abs(piece.box.x - other.box.x) < 4 * height
  }
}
