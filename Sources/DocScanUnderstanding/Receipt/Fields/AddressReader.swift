// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanKeywords
internal import DocScanLayout

/// Finds the shop's address: the rows below its name, up to the telephone number or other text.
struct AddressReader {
  let page: ReceiptPage
  let merchant: ClosedRange<Int>?

  private static let mostRows = 6

  func read() -> FoundField? {
    let places = Places(page: page)
    func isPlace(_ index: Int) -> Bool { places.isAddress(index) && !isRegistration(page.rows[index]) }
    let start = (merchant?.upperBound ?? -1) + 1
    guard
      let first = page.rows.indices.dropFirst(start).prefix(8).first(where: places.isAddress)
        ?? page.rows.indices.first(where: places.isAddress)
    else { return nil }
    var rows = [first]
    // Rows between the name and the first clear address row, such as a building or a branch.
    var before = first - 1
    while before >= start, first >= start, first - before <= 2 {
      let row = page.rows[before]
      guard !row.has(.noAddress), !isRegistration(row), row.amounts.isEmpty,
        row.text.plain.contains(where: \.isNumber) || row.text.plain.hasSuffix(",")
      else { break }
      rows.insert(before, at: 0)
      before -= 1
    }
    var next = first + 1
    var last = first
    while next < page.rows.count, next - first < Self.mostRows {
      let row = page.rows[next]
      if isRegistration(row) {
        next += 1
        continue
      }
      let isAddress = places.isAddress(next)
      if row.has(.noAddress) && !(places.strength(next) >= 2) || !row.amounts.isEmpty && !isAddress
        || row.text.plain.contains("@") || row.text.plain.uppercased().contains("WWW")
      {
        break
      }
      // After a row without a comma, the next row must look like an address by itself.
      guard isAddress || page.rows[last].text.plain.trimmed.hasSuffix(",") || isTown(row) && next == last + 1 else {
        break
      }
      rows.append(next)
      last = next
      next += 1
    }
    let text = rows.map { page.rows[$0].text.plain }.joined(separator: " ")
    let words = rows.flatMap { page.rows[$0].row.words }
    return FoundField(
      value: Self.cleaned(text), box: rows.dropFirst().reduce(page.rows[rows[0]].box) { $0.union(page.rows[$1].box) },
      evidence: Evidence(
        keyword: min(Double(rows.reduce(0) { $0 + places.strength($1) }) / 4, 1),
        margin: merchant == nil || first < start ? 0 : 1,
        support: Double(rows.count { places.isAddress($0) }) / Double(rows.count), words: meanConfidence(words),
        form: words.map(\.confidence).min() ?? 0))
  }

  /// Returns whether a row is a company's registration number or a branch number such as STORE #0204.
  private func isRegistration(_ row: ReceiptRow) -> Bool {
    let text = row.text.plain
    return text.wholeMatch(of: MerchantReader.branch) != nil
      || row.row.words.count < 4 && text.count(where: \.isNumber) >= 4 && text.letterCount <= 4
  }

  /// Returns whether a row is a short text in capitals without numbers, such as JOHOR.
  private func isTown(_ row: ReceiptRow) -> Bool {
    row.labels.isEmpty && row.numbers.isEmpty && row.row.words.count <= 3 && row.folded.letterCount >= 4
      && row.text.plain == row.text.plain.uppercased()
  }

  private static func cleaned(_ text: String) -> String {
    var text = text
    while let last = text.last, " ,:;-*|".contains(last) { text.removeLast() }
    while let first = text.first, " .,:;-*|".contains(first) { text.removeFirst() }
    return text
  }
}
