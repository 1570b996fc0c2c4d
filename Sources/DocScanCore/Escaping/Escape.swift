// SPDX-License-Identifier: GPL-3.0-or-later

/// Text that leaves the program, as each format holds it: the one place where documents' words meet a format's marks.
///
/// All of it goes by Unicode scalars or bytes. To Swift, a quotation mark with a combining mark behind it is another character, and a
/// carriage return with its line feed is one; to everybody who reads the file, they are what their bytes are.
package enum Escape {
  // MARK: XML

  /// Text between tags (XML 1.0, 2.4); characters that XML cannot hold become U+FFFD.
  package static func xmlText(_ text: String) -> String {
    text.replacing(where: { !isXML($0) || ["&", "<", ">", "\r"].contains($0) }) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      // A line end would be read as a line feed.
      case "\r": "&#13;"
      case _: "\u{FFFD}"
      }
    }
  }

  /// The value of an attribute, without its quotation marks of either kind.
  package static func xmlAttribute(_ text: String) -> String {
    xmlText(text).replacing(where: { ["\"", "'", "\t", "\n"].contains($0) }) { "&#\($0.value);" }
  }

  /// The text with U+FFFD for characters that XML cannot hold in any form (XML 1.0, 2.2).
  package static func xmlCharacters(_ text: String) -> String {
    text.replacing(where: { !isXML($0) }, with: "\u{FFFD}")
  }

  private static func isXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    case _: false
    }
  }

  // MARK: Lines

  /// Text as a part of one line: controls, and the line and paragraph separators, become spaces.
  package static func line(_ text: String) -> String { text.replacing(where: endsLine, with: " ") }

  /// Text as one cell between tabs in a file that gnuplot reads; quotation marks would hold tabs.
  package static func cell(_ text: String) -> String {
    xmlCharacters(text).replacing(where: { endsLine($0) || $0 == "\"" }, with: " ")
  }

  /// Texts as one, with a line feed between them; `lines(_:)` takes them apart.
  package static func joined(_ texts: [String]) -> String {
    texts.map { text in
      text.replacing(where: { $0 == "\\" || $0 == "\n" }) { $0 == "\n" ? "\\n" : "\\\\" }
    }.joined(separator: "\n")
  }

  /// The texts that `joined(_:)` put together.
  package static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        line.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "\n":
        lines.append(String(line))
        line = String.UnicodeScalarView()
      case _: line.append(scalar)
      }
    }
    return lines + [String(line)]
  }

  /// Text in the title of an hOCR element, with its quotation marks: there is no way to write one inside of them.
  package static func hocr(_ text: String) -> String {
    "\"" + line(text).replacing(where: { $0 == "\"" }, with: "'") + "\""
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case _: false
    }
  }

  // MARK: Programs

  /// A word of a shell's command line that means exactly this text.
  ///
  /// Characters that act on a terminal stand there as numbers of bytes, as bash, zsh, ksh and POSIX.1-2024 read them.
  package static func shellWord(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.actsOnTerminal) else {
      return "'" + text.replacing(where: { $0 == "'" }, with: "'\\''") + "'"
    }
    let inside = text.replacing(where: { $0.actsOnTerminal || $0 == "'" || $0 == "\\" }) { scalar in
      String(scalar).utf8.map { byte in
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }.joined()
    }
    return "$'" + inside + "'"
  }

  /// The text with a backslash before each character that has a meaning where it stands.
  package static func backslashed(_ text: String, _ marks: Set<Unicode.Scalar>) -> String {
    text.replacing(where: { marks.contains($0) }) { "\\" + String($0) }
  }

  /// The value of a label of OpenMetrics, without its quotation marks.
  package static func metricsLabel(_ text: String) -> String {
    text.replacing(where: { ["\\", "\"", "\n"].contains($0) }) { $0 == "\n" ? "\\n" : "\\" + String($0) }
  }

  /// Text as a part of an address: RFC 3986's unreserved characters, all other bytes in percent.
  package static func percent(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// A path as a part of an address, in which its slashes stay.
  package static func percentPath(_ path: String) -> String { pathNames(path).map(percent).joined(separator: "/") }
}
