// SPDX-License-Identifier: GPL-3.0-or-later

/// The candidate that a person most likely meant by a misspelt word; nil when none is close.
///
/// Distance: optimal string alignment (insertions, deletions, substitutions and swaps of neighbours cost one each).
public func nearestMatch(to word: String, among candidates: [String]) -> String? {
  let scored = candidates.map { (candidate: $0, distance: alignmentDistance(word.lowercased(), $0.lowercased())) }
  guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= max(1, max(word.count, best.candidate.count) / 3) ? best.candidate : nil
}

private func alignmentDistance(_ first: String, _ second: String) -> Int {
  let (a, b) = (Array(first.prefix(64)), Array(second.prefix(64)))
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  var rows = [Array(0...b.count)]
  for i in 1...a.count {
    var row = [i]
    for j in 1...b.count {
      var cost = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, rows[i - 2][j - 2] + 1) }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
