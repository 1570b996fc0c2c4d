// SPDX-License-Identifier: GPL-3.0-or-later

/// The candidate that a person most likely meant by a misspelt word; nil when none is close.
///
/// Distance: optimal string alignment (insertions, deletions, substitutions and swaps of neighbours cost one each).
package func nearestMatch(to word: String, among candidates: [String]) -> String? {
  let scored = candidates.map { (candidate: $0, distance: alignmentDistance(word.lowercased(), $0.lowercased())) }
  guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
  let length = max(word.count, best.candidate.count)
  // With half of a short word changed, it is another one.
  return best.distance <= Double(max(1, length / 3)) && 2 * best.distance < Double(length) ? best.candidate : nil
}

private func alignmentDistance(_ first: String, _ second: String) -> Double {
  let (a, b) = (Array(first.prefix(64)), Array(second.prefix(64)))
  let found = EditDistance(from: a.count, to: b.count, pairs: true) { step in
    switch (step.first.count, step.second.count) {
    case (1, 1): a[step.first.lowerBound] == b[step.second.lowerBound] ? 0 : 1
    case (2, 2): a[step.first].elementsEqual(b[step.second].reversed()) ? 1 : .infinity
    case (1, 0), (0, 1): 1
    case _: .infinity
    }
  }
  return found?.distance ?? .infinity
}
