// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanKeywords
internal import DocScanTypedData

struct PhoneReader {
  let page: ReceiptPage

  func read() -> FoundField? {
    for (index, row) in page.rows.enumerated() where row.has(.phone) || looksAlone(index) {
      guard !row.has(.date),
        let number = PhoneDetector.announced(in: SearchText(row.text.numeric), region: region)
      else { continue }
      let words = row.text.words(in: number.range)
      return FoundField(
        value: number.value, box: words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) },
        evidence: Evidence(
          keyword: row.labels[.phone] ?? 0, words: words.map(\.confidence).min() ?? 0,
          form: number.value.count > 9 ? 1 : 0))
    }
    return nil
  }

  private func looksAlone(_ index: Int) -> Bool {
    let row = page.rows[index]
    return index < 10 && row.folded.letterCount == 0 && (9...12).contains(row.folded.count)
      && (row.text.plain.hasPrefix("0") || row.text.plain.hasPrefix("("))
      && row.text.plain.contains { "- )".contains($0) }
  }

  /// The ISO 3166 code of the country of telephone numbers without a country code, derived from the currency or, for euros, from the language.
  private var region: String {
    guard let currency = page.currency else { return "US" }
    guard currency == "EUR" else { return String(currency.prefix(2)) }
    return page.languages.lazy.compactMap(TypedData.region(like:)).first { $0 != "US" } ?? "DE"
  }
}
