// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns the share of misread characters: insertions, deletions, and replacements divided by the true text's length.
///
/// White space of any kind counts as one space; `withSpaces` determines whether it counts at all.
public func characterErrorRate(of text: String, as truth: String, withSpaces: Bool = true) -> Double {
  func characters(_ text: String) -> [Character] {
    Array(text.split(whereSeparator: \.isWhitespace).joined(separator: withSpaces ? " " : ""))
  }
  let (found, wanted) = (characters(text), characters(truth))
  guard !wanted.isEmpty else { return found.isEmpty ? 0 : 1 }
  var distances = Array(0...wanted.count)
  for (row, character) in found.enumerated() {
    var diagonal = row
    distances[0] = row + 1
    for (column, other) in wanted.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = distances[column + 1]
      distances[column + 1] = min(replaced, distances[column] + 1, diagonal + 1)
    }
  }
  return Double(distances[wanted.count]) / Double(wanted.count)
}
