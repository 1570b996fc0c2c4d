// SPDX-License-Identifier: GPL-3.0-or-later

/// A QR code for a terminal: a character for two modules, one above the other, so that they are about square.
enum CodeText {
  /// The standard wants four modules of white around a code; on a terminal two are read as well.
  private static let quiet = 2

  /// Black on white whatever the colors of the terminal are; without `hasColors`, white is drawn and black is left out, for dark terminals.
  static func text(of code: [[Bool]], hasColors: Bool) -> String {
    let side = code.count + 2 * quiet
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - quiet, column - quiet)
      return code.indices.contains(row) && code[row].indices.contains(column) && code[row][column]
    }
    return stride(from: 0, to: side, by: 2).map { row in
      let line = (0..<side).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
      return hasColors ? "\u{1B}[97;40m\(line)\u{1B}[0m\n" : line + "\n"
    }.joined()
  }
}
