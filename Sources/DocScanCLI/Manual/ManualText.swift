// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A page of the manual while it is written, in mdoc: the language of mandoc and man.
///
/// Each sentence begins a line, as mdoc(7) wants it.
struct ManualText {
  private static let width = 78
  private(set) var lines: [String]

  /// Begins a page: its title, its section of the manual, and what it is about, without a full stop.
  init(_ title: String, section: Int, about: String) {
    lines = [
      ".\\\" SPDX-License-Identifier: GPL-3.0-or-later", ".\\\" Made by: docscan man \(title).\(section)",
      ".Dd \(ManualPage.date)", ".Dt \(title.uppercased()) \(section)", ".Os", ".Sh NAME",
      ".Nm \(Self.argument(title))", ".Nd \(Self.argument(about))",
    ]
  }

  /// The finished page.
  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func section(_ title: String) { lines.append(".Sh \(title)") }

  /// A line of its own that begins with a macro; its words have to be safe already.
  mutating func macro(_ words: String...) { lines.append("." + words.joined(separator: " ")) }

  /// Running text: empty lines separate paragraphs, indented lines stay as they are.
  mutating func paragraphs(_ text: String) {
    var running: [Substring] = []
    var literal: [Substring] = []
    var isFirst = true
    func flush(_ page: inout ManualText) {
      if !running.isEmpty {
        if !isFirst { page.macro("Pp") }
        page.sentences(running.joined(separator: " "))
        isFirst = false
      }
      if !literal.isEmpty {
        page.display(literal.map(String.init))
        isFirst = false
      }
      (running, literal) = ([], [])
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        flush(&self)
      } else if line.hasPrefix(" ") {
        if literal.isEmpty { flush(&self) }
        literal.append(line)
      } else {
        if !literal.isEmpty { flush(&self) }
        running.append(line)
      }
    }
    flush(&self)
  }

  /// Running text without paragraphs; a sentence ends with a full stop or a question mark before a space.
  mutating func sentences(_ text: String) {
    var line = ""
    for word in text.split(separator: " ") {
      let escaped = Self.escaped(String(word))
      if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > Self.width {
        lines.append(line)
        line = ""
      }
      // Only at the beginning of a line do these mean something.
      let isRequest = line.isEmpty && (escaped.hasPrefix(".") || escaped.hasPrefix("'"))
      line += (line.isEmpty ? "" : " ") + (isRequest ? "\\&" : "") + escaped
      if word.hasSuffix(".") || word.hasSuffix("?") || word.hasSuffix(".)") {
        lines.append(line)
        line = ""
      }
    }
    if !line.isEmpty { lines.append(line) }
  }

  /// Lines as they are, indented.
  mutating func display(_ text: [String]) {
    let margin = text.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    macro("Bd", "-literal", "-offset indent")
    for line in text {
      let escaped = Self.escaped(String(line.dropFirst(margin)))
      lines.append((escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped)
    }
    macro("Ed")
  }

  /// A list of things and what is known of each; `term` is a macro with its words, such as `Ar INPUT`.
  mutating func list(_ items: [(term: String, help: String)]) {
    guard !items.isEmpty else { return }
    macro("Bl", "-tag", "-width Ds")
    for item in items {
      macro("It", item.term)
      sentences(item.help)
    }
    macro("El")
  }

  /// Text that is nothing but text, to troff.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      case _:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
  }

  /// Text on the line of a macro, of which no word may be taken for another macro or for punctuation.
  static func argument(_ text: String) -> String {
    text.split(separator: " ").map { "\\&" + escaped(String($0)) + ($0.last?.isPunctuation == true ? "\\&" : "") }
      .joined(separator: " ")
  }
}
