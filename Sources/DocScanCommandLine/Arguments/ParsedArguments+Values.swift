// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import FoundationEssentials

/// Validated values of options, which are `nil` if an option wasn't given.
extension ParsedArguments {
  private static let mostPasswords = 100

  package func jobs(of command: String) throws(CommandError) -> Int? {
    try number("jobs", in: 1...1024, of: command)
  }

  package func number(_ option: String, in range: ClosedRange<Int>, of command: String) throws(CommandError) -> Int? {
    try meaning(of: option, for: command, expected: "a number from \(range.lowerBound) to \(range.upperBound)") {
      text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Returns the pages of `--pages`, or all pages if the option wasn't given.
  package func pageSelection(of command: String) throws(CommandError) -> PageSelection {
    try meaning(of: "pages", for: command, expected: "page numbers and ascending ranges such as 1-3,7 or 5-") {
      PageSelection($0)
    } ?? .all
  }

  package func reviewSize(of command: String) throws(CommandError) -> ReviewSize? {
    let expected = "a number from 1 to \(ReviewSize.limit), or a percentage such as 2%"
    return try meaning(of: "review", for: command, expected: expected) { ReviewSize($0) }
  }

  package func pollSeconds(of command: String) throws(CommandError) -> Double? {
    try meaning(of: "poll", for: command, expected: "seconds from 0 to 86400") { text in
      Double(text).flatMap { (0...86_400).contains($0) ? $0 : nil }
    }
  }

  /// Returns the passwords in the file of `--password-file`. Empty if the option wasn't given.
  package func passwords(of command: String) throws(CommandError) -> [String] {
    guard let file = values["password-file"] else { return [] }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .usage("--password-file: \"\(visibleText(file))\" cannot be read.", command: command)
    }
    let lines = String(passwords: data).split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    guard (1...Self.mostPasswords).contains(lines.count) else {
      throw .usage(
        "--password-file: \"\(visibleText(file))\" has \(counted(lines.count, "line")); expected 1 to "
          + "\(Self.mostPasswords), each with a password.", command: command)
    }
    return lines
  }

  private func meaning<Value>(
    of option: String, for command: String, expected: String, _ read: (String) -> Value?
  ) throws(CommandError) -> Value? {
    guard let text = values[option] else { return nil }
    guard let value = read(text) else {
      throw .usage("--\(option): expected \(expected), found \"\(visibleText(text))\".", command: command)
    }
    return value
  }
}

extension String {
  /// Decodes a file with passwords. The encoding is UTF-8 unless a byte order mark indicates UTF-16, as in files from Windows.
  package init(passwords data: Data) {
    switch (data.first, data.dropFirst().first) {
    case (0xFF, 0xFE): self = Self.text(data.dropFirst(2), bigEndian: false)
    case (0xFE, 0xFF): self = Self.text(data.dropFirst(2), bigEndian: true)
    case _: self.init(decoding: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data, as: UTF8.self)
    }
  }

  private static func text(_ data: Data, bigEndian: Bool) -> String {
    let bytes = Array(data)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }
}
