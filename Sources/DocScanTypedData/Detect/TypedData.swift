// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Finds typed data in the text of a page.
package struct TypedData {
  /// The kinds to find, or all if empty.
  package var types: Set<Detection.Kind>
  /// The ISO 3166 code of the country whose telephone numbers may lack the country code, or `nil` to derive the countries from the page.
  package var region: String?
  /// Whether 03/04 is the third of April, or `nil` to decide from the page.
  package var dayFirst: Bool?
  /// Whether only the last four characters of card numbers and IBANs are kept.
  package var masks: Bool

  package init(types: Set<Detection.Kind> = [], region: String? = nil, dayFirst: Bool? = nil, masks: Bool = true) {
    (self.types, self.region, self.dayFirst, self.masks) = (types, region, dayFirst, masks)
  }

  // A value with the numbers of its words, and the text that it was found in.
  private typealias Item = (found: Detected, words: Set<Int>, text: SearchText)

  package func find(on page: RecognizedPage) -> [Detection] {
    let text = SearchText(page)
    guard text.count > 0 else { return [] }
    let (context, codes) = contextAndCodes(of: page, text)
    let found = builtInDetectors.flatMap { codes[$0.kinds] ?? $0.find(in: text, context) }
    let kept = Self.withoutOverlaps(found).filter { types.isEmpty || types.contains($0.kind) }
    let own = kept.map { (found: $0, words: Set(text.wordNumbers(in: $0.range)), text: text) }
    guard types.isEmpty || types.contains(.address), let stacked = StackedText(text) else {
      return kept.prefix(Detection.mostOnPage).compactMap { detection(of: $0, text) }
    }
    let others = stacked.addresses(context).map {
      (found: $0, words: Set(stacked.text.wordNumbers(in: $0.range)), text: stacked.text)
    }
    // An address in the order of the text is right if it has all words of the other one and doesn't mix two of them.
    func rivals(of item: Item) -> [Item] { others.filter { !$0.words.isDisjoint(with: item.words) } }
    func isRight(_ item: Item) -> Bool {
      let rivals = rivals(of: item)
      guard item.found.kind == .address, let rival = rivals.first else { return true }
      return rivals.count == 1 && item.words.isSuperset(of: rival.words)
    }
    let left = own.filter(isRight)
    let all = left + others.filter { other in !left.contains { !$0.words.isDisjoint(with: other.words) } }
    return all.sorted { ($0.words.min() ?? 0) < ($1.words.min() ?? 0) }.prefix(Detection.mostOnPage)
      .compactMap { detection(of: $0.found, $0.text) }
  }

  package func context(of page: RecognizedPage, _ text: SearchText) -> DetectionContext {
    contextAndCodes(of: page, text).context
  }

  // VAT numbers and IBANs are found for the context, because their countries belong to it.
  private func contextAndCodes(
    of page: RecognizedPage, _ text: SearchText
  ) -> (context: DetectionContext, codes: [[Detection.Kind]: [Detected]]) {
    let language = TextLanguage(page.text)
    let hints = CurrencyHints(texts: page.blocks.flatMap { $0.lines.map(\.text) }, languages: page.languages)
    let currency = hints.currency
    let origin = TextOrigin([text], language: language, currency: currency)
    let dollar = hints.isOtherDollar ? nil : CurrencyMark.dollar(of: currency, language: language.tag)
    var context = DetectionContext(
      language: language.tag, languageConfidence: language.confidence,
      regions: region.map { [$0] } ?? RegionHints.regions(of: language.tag) + RegionHints.regions(in: text),
      order: DayMonthOrder(in: [text], from: origin, dayFirst: dayFirst), decimalMark: origin.decimalMark,
      currency: currency, dollar: region.map { CurrencyMark.dollar(in: $0) } ?? dollar)
    let codes = [
      VATDetector.kinds: VATDetector.find(in: text, context), IBANDetector.kinds: IBANDetector.find(in: text, context),
    ]
    let countries = Set(codes.values.joined().map { String($0.value.prefix(2)) })
    if region == nil,
      let own = RegionHints.neighbor(of: language.tag, among: countries)
        ?? RegionHints.neighbor(of: language.tag, paying: currency)
    {
      context.regions.insert(own, at: 0)
    }
    return (context, codes)
  }

  /// Removes overlaps. The stronger proof takes precedence, then the longer range, then the earlier detector.
  static func withoutOverlaps(_ found: [Detected]) -> [Detected] {
    let ordered = found.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      if a.proof != b.proof { return a.proof > b.proof }
      return a.range.count != b.range.count ? a.range.count > b.range.count : first.offset < second.offset
    }
    var kept: [Detected] = []
    var taken: [(Range<Int>)] = []
    for (_, item) in ordered where !taken.contains(where: { $0.overlaps(item.range) }) {
      kept.append(item)
      taken.append(item.range)
    }
    return kept.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func detection(of found: Detected, _ text: SearchText) -> Detection? {
    let numbers = text.wordNumbers(in: found.range)
    let words = numbers.map { text.pageWords[$0] }
    guard let first = words.first, numbers.count <= Detection.longestText else { return nil }
    var read = text.read(found.range)
    var value = found.value
    if masks, found.kind == .card || found.kind == .iban {
      value = Self.masked(value)
      read = Self.masked(read)
    }
    guard read.utf8.count <= Detection.longestText, value.utf8.count <= Detection.longestText else { return nil }
    return Detection(
      type: found.kind, text: read, value: value, alternative: found.alternative, currency: found.currency,
      confidence: Self.confidence(found, words).rounded(toPlaces: 3), corrected: found.isCorrected ? true : nil,
      box: words.dropFirst().reduce(first.box) { $0.union($1.box) }.rounded, words: numbers)
  }

  package static func masked(_ text: String) -> String {
    var rest = text.unicodeScalars.count { $0.isAlphanumeric } - 4
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          guard scalar.isAlphanumeric else { return scalar }
          rest -= 1
          return rest >= 0 ? "*" : scalar
        }))
  }

  /// Returns the probability that a value is right. A check digit leaves little doubt. Otherwise, the word with the lowest confidence decides.
  private static func confidence(_ found: Detected, _ words: [Word]) -> Double {
    let read = words.map(\.confidence).min() ?? 0
    let (base, share) =
      switch found.proof {
      case .checked: (0.995, 0.02)
      case .grammar: (0.99, 0.08)
      case .named: (0.97, 0.15)
      case .form: (0.92, 0.25)
      }
    return base * (1 - share * (1 - read)) * (found.isCorrected ? 0.96 : 1)
      * (found.alternative == nil ? 1 : Detection.ambiguous)
  }
}

extension TypedData {
  package static func knows(region: String) -> Bool { PhoneDetector.knows(region) }

  package static func region(like name: String) -> String? {
    let capitals = name.uppercased()
    if knows(region: capitals) { return capitals }
    if let region = RegionHints.written[capitals] { return region }
    return LanguageTag(named: name).flatMap { RegionHints.known(of: $0.description) }
  }
}
