// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds receipts that were scanned more than once.
///
/// Two purchases of one day can cost the same, so amount, currency and date prove nothing: the receipts must have the same
/// number, the same time or nearly the same text, and differ in none of number and time.
enum LedgerDuplicates {
  /// Of texts that differ in a smaller share of their letters, one is a scan of the other.
  private static let mostDifferent = 0.15
  private static let mostLetters = 1200

  /// The letters and digits of a text, as few as it takes to compare receipts.
  static func letters(of text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber }.prefix(mostLetters))
  }

  /// The receipts, each once, with all places where it stands; in the order of the first ones.
  static func merged(_ entries: [(entry: LedgerEntry, letters: String)]) -> [LedgerEntry] {
    var result: [(entry: LedgerEntry, letters: String)] = []
    var byAmount: [String: [Int]] = [:]
    for (entry, letters) in entries {
      guard let date = entry.date, let money = entry.money else {
        result.append((entry, letters))
        continue
      }
      let key = "\(date) \(money.currency) \(money.text)"
      let same = byAmount[key, default: []].first { isSame(result[$0], (entry, letters)) }
      if let same {
        result[same].entry = better(result[same].entry, entry)
      } else {
        byAmount[key, default: []].append(result.count)
        result.append((entry, letters))
      }
    }
    return result.map(\.entry)
  }

  private static func isSame(
    _ first: (entry: LedgerEntry, letters: String), _ second: (entry: LedgerEntry, letters: String)
  ) -> Bool {
    let agreements = [\LedgerEntry.number, \.minute].compactMap { mark -> Bool? in
      guard let one = first.entry[keyPath: mark], let other = second.entry[keyPath: mark] else { return nil }
      return one == other
    }
    if agreements.contains(false) { return false }
    return agreements.contains(true) || isNear(first.letters, second.letters)
  }

  private static func isNear(_ first: String, _ second: String) -> Bool {
    let (a, b) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    let most = mostDifferent * Double(max(a.count, b.count))
    guard Double(abs(a.count - b.count)) <= most, !a.isEmpty else { return false }
    return EditDistance(from: a.count, to: b.count, atMost: most) { step in
      step.first.count == 1 && step.second.count == 1 && a[step.first.lowerBound] == b[step.second.lowerBound] ? 0 : 1
    } != nil
  }

  /// The one with fewer doubts, with the places of both.
  private static func better(_ first: LedgerEntry, _ second: LedgerEntry) -> LedgerEntry {
    func doubts(_ entry: LedgerEntry) -> Int { entry.doubtful.count + entry.failedChecks.count }
    var best = doubts(second) < doubts(first) ? second : first
    best.sources = first.sources + second.sources
    return best
  }
}

extension LedgerEntry {
  /// The time without its seconds.
  fileprivate var minute: String? { time.map { String($0.prefix(5)) } }
}
