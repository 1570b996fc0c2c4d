// SPDX-License-Identifier: GPL-3.0-or-later

/// The sums over all trials, by kind of fault.
struct Tally {
  private struct Row {
    var (moments, hits, resumed, lostInputs, touched) = (0, 0, 0, 0, 0)
    var (partialDocuments, differences, wrongExits) = (0, 0, 0)
    var numbers: [Int] { [moments, hits, resumed, lostInputs, touched, partialDocuments, differences, wrongExits] }
  }

  private static let titles = [
    "fault", "moments", "hit", "resumed", "lost inputs", "foreign touched", "partial documents", "differences",
    "wrong exits",
  ]

  private var rows: [Fault: Row] = [:]

  mutating func count(_ trial: Trial) {
    var row = rows[trial.moment.fault] ?? Row()
    row.moments += 1
    row.hits += trial.isHit ? 1 : 0
    row.resumed += trial.isResumed ? 1 : 0
    row.lostInputs += trial.lostInputs
    row.touched += trial.touched
    row.partialDocuments += trial.partialDocuments
    row.differences += trial.differences
    row.wrongExits += trial.wrongExits
    rows[trial.moment.fault] = row
  }

  /// Whether nothing was wrong in any trial.
  var isClean: Bool { rows.values.allSatisfy { $0.numbers.dropFirst(3).allSatisfy { $0 == 0 } } }

  /// The table, with a last line for all kinds together.
  var table: String {
    var lines = Fault.allCases.compactMap { fault in rows[fault].map { [fault.rawValue] + $0.numbers.map(String.init) }
    }
    let sums = rows.values.reduce(Array(repeating: 0, count: 8)) { zip($0, $1.numbers).map(+) }
    lines.append(["total"] + sums.map(String.init))
    return ([Self.titles] + lines).map { line in
      zip(line, Self.titles).map { cell, title in
        let space = String(repeating: " ", count: max(0, title.count - cell.count))
        return title == "fault" ? cell + String(repeating: " ", count: max(0, 7 - cell.count)) : space + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
