// SPDX-License-Identifier: GPL-3.0-or-later

/// Builds a manual page in mdoc, the macro language of man pages. Each sentence begins on a new line, as mdoc(7) recommends.
struct ManualText {
  private static let width = 78
  private(set) var lines: [String]

  /// Begins a page. `about` is a one-line description without a period.
  init(_ title: String, section: Int, about: String) {
    lines = [
      ".\\\" SPDX-License-Identifier: GPL-3.0-or-later", ".\\\" Made by: docscan man \(title).\(section)",
      ".Dd \(ManualPage.date)", ".Dt \(title.uppercased()) \(section)", ".Os", ".Sh NAME",
      ".Nm \(Self.argument(title))", ".Nd \(Self.argument(about))",
    ]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func section(_ title: String) { lines.append(".Sh \(title)") }

  /// Adds a macro line. The words must be escaped already.
  mutating func macro(_ words: String...) { lines.append("." + words.joined(separator: " ")) }

  /// Adds paragraphs, which are separated by empty lines. Indented lines aren't filled.
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

  /// Adds text without paragraphs. A sentence ends with a period or question mark before a space.
  mutating func sentences(_ text: String) {
    var line = ""
    for word in text.split(separator: " ") {
      let escaped = Self.escaped(String(word))
      if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > Self.width {
        lines.append(line)
        line = ""
      }
      // Periods and apostrophes begin a request only at the start of a line.
      let isRequest = line.isEmpty && (escaped.hasPrefix(".") || escaped.hasPrefix("'"))
      line += (line.isEmpty ? "" : " ") + (isRequest ? "\\&" : "") + escaped
      if word.hasSuffix(".") || word.hasSuffix("?") || word.hasSuffix(".)") {
        lines.append(line)
        line = ""
      }
    }
    if !line.isEmpty { lines.append(line) }
  }

  mutating func display(_ text: [String]) {
    let margin = text.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    macro("Bd", "-literal", "-offset indent")
    for line in text {
      let escaped = Self.escaped(String(line.dropFirst(margin)))
      lines.append((escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped)
    }
    macro("Ed")
  }

  /// Adds a tagged list. `term` is a macro with its words, such as `Ar INPUT`.
  mutating func list(_ items: [(term: String, help: String)]) {
    guard !items.isEmpty else { return }
    macro("Bl", "-tag", "-width Ds")
    for item in items {
      macro("It", item.term)
      sentences(item.help)
    }
    macro("El")
  }

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

  /// Escapes text for a macro line, so that no word is interpreted as a macro or as punctuation.
  static func argument(_ text: String) -> String {
    text.split(separator: " ").map { "\\&" + escaped(String($0)) + ($0.last?.isPunctuation == true ? "\\&" : "") }
      .joined(separator: " ")
  }
}
