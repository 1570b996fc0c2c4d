// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// Finds receipts that were scanned more than once. Two purchases on one day can have the same price, so amount, currency, and date prove nothing.
/// Certain duplicates count once. Likely ones count twice, and are offered to the user, whose decisions take precedence.
struct LedgerDuplicates {
  /// A receipt, with the letters of its page.
  typealias Scan = (entry: LedgerEntry, letters: String)

  private enum Relation {
    case same, perhaps, different
  }

  /// The share of different letters below which two texts are scans of the same receipt.
  private static let mostDifferent = 0.15
  /// The minimum share of common letter pairs in two readings of one receipt. For 140 receipts read by two engines, 92% reach it. So do different
  /// receipts of the same shop, which is why amounts and dates must also match.
  private static let alike = 0.6
  /// The maximum share of different letters in two readings of a merchant's name.
  private static let mostDifferentName = 0.4
  private static let mostLetters = 1200

  private let scans: [Scan]
  private let pairs: [[UInt64]]
  private let names: [[Unicode.Scalar]]

  /// Returns the first 1,200 letters and digits of a text in lowercase, which are enough to compare receipts.
  static func letters(of text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber }.prefix(mostLetters))
  }

  /// Merges duplicates, in the order of first scans. Entries list their scans, and the first one of each earlier entry that may be the same.
  static func merged(_ scans: [Scan]) -> [LedgerEntry] { LedgerDuplicates(scans).merged() }

  private init(_ scans: [Scan]) {
    self.scans = scans
    pairs = scans.map { Self.pairs(of: $0.letters) }
    names = scans.map { Array(Self.letters(of: $0.entry.merchant ?? "").unicodeScalars) }
  }

  private func merged() -> [LedgerEntry] {
    let decided = decisions()
    var first = Array(scans.indices)
    var offers: [(earlier: Int, later: Int)] = []
    var known: [String: [Int]] = [:]
    for later in scans.indices {
      let keys = keys(of: scans[later].entry)
      let likely = Set(keys.flatMap { known[$0, default: []] } + (decided[later]?.keys.filter { $0 < later } ?? []))
      for earlier in likely.sorted() where first[earlier] != first[later] {
        switch decided[later]?[earlier] ?? relation(earlier, later) {
        case .same: join(earlier, later, &first)
        case .perhaps: offers.append((earlier, later))
        case .different: break
        }
      }
      for key in keys { known[key, default: []].append(later) }
    }
    var entries: [Int: LedgerEntry] = [:]
    for scan in scans.indices {
      entries[first[scan]] = entries[first[scan]].map { Self.better($0, scans[scan].entry) } ?? scans[scan].entry
    }
    for (earlier, later) in offers where first[earlier] != first[later] {
      // Only the later of two entries lists the other one, and only once.
      let (one, other) = (min(first[earlier], first[later]), max(first[earlier], first[later]))
      guard !isDecidedDifferent(one, other, first, decided), let source = entries[one]?.sources.first,
        entries[other]?.perhapsSameAs.contains(source) == false
      else { continue }
      entries[other]?.perhapsSameAs.append(source)
    }
    return entries.sorted { $0.key < $1.key }.map(\.value)
  }

  private func join(_ one: Int, _ other: Int, _ first: inout [Int]) {
    let (kept, gone) = (min(first[one], first[other]), max(first[one], first[other]))
    for scan in first.indices where first[scan] == gone { first[scan] = kept }
  }

  // MARK: Decisions

  /// Returns the user's decisions about each scan's relation to others, in both directions, by the indices of the scans.
  private func decisions() -> [Int: [Int: Relation]] {
    let places = Dictionary(
      scans.indices.flatMap { scan in scans[scan].entry.sources.map { ($0.place, scan) } },
      uniquingKeysWith: { one, _ in one })
    var decided: [Int: [Int: Relation]] = [:]
    func note(_ place: String, _ scan: Int, _ relation: Relation) {
      guard let other = places[place], other != scan else { return }
      decided[scan, default: [:]][other] = relation
      decided[other, default: [:]][scan] = relation
    }
    for (scan, one) in scans.enumerated() {
      for place in one.entry.differentFrom ?? [] { note(place, scan, .different) }
      if let place = one.entry.sameAs { note(place, scan, .same) }
    }
    return decided
  }

  private func isDecidedDifferent(_ one: Int, _ other: Int, _ first: [Int], _ decided: [Int: [Int: Relation]]) -> Bool {
    decided.contains { scan, others in
      first[scan] == one && others.contains { first[$0.key] == other && $0.value == .different }
    }
  }

  // MARK: Comparison

  /// Returns keys for finding duplicates. Scans of the same receipt share at least one key.
  private func keys(of entry: LedgerEntry) -> [String] {
    var keys = (entry.money?.text).map { ["total \($0)"] } ?? []
    // The total may have been misread in one of the scans.
    if let date = entry.date {
      keys += [entry.number, entry.minute].compactMap { $0 }.map { "date \(date) \($0)" }
    }
    return keys
  }

  private func relation(_ one: Int, _ other: Int) -> Relation {
    let (first, second) = (scans[one].entry, scans[other].entry)
    func agreement(_ value: (LedgerEntry) -> String?) -> Bool? {
      guard let a = value(first), let b = value(second) else { return nil }
      return a == b
    }
    let currency = agreement { $0.currency }
    let marks = [agreement(\.number), agreement(\.minute)].compactMap { $0 }
    if agreement(\.date) == false || currency == false || marks.contains(false) { return .different }
    let total = agreement { $0.money?.text } == true
    let isDated = agreement(\.date) == true
    let name = names[one].isEmpty || names[other].isEmpty ? nil : isOneName(names[one], names[other])
    let share = likeness(one, other)
    if isDated, total, first.money == second.money, name != false,
      marks.contains(true) || share >= Self.alike && isNear(scans[one].letters, scans[other].letters)
    {
      return .same
    }
    if share >= Self.alike { return total || isDated && marks.contains(true) ? .perhaps : .different }
    return isDated && total && (name == true || marks.contains(true)) ? .perhaps : .different
  }

  private func isOneName(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    let length = min(one.count, other.count)
    return one.prefix(length) == other.prefix(length)
      || isNear(one, other, atMost: Self.mostDifferentName * Double(max(one.count, other.count)))
  }

  private func isNear(_ first: String, _ second: String) -> Bool {
    let (a, b) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    return !a.isEmpty && isNear(a, b, atMost: Self.mostDifferent * Double(max(a.count, b.count)))
  }

  private func isNear(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost most: Double) -> Bool {
    guard Double(abs(a.count - b.count)) <= most else { return false }
    return EditDistance(from: a.count, to: b.count, atMost: most) { step in
      step.first.count == 1 && step.second.count == 1 && a[step.first.lowerBound] == b[step.second.lowerBound] ? 0 : 1
    } != nil
  }

  private static func pairs(of letters: String) -> [UInt64] {
    let scalars = Array(letters.unicodeScalars)
    return zip(scalars, scalars.dropFirst()).map { UInt64($0.value) << 32 | UInt64($1.value) }.sorted()
  }

  /// Returns Dice's coefficient of the letter pairs of two texts, from 0 to 1.
  private func likeness(_ one: Int, _ other: Int) -> Double {
    let (a, b) = (pairs[one], pairs[other])
    guard !a.isEmpty, !b.isEmpty else { return 0 }
    var (i, j, common) = (0, 0, 0)
    while i < a.count, j < b.count {
      if a[i] == b[j] { common += 1 }
      let isFirst = a[i] <= b[j]
      let isSecond = b[j] <= a[i]
      if isFirst { i += 1 }
      if isSecond { j += 1 }
    }
    return 2 * Double(common) / Double(a.count + b.count)
  }

  /// Returns the entry with fewer doubts, with the places of both.
  private static func better(_ first: LedgerEntry, _ second: LedgerEntry) -> LedgerEntry {
    // A scan that somebody corrected is better than one without doubts.
    func rank(_ entry: LedgerEntry) -> (Int, Int) {
      (-(entry.corrections ?? 0), entry.doubtful.count + entry.failedChecks.count)
    }
    var best = rank(second) < rank(first) ? second : first
    best.sources = first.sources + second.sources
    return best
  }
}

extension LedgerEntry {
  fileprivate var minute: String? { time.map { String($0.prefix(5)) } }
}
