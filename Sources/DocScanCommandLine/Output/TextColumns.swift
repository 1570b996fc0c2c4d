// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns the number of terminal columns that a text occupies.
package func columns(of text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
}

/// Returns the end of a text in this many columns. A shortened text begins with `…`.
package func fittedEnd(_ text: String, to width: Int) -> String {
  String(fitted(String(text.reversed()), to: width).reversed())
}

/// Returns a text shortened to this many columns. A shortened text ends with `…`.
package func fitted(_ text: String, to width: Int) -> String {
  guard columns(of: text) > width else { return text }
  guard width > 0 else { return "" }
  var result = ""
  var used = 1
  for character in text {
    let next = columns(of: String(character))
    guard used + next <= width else { break }
    result.append(character)
    used += next
  }
  return result + "…"
}

// Returns the width of a character: combining marks occupy no column, East Asian wide characters and emoji two.
private func columns(of scalar: Unicode.Scalar) -> Int {
  guard scalar.value >= 0x300 else { return 1 }
  if [.nonspacingMark, .enclosingMark, .format].contains(scalar.properties.generalCategory) { return 0 }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD:
    return 2
  case _: return 1
  }
}

package func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - columns(of: text)))
}

/// Wraps a text at its spaces into lines of at most this many columns. A longer word gets its own line.
package func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, columns(of: line) + 1 + columns(of: String(word)) > width {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " " + word
  }
  return line.isEmpty ? lines : lines + [line]
}

/// Returns the rows of a table for some lines. The first row has the label.
package func labelled(_ label: String, _ lines: [String]) -> [(String, String)] {
  lines.enumerated().map { index, line in (index == 0 ? label : "", line) }
}
