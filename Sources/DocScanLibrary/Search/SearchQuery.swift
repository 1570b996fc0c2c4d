// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles

/// A search query, with required terms, excluded terms, and filters.
package struct SearchQuery: Hashable, Sendable {
  /// A piece of a phrase, which matches one token.
  struct Piece: Hashable {
    var text: String
    var isPrefix = false
  }

  /// A term, which matches text on a page.
  enum Term: Hashable {
    case phrase([Piece])
    /// Phrases that are at most this many tokens apart, in any order.
    case near([[Piece]], within: Int)
  }

  /// Alternative terms, one of which must be on the page.
  typealias Choice = [Term]

  /// A condition other than text.
  enum Filter: Hashable {
    /// A BCP 47 language tag. "zh" also matches "zh-Hans".
    case language(String)
    /// The name of a document, with the wildcards `*` and `?`.
    case document(String)
    /// A date in this range on the page. The bounds can be prefixes of dates, such as "2024" and "2024-03".
    case date(ClosedRange<String>)
    case kind(String)
    case merchant([String])
    /// The sender of the document, or the merchant of a receipt.
    case sender([String])
    case documentKind(String)
    /// An amount on the page in this range.
    case amount(ClosedRange<Double>)
  }

  /// A filter that must match, or must not.
  struct Condition: Hashable {
    var filter: Filter
    var isExcluded: Bool
  }

  private(set) var choices: [Choice] = []
  private(set) var excluded: [Term] = []
  private(set) var conditions: [Condition] = []
  // A note about the first word whose key is unknown.
  private(set) var noteOnKey: String?

  var isEmpty: Bool { choices.isEmpty && excluded.isEmpty && conditions.isEmpty }

  /// Whether the query requires typed data, which stages find in the text.
  var asksForData: Bool {
    conditions.contains { condition in
      switch condition.filter {
      case .date, .kind, .merchant, .sender, .documentKind, .amount: !condition.isExcluded
      case .language, .document: false
      }
    }
  }

  /// The default maximum distance of phrases in `near(…)`, in words.
  static let usualDistance = 10

  /// Parses command-line arguments. An argument with spaces but without query syntax becomes a phrase, as the shell's quotation marks suggest.
  package init(words: [String]) throws(BatchError) {
    let texts = words.map { word in
      let isQuery = word.contains { "\":()".contains($0) } || word.hasPrefix("-") || word.contains(" -")
      let isPhrase = word.contains(" ") && !isQuery && !word.split(separator: " ").contains("OR")
      return isPhrase ? "\"\(word)\"" : word
    }
    try add(texts.joined(separator: " "))
    guard !isEmpty else { throw .usage("No search words given.") }
  }

  package init(_ text: String) throws(BatchError) {
    try add(text)
    guard !isEmpty else { throw .usage("No search words given.") }
  }

  /// The query with the words of each phrase as separate terms, or `nil` if there are no phrases of several words.
  var withoutPhrases: SearchQuery? {
    var query = self
    query.choices = choices.flatMap { choice -> [Choice] in
      guard choice.count == 1, case .phrase(let pieces)? = choice.first else { return [choice] }
      return pieces.map { [.phrase([$0])] }
    }
    return query == self ? nil : query
  }

  // MARK: Reading

  private mutating func add(_ text: String) throws(BatchError) {
    let all = QueryWords(text)
    noteOnKey = all.unknownKey.map { key, corrected in
      corrected.map { "Did you mean \($0)?" }
        ?? "\(key) is not a filter, so it was searched as text. Filters: "
        + QueryWords.keys.map { $0 + ":" }.joined(separator: ", ") + "."
    }
    var words = all[...]
    var joinsLast = false
    while let word = words.popFirst() {
      if word.text == "OR", !word.isQuoted {
        guard !choices.isEmpty, !words.isEmpty else {
          throw .usage("OR goes between two words: invoice OR bill.")
        }
        joinsLast = true
        continue
      }
      if word.text == "AND", !word.isQuoted { continue }
      if !word.isQuoted, let condition = try Self.condition(word) {
        conditions.append(condition)
        continue
      }
      let terms = try Self.terms(word)
      guard !terms.isEmpty else { continue }
      if word.isExcluded {
        excluded += terms
      } else if joinsLast {
        choices[choices.count - 1] += terms
      } else {
        choices.append(terms)
      }
      joinsLast = false
    }
  }

  /// Returns the alternative terms for an element, of which there are several for an amount.
  private static func terms(_ word: QueryWords.Element) throws(BatchError) -> [Term] {
    guard word.near == nil, let amount = SearchedAmount(word.text) else {
      return [try term(word)].compactMap(\.self)
    }
    return amount.phrases.map { .phrase($0.map { Piece(text: $0) }) }
  }

  private static func term(_ word: QueryWords.Element) throws(BatchError) -> Term? {
    if let inside = word.near {
      let phrases = QueryWords(inside).map { pieces(of: $0.text) }.filter { !$0.isEmpty }
      guard phrases.count > 1 else {
        throw .usage("near(…) takes two words or more, as in near(rent overdue).")
      }
      return .near(phrases, within: word.distance ?? usualDistance)
    }
    let found = pieces(of: word.text)
    return found.isEmpty ? nil : .phrase(found)
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces = SearchTokens.tokens(of: text).map { Piece(text: $0) }
    if text.hasSuffix("*"), !pieces.isEmpty { pieces[pieces.count - 1].isPrefix = true }
    return pieces
  }

  private static func condition(_ word: QueryWords.Element) throws(BatchError) -> Condition? {
    guard let key = word.key else { return nil }
    let value = word.text
    guard !value.isEmpty else { throw .usage("\(key): needs a value.") }
    let filter: Filter
    switch key {
    case "lang", "language":
      filter = .language(try language(value, key))
    case "doc", "document": filter = .document(value)
    case "date":
      guard let dates = LedgerFilter.months(value) else {
        throw .usage("date: takes 2024, 2024-03, 2024-03-15 or two of these, as in date:2024-03..2024-05.")
      }
      filter = .date(dates)
    case "type":
      let kinds = Detection.Kind.allCases.map(\.rawValue)
      guard kinds.contains(value.lowercased()) else {
        let hint = nearestMatch(to: value, among: kinds).map { " Did you mean type:\($0)?" } ?? ""
        throw .usage(
          "type:\(visibleText(value)) is not a known type.\(hint) Known types: \(kinds.joined(separator: ", ")).")
      }
      filter = .kind(value.lowercased())
    case "merchant": filter = .merchant(SearchTokens.tokens(of: value))
    case "sender": filter = .sender(SearchTokens.tokens(of: value))
    case "kind":
      let kinds = DocumentFacts.kinds
      guard let kind = kinds.first(where: { $0.lowercased() == value.lowercased() }) else {
        let hint = nearestMatch(to: value.filter(\.isLetter), among: kinds).map { " Did you mean kind:\($0)?" } ?? ""
        throw .usage(
          "kind:\(visibleText(value)) is not a known kind.\(hint) Known kinds: \(kinds.joined(separator: ", ")).")
      }
      filter = .documentKind(kind)
    case "amount":
      guard let amounts = Self.amounts(value) else {
        throw .usage("amount: takes an amount or two of these, as in amount:529.87, amount:500..600, or amount:500..")
      }
      filter = .amount(amounts)
    case _: return nil
    }
    return Condition(filter: filter, isExcluded: word.isExcluded)
  }

  /// Parses an amount in any grouping, or a range such as "500..600". Returns `nil` for anything else. Amounts are compared as exactly as cents.
  private static func amounts(_ text: String) -> ClosedRange<Double>? {
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    func number(_ text: String) -> Double? {
      let sign = text.hasPrefix("-") ? -1.0 : 1
      let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
      guard !digits.isEmpty, digits.utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
      return Double(SearchedAmount(digits)?.value ?? digits).flatMap { $0.isFinite ? sign * $0 : nil }
    }
    let most = 1e15
    if parts.count == 1 { return number(text).map { $0 - 0.004...$0 + 0.004 } }
    guard let first = parts[0].isEmpty ? -most : number(parts[0]),
      let last = parts[1].isEmpty ? most : number(parts[1]), text != ".."
    else { return nil }
    return min(first, last) - 0.004...max(first, last) + 0.004
  }

  /// Returns the tag for a language name. Unknown short codes are accepted, because they may belong to custom language packs.
  private static func language(_ value: String, _ key: String) throws(BatchError) -> String {
    if value.lowercased() == "zh" { return "zh" }
    if let tag = LanguageTag(tesseract: LanguagePack.pack(named: value)) { return "\(tag)" }
    guard LanguageTag.isWellFormed(value), value.prefix(while: { $0 != "-" }).count <= 3 else {
      let hint = LanguagePack.suggestion(for: value).map { " Did you mean \(key):\($0.name)?" } ?? ""
      throw .usage(
        "\(key):\(visibleText(value)) is not a known language.\(hint) Use a code or a name: lang:ko, lang:Korean.")
    }
    return value
  }
}
