// SPDX-License-Identifier: GPL-3.0-or-later

/// Draws a QR code on a terminal. A character contains two modules, one above the other, which makes them almost square.
enum CodeText {
  /// The width of the quiet zone in modules. The standard requires four, but phones read codes on terminals with two.
  private static let quiet = 2

  /// Returns the code as lines of text. With colors, it is black on white on any terminal. Without colors, it is drawn for a dark background.
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
