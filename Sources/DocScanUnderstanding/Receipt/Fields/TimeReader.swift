// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanTypedData

/// Finds the time of day at which a receipt was printed.
struct TimeReader {
  let page: ReceiptPage
  let dateRow: Int?

  func read() -> FoundField? {
    var found: [(score: Double, row: Int, time: WrittenTime)] = []
    for (index, row) in page.rows.enumerated() {
      let times = row.times
      for time in times {
        var score = row.labels[.time] ?? 0
        if let dateRow {
          score += index == dateRow ? 2 : 1 / Double(1 + abs(index - dateRow))
        }
        if times.count > 1 { score -= row.has(.hours) ? 1.5 : 0.3 }
        if time.second != nil { score += 0.3 }
        found.append((score, index, time))
      }
    }
    guard let best = found.max(by: { ($0.score, $1.row) < ($1.score, $0.row) }), best.score > 0 else { return nil }
    let row = page.rows[best.row]
    let words = row.text.words(in: best.time.range)
    let other = found.filter { $0.time.value.prefix(5) != best.time.value.prefix(5) }.map(\.score).max()
    return FoundField(
      value: best.time.value, box: words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) },
      evidence: Evidence(
        keyword: row.labels[.time] ?? 0, margin: min(max(other.map { best.score - $0 } ?? 2, 0), 2) / 2,
        support: best.row == dateRow ? 1 : 0, words: words.map(\.confidence).min() ?? 0,
        form: best.time.second != nil ? 1 : 0.5))
  }
}
