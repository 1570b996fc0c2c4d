// SPDX-License-Identifier: GPL-3.0-or-later

/// What a template makes of a document.
package enum ChosenName: Hashable, Sendable {
  /// A name, with the probability that it is right.
  case name(String, confidence: Double)
  /// It keeps its name: why, in a whole sentence.
  case unsure(String)
}

extension NameTemplate {
  /// A name is right with at least this probability: the product of those of its fields.
  package static let leastConfidence = 0.9
  /// A text is cut to so many characters where the template does not say.
  private static let usualLength = 60

  /// The name for a document, or why it has none.
  package func name(from values: NameValues, least: Double = leastConfidence) -> ChosenName {
    var name = ""
    var confidence = 1.0
    // A field that is there twice is right or wrong once.
    var counted: Set<Field> = []
    for piece in pieces {
      switch piece {
      case .text(let text): name += text
      case .choices(let choices):
        guard let (text, field, share) = fill(choices, values, least: least) else {
          return .unsure(Self.reason(choices, values))
        }
        name += text
        if let field, counted.insert(field).inserted { confidence *= share }
      }
    }
    confidence = confidence.rounded(toPlaces: 3)
    guard let tidy = Self.tidied(name) else { return .unsure("Nothing is left of its name.") }
    guard confidence >= least else {
      return .unsure("The name \"\(tidy)\" is right with a probability of only \(confidence).")
    }
    return .name(tidy, confidence: confidence)
  }

  /// The first of the choices that is certain.
  private func fill(
    _ choices: [Choice], _ values: NameValues, least: Double
  ) -> (text: String, field: Field?, confidence: Double)? {
    for choice in choices {
      switch choice {
      case .literal(let text): return (text, nil, 1)
      case .field(let field, let form):
        guard let value = values.fields[field], value.confidence >= least else { continue }
        if field == .folder { return (value.text, field, 1) }
        let text: String? =
          if field == .date {
            (form ?? "yyyy-MM-dd").isEmpty ? nil : DateForm(form ?? "yyyy-MM-dd")?.text(value.text)
          } else {
            Self.safe(value.text, atMost: form.flatMap { Int($0) } ?? Self.usualLength)
          }
        guard let text, !text.isEmpty else { continue }
        return (text, field, value.confidence)
      }
    }
    return nil
  }

  private static func reason(_ choices: [Choice], _ values: NameValues) -> String {
    let fields = choices.compactMap { choice -> Field? in if case .field(let field, _) = choice { field } else { nil } }
    let found = fields.compactMap { field in values.fields[field].map { (field, $0) } }
    if let (field, value) = found.max(by: { $0.1.confidence < $1.1.confidence }) {
      let text = value.text.prefix(scalars: usualLength)
      return "The \(field.rawValue) \"\(text)\" is not certain (\(value.confidence.rounded(toPlaces: 2)))."
    }
    let names = fields.map(\.rawValue).joined(separator: " or ")
    return "No \(names) was found" + (values.obstacle.map { ", because \($0)" } ?? "") + "."
  }

  /// A text of a document as a part of a name on any system: no folder, no mark that a shell or Windows minds.
  static func safe(_ text: String, atMost length: Int) -> String {
    let flat = text.replacing(where: { $0.isUnseen || "/\\:*?\"<>|`$".unicodeScalars.contains($0) }, with: " ")
    var words = flat.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if words.unicodeScalars.count > length {
      let cut = words.prefix(scalars: length)
      // Between two words, if that leaves most of it.
      let end = cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? ""
      words = end.unicodeScalars.count * 2 > length ? end : cut
    }
    return words
  }

  /// A path whose names have no blanks at their ends, and none that are empty, hidden, or look like an option; nil where nothing is
  /// left.
  package static func tidied(_ name: String) -> String? {
    let parts = pathNames(name, omittingEmpty: true).map { part in
      let words = part.replacing(where: { $0.isUnseen || $0 == "\\" }, with: " ").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      var scalars = words.unicodeScalars[...]
      while let first = scalars.first, " .-_".unicodeScalars.contains(first) { scalars.removeFirst() }
      // Windows does not know names that end with a dot.
      while let last = scalars.last, " .".unicodeScalars.contains(last) { scalars.removeLast() }
      while String(scalars).utf8.count > mostBytes { scalars.removeLast() }
      return String(scalars).trimmed
    }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// Room is left for a number, and the endings of the files inside.
  private static let mostBytes = 180
}
