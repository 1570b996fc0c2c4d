// SPDX-License-Identifier: GPL-3.0-or-later

/// The candidates for invoice fields on one page. ``Invoice`` combines the pages of a document.
package struct InvoicePage: Finding {
  /// A candidate for a field of the invoice.
  package struct Candidate: Codable, Hashable, Sendable {
    package var value: String
    package var swapped: String?
    package var strength: Double
    package var words: Double
    /// Whether the reader of receipts finds the same name: 1 if so, 0.5 if it finds none, 0 if another. Only for sellers.
    package var agreement: Double?
    /// The box around the value, in pixels of the corrected page.
    package var box: Box

    package init(value: String, swapped: String? = nil, strength: Double, words: Double, box: Box) {
      (self.value, self.swapped, self.box) = (value, swapped, box.rounded)
      (self.strength, self.words) = (min(max(strength, 0), 1).rounded(toPlaces: 3), words.rounded(toPlaces: 3))
    }
  }

  package enum Field: String, Codable, CaseIterable, Sendable {
    case number, date, dueDate
    case total, net, tax
    case seller, buyer
    case vatId, iban
  }

  package enum Credit: String, Codable, CaseIterable, Sendable {
    case creditNote
    case correction
    case selfBilled
  }

  package var title: Double
  package var dayFirst: Bool
  package var tellsOrder: Bool
  package var isOrderGuessed: Bool
  package var currency: String?
  package var credit: Credit?
  package var rounding: String?
  package var candidates: [String: [Candidate]]

  package static let mostCandidates = 5

  /// Creates the findings of a page. For each field, keeps the strongest candidates with different values, at most `mostCandidates`.
  package init(
    title: Double, dayFirst: Bool, tellsOrder: Bool, isOrderGuessed: Bool, currency: String?,
    credit: Credit? = nil, rounding: String? = nil, candidates: [Field: [Candidate]]
  ) {
    (self.title, self.currency) = (min(max(title, 0), 1).rounded(toPlaces: 3), currency)
    (self.credit, self.rounding) = (credit, rounding)
    (self.dayFirst, self.tellsOrder, self.isOrderGuessed) = (dayFirst, tellsOrder, isOrderGuessed)
    self.candidates = candidates.reduce(into: [:]) { all, entry in
      var seen: Set<String> = []
      let sorted = entry.value.enumerated().sorted {
        ($0.element.strength, $1.offset) > ($1.element.strength, $0.offset)
      }
      let kept = sorted.map(\.element).filter { seen.insert($0.value).inserted }.prefix(Self.mostCandidates)
      if !kept.isEmpty { all[entry.key.rawValue] = Array(kept) }
    }
  }

  package subscript(field: Field) -> [Candidate] { candidates[field.rawValue] ?? [] }

  /// The invoice number if the page is titled as an invoice and the number is certain; otherwise `nil`.
  package var sureNumber: String? {
    guard title >= Invoice.leastTitle, let number = self[.number].first, number.strength >= Invoice.sureNumber else {
      return nil
    }
    return number.value
  }

  package static func areOther(_ one: String, _ other: String) -> Bool { Invoice.areOther(one, other) }

  package static let description = FindingDescription(
    key: "invoicePage",
    schema: JSONSchema.object(
      "Candidates for invoice fields on this page. The document's JSON contains the combined invoice. Absent "
        + "without the receipt stage, or if the page has no candidates.",
      [
        "title": JSONSchema.confidence("The probability that the page is titled as an invoice."),
        "dayFirst": JSONSchema.value("boolean", "Whether 03/04 was read as April 3."),
        "tellsOrder": JSONSchema.value("boolean", "Whether the page's own dates decide that, or the setting does."),
        "isOrderGuessed": JSONSchema.value("boolean", "Whether nothing on the page decides that."),
        "currency?": JSONSchema.text("The ISO 4217 code of the amounts. Absent if unknown.", atMost: 16),
        "credit?": credit, "rounding?": JSONSchema.text("The amount by which the total was rounded.", atMost: 32),
        "candidates": JSONSchema.object(
          "The candidates for each field, the strongest first.",
          Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0.rawValue + "?", list) })),
      ]))

  static var credit: JSONValue {
    JSONSchema.oneOf(
      Credit.allCases.map(\.rawValue),
      "creditNote if a page is titled as a credit note; correction if as the correction of an invoice; selfBilled if the "
        + "buyer may have issued it. Absent for others.")
  }

  private static let list = JSONSchema.list(
    of: JSONSchema.object(
      "",
      [
        "value": JSONSchema.text(
          "The normalized value: a decimal number for an amount, YYYY-MM-DD for a date.", atMost: 1024),
        "swapped?": JSONSchema.text(
          "The date with day and month swapped, unless the form of the date decides.", atMost: 32),
        "strength": JSONSchema.confidence("The strength of the evidence on this page."),
        "words": JSONSchema.confidence("The lowest confidence of the words."), "box": JSONSchema.reference("box"),
        "agreement?": JSONSchema.confidence("Whether a receipt's merchant would have this name. Only for sellers."),
      ]), atMost: mostCandidates)
}

extension Invoice {
  package typealias Page = (number: Int, says: InvoicePage)

  // A candidate with its score among all pages of the document.
  private struct Choice {
    var candidate: InvoicePage.Candidate
    var page: Int
    var score: Double
    var support = 0.0
    /// Whether the candidate is a sum of amounts that were read. The sum itself may not be printed.
    var isMade = false
  }

  /// The winning candidate for a field, with the features for its probability.
  private typealias Found = (choice: Choice, evidence: [Double])

  /// Combines the pages of a document. Returns `nil` if they aren't an invoice, or contain several invoices.
  package init?(pages: [Page]) {
    let found = Self.found(pages)
    guard found[.number] != nil || found[.total] != nil else { return nil }
    let currencies = pages.compactMap(\.says.currency).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let currency = currencies.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    self.init(currency: currency, pages: pages.map(\.number))
    let sums = [InvoicePage.Field.total, .net, .tax].compactMap {
      found[$0].flatMap { Self.minor($0.choice.candidate.value) }
    }
    rounding = pages.lazy.compactMap(\.says.rounding).first
    let rounded = rounding.flatMap(Self.minor) ?? 0
    let isContradicted = sums.count == 3 && abs(sums[0] - sums[1] - sums[2] - rounded) > Self.rounding
    // If all names of buyers are that of a weak seller, it may be the customer.
    let isWeak = (found[.seller]?.choice.candidate.strength ?? 1) < Self.weakSeller
    let isCustomer = isWeak && found[.buyer] == nil && !Self.choices(.buyer, pages).isEmpty
    let doubted = (isContradicted ? [.total, .net, .tax] : []) + (isCustomer ? [InvoicePage.Field.seller] : [])
    func field(_ name: InvoicePage.Field, currency: String? = nil) -> Field? {
      found[name].map { choice, evidence in
        Field(
          value: choice.candidate.value, alternative: choice.candidate.swapped, currency: currency,
          confidence: (InvoiceModel.fitted.probability(of: name, evidence)
            * (choice.candidate.swapped == nil ? 1 : Detection.ambiguous)
            * (doubted.contains(name) ? Self.contradicted : 1)).rounded(toPlaces: 3),
          page: choice.page, box: choice.candidate.box)
      }
    }
    (number, date, dueDate) = (field(.number), field(.date), field(.dueDate))
    (total, net) = (field(.total, currency: currency), field(.net, currency: currency))
    (tax, seller, buyer) = (field(.tax, currency: currency), field(.seller), field(.buyer))
    credit = pages.lazy.compactMap(\.says.credit).first
    (vatIds, ibans) = (Self.listed(.vatId, pages), Self.listed(.iban, pages))
  }

  /// Returns the features for each field that was found, for fitting the probabilities.
  package static func evidence(pages: [Page]) -> [String: (value: String, features: [Double])] {
    found(pages).reduce(into: [:]) { $0[$1.key.rawValue] = ($1.value.choice.candidate.value, $1.value.evidence) }
  }

  private static func found(_ pages: [Page]) -> [InvoicePage.Field: Found] {
    guard pages.count <= mostPages, let title = pages.map(\.says.title).max(), title >= leastTitle, !areSeveral(pages)
    else { return [:] }
    let order = dayFirst(pages)
    let amounts = amounts(pages)
    let seller = found(among: choices(.seller, pages))
    let buyers = choices(.buyer, pages).filter { choice in
      seller.map { !isSame($0.choice.candidate.value, choice.candidate.value) } ?? true
    }
    let date = found(among: choices(.date, pages, dayFirst: order))
    var dues = choices(.dueDate, pages, dayFirst: order).filter { !isPast($0, on: date?.choice) }
    // Several instalments have no common due date.
    if Set(dues.filter { $0.candidate.strength >= sureNumber }.map(\.candidate.value)).count > 2 { dues = [] }
    return [
      .number: found(among: choices(.number, pages)), .date: date, .dueDate: found(among: dues),
      .total: found(among: amounts.total),
      .net: found(among: amounts.net), .tax: found(among: amounts.tax), .seller: seller, .buyer: found(among: buyers),
    ].compactMapValues(\.self)
  }

  // An earlier payment isn't due.
  private static func isPast(_ due: Choice, on date: Choice?) -> Bool {
    guard let date, date.candidate.strength >= sureNumber, date.candidate.swapped == nil, due.candidate.swapped == nil
    else { return false }
    return due.candidate.value < date.candidate.value
  }

  private static func found(among choices: [Choice]) -> Found? {
    guard let best = best(choices) else { return nil }
    let other = choices.filter { !isSame($0.candidate.value, best.candidate.value) }.map(\.score).max() ?? 0
    let margin = min(max(best.score - other, 0), 1)
    let candidate = best.candidate
    return (best, [1, candidate.strength, margin, best.support, candidate.words, candidate.agreement ?? 0.5])
  }

  // The tolerance for sums, in hundredths, and the factor for the confidence of amounts that don't add up.
  private static let (rounding, contradicted, weakSeller) = (5, 0.85, 0.6)
  /// The maximum numbers of pages, and of amounts per field that are checked for sums.
  private static let (mostPages, mostAmounts) = (100, 48)
  /// The minimum confidence that at least one page is titled as an invoice.
  fileprivate static let leastTitle = 0.5
  /// The minimum strength of an invoice number that can separate two invoices.
  fileprivate static let sureNumber = 0.8

  private static func areSeveral(_ pages: [Page]) -> Bool {
    let numbers = pages.compactMap(\.says.sureNumber)
    guard let first = numbers.first else { return false }
    return numbers.contains { areOther($0, first) }
  }

  fileprivate static func areOther(_ one: String, _ other: String) -> Bool {
    !isSame(one, other) && !isMisread(one, other)
  }

  /// Returns whether two long numbers differ in exactly one character, which suggests a misreading.
  private static func isMisread(_ one: String, _ other: String) -> Bool {
    let (a, b) = (Array(plain(one)), Array(plain(other)))
    return a.count == b.count && a.count > 4 && zip(a, b).count { $0 != $1 } == 1
  }

  /// Returns whether most dates have the day first, by pages whose dates decide or else whose language or currency does. Returns `nil` on a tie.
  private static func dayFirst(_ pages: [Page]) -> Bool? {
    let deciding = pages.filter(\.says.tellsOrder)
    let votes = (deciding.isEmpty ? pages.filter { !$0.says.isOrderGuessed } : deciding).map(\.says.dayFirst)
    let days = votes.count { $0 }
    return days * 2 == votes.count ? nil : days * 2 > votes.count
  }

  private static func choices(_ field: InvoicePage.Field, _ pages: [Page], dayFirst: Bool? = nil) -> [Choice] {
    var choices: [Choice] = []
    for page in pages {
      for var candidate in page.says[field] {
        // Dates with an ambiguous order use the order of the other pages.
        if let dayFirst, !page.says.tellsOrder, page.says.dayFirst != dayFirst, let swapped = candidate.swapped {
          candidate.value = swapped
        }
        // All other swappable dates stay ambiguous.
        if dayFirst != nil || page.says.tellsOrder || !page.says.isOrderGuessed { candidate.swapped = nil }
        choices.append(Choice(candidate: candidate, page: page.number, score: candidate.strength))
      }
    }
    // A value that several pages repeat is more likely to be correct.
    for index in choices.indices {
      let value = choices[index].candidate.value
      let others = Set(choices.filter { isSame($0.candidate.value, value) }.map(\.page)).count - 1
      choices[index].support = min(Double(others), 2) / 2
      choices[index].score += 0.1 * min(Double(others), 2)
    }
    return choices
  }

  // Returns the candidates for total, net, and tax. Amounts that form a valid sum get a higher score.
  private static func amounts(_ pages: [Page]) -> (total: [Choice], net: [Choice], tax: [Choice]) {
    var (totals, nets, taxes) = (choices(.total, pages), choices(.net, pages), choices(.tax, pages))
    func minors(_ choices: [Choice]) -> [(place: Int, minor: Int)] {
      let strongest = choices.indices.sorted { (choices[$0].score, $1) > (choices[$1].score, $0) }.prefix(mostAmounts)
      return strongest.compactMap { place in minor(choices[place].candidate.value).map { (place, $0) } }
    }
    func hold(_ choices: inout [Choice], _ place: Int) {
      if choices[place].support < 1 { choices[place].score += sum }
      choices[place].support = 1
    }
    // Repeating an amount on several pages isn't evidence of a total, but a valid sum is.
    for place in totals.indices { totals[place].support = 0 }
    // With several tax rates, the sums of the taxes and of the taxed amounts may not be printed. The sum of the totals always is.
    addSums(of: minors(taxes), to: &taxes)
    addSums(of: minors(nets), to: &nets)
    let (grosses, withouts, added) = (minors(totals), minors(nets), minors(taxes))
    let rounded = Set([0] + pages.compactMap { $0.says.rounding.flatMap(minor) })
    for gross in grosses {
      for without in withouts {
        for tax in added where tax.minor != 0 && rounded.contains(gross.minor - without.minor - tax.minor) {
          // The amounts of some items can happen to be the difference, but no rate is as high.
          guard !taxes[tax.place].isMade || abs(tax.minor) * 100 <= highestRate * abs(without.minor) else { continue }
          hold(&totals, gross.place)
          hold(&nets, without.place)
          hold(&taxes, tax.place)
        }
      }
    }
    for (place, minor) in grosses
    where sums(of: grosses.filter { $0.place != place }).contains(where: { $0.sum == minor }) {
      // The sum of the totals of several rates is the total of the invoice.
      hold(&totals, place)
      totals[place].score += sum / 2
    }
    // The amount due after a deposit may be as much as the net amount.
    let taxed = Set(nets.filter { $0.support > 0 }.compactMap { minor($0.candidate.value) })
    if totals.contains(where: { $0.support > 0 }) {
      for place in totals.indices where totals[place].support == 0 {
        if let own = minor(totals[place].candidate.value), taxed.contains(own) { totals[place].score -= sum }
      }
    }
    // A sum over rates counts only as part of a total.
    taxes.removeAll { $0.isMade && $0.support == 0 }
    nets.removeAll { $0.isMade && $0.support == 0 }
    // A net amount above the total, or a tax of more than half of it or with another sign, is another amount, such as a company's capital.
    if let total = best(totals).flatMap({ minor($0.candidate.value) }) {
      let possible = 0..<abs(total)
      taxes.removeAll { $0.support == 0 && !possible.contains(2 * total.signum() * (minor($0.candidate.value) ?? 0)) }
      nets.removeAll { $0.support == 0 && abs(minor($0.candidate.value) ?? 0) > abs(total) }
      // Amounts that add up to another sum than the total belong to a part of the invoice.
      let isSum = { (net: Choice, tax: Choice) in
        rounded.contains(total - (minor(net.candidate.value) ?? 0) - (minor(tax.candidate.value) ?? 0))
      }
      let whole = nets.filter { net in taxes.contains { $0.support > 0 && isSum(net, $0) } }
      if !whole.isEmpty {
        nets = whole
        taxes = taxes.filter { tax in whole.contains { isSum($0, tax) } }
      }
    }
    return (totals, nets, taxes)
  }

  /// Returns the sums of two or three different amounts with the same sign, each with the places of its amounts.
  private static func sums(of amounts: [(place: Int, minor: Int)]) -> [(sum: Int, places: [Int])] {
    var seen: Set<Int> = []
    let parts = amounts.filter { $0.minor != 0 && seen.insert($0.minor).inserted }.prefix(mostParts)
    var found: [(Int, [Int])] = []
    for (index, one) in parts.enumerated() {
      for (second, other) in parts.enumerated().dropFirst(index + 1) where one.minor.signum() == other.minor.signum() {
        found.append((one.minor + other.minor, [one.place, other.place]))
        for third in parts.dropFirst(second + 1) where third.minor.signum() == one.minor.signum() {
          found.append((one.minor + other.minor + third.minor, [one.place, other.place, third.place]))
        }
      }
    }
    return found
  }

  private static func addSums(of amounts: [(place: Int, minor: Int)], to choices: inout [Choice]) {
    for (sum, places) in sums(of: amounts) where !amounts.contains(where: { $0.minor == sum }) {
      let parts = places.map { choices[$0] }
      guard var made = parts.min(by: { $0.score < $1.score }), let text = text(ofMinor: sum) else { continue }
      made.candidate.value = text
      made.candidate.words = parts.map(\.candidate.words).min() ?? 0
      made.isMade = true
      choices.append(made)
    }
  }

  /// Returns an amount in hundredths as a decimal number, or `nil` if the amount is implausibly large.
  private static func text(ofMinor minor: Int) -> String? {
    guard abs(minor) < 1_000_000_000_000 else { return nil }
    let digits = String(String(abs(minor) + 1_000_000_000_000_000).suffix(2))
    return (minor < 0 ? "-" : "") + "\(abs(minor) / 100).\(digits)"
  }

  // The maximum number of different amounts among which sums are searched, and the highest rate of a tax in percent.
  private static let (mostParts, highestRate) = (8, 29)

  // The score bonus for amounts in a valid sum.
  private static let sum = 0.5

  /// Returns the candidate with the highest score, or `nil`. On a tie, the first wins: numbers, dates, and names are at an invoice's top.
  private static func best(_ choices: [Choice]) -> Choice? {
    choices.reduce(nil) { best, next in next.score > best?.score ?? 0 ? next : best }
  }

  private static func listed(_ field: InvoicePage.Field, _ pages: [Page]) -> [Field] {
    var seen: Set<String> = []
    let all = pages.flatMap { page in page.says[field].map { (page.number, $0) } }
    return all.filter { seen.insert($0.1.value).inserted }.prefix(mostListed).map { page, candidate in
      Field(value: candidate.value, confidence: candidate.strength, page: page, box: candidate.box)
    }
  }

  private static func plain(_ text: String) -> String {
    text.uppercased().filter { $0.isLetter || $0.isNumber || $0 == "-" }
  }

  /// Returns whether two values are equal except for spaces, punctuation, and case.
  private static func isSame(_ one: String, _ other: String) -> Bool { plain(one) == plain(other) }

  private static func minor(_ value: String) -> Int? {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, value.utf8.count < 16 else { return nil }
    let cents = parts.count == 2 ? parts[1] : "00"
    return cents.count == 2 ? Int(whole + cents) : nil
  }
}

/// A logistic model for the probability that a field of an invoice is correct.
struct InvoiceModel: Sendable {
  /// The intercept of each field, and the weights of strength, margin, support, word confidence, and agreement.
  var weights: [InvoicePage.Field: [Double]]

  /// Returns the probability, from 0 to 1, rounded to a thousandth.
  func probability(of field: InvoicePage.Field, _ evidence: [Double]) -> Double {
    logistic(weights[field] ?? [], evidence).rounded(toPlaces: 3)
  }
}
