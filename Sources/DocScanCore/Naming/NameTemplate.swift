// SPDX-License-Identifier: GPL-3.0-or-later

/// How documents are called by what they say, such as `{date:yyyy}/{date} {merchant|sender|title} {total}`.
///
/// A slash begins a folder. Between braces are fields, the first of which that is certain counts; after a colon there is
/// the form of a day, or the most characters of a text. A text in quotes is taken where no field is certain. Two braces
/// of a kind are one that is written.
package struct NameTemplate: Hashable, Sendable {
  /// What a document can be called by.
  package enum Field: String, CaseIterable, Sendable {
    /// The day that it bears.
    case date
    /// Who sold something.
    case merchant
    /// Who sends it.
    case sender
    /// Its subject or heading.
    case title
    /// What kind of document it is.
    case kind
    /// What was or is to be paid, and in which currency.
    case total, currency
    /// The number of the receipt or invoice.
    case number
    /// The input's name and the folder that it was in.
    case input, folder
  }

  /// One of the things that may fill a pair of braces.
  enum Choice: Hashable, Sendable {
    case field(Field, form: String?)
    case literal(String)
  }

  /// A piece of the template.
  enum Piece: Hashable, Sendable {
    case text(String)
    case choices([Choice])
  }

  /// As it was written.
  package let text: String
  let pieces: [Piece]

  /// Reads a template; fails with the end of a sentence that says what is wrong.
  package init(_ text: String) throws(InvalidInput) {
    self.text = text
    var pieces: [Piece] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.unicodeScalars.append(scalar)
      case "{":
        var inside = String.UnicodeScalarView()
        var isQuoted = false
        var isClosed = false
        while let next = rest.popFirst() {
          if next == "\"" { isQuoted.toggle() }
          if next == "}", !isQuoted {
            isClosed = true
            break
          }
          inside.append(next)
        }
        guard isClosed else { throw InvalidInput("has a \"{\" without a \"}\"; write {{ for a brace") }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(.choices(try Self.choices(String(inside))))
      case "}": throw InvalidInput("has a \"}\" without a \"{\"; write }} for a brace")
      case _ where scalar.isUnseen || scalar == "\\":
        throw InvalidInput("has a character that names of files should not have")
      case _: literal.unicodeScalars.append(scalar)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    guard pieces.contains(where: { if case .choices = $0 { true } else { false } }) else {
      throw InvalidInput("has no field, so all documents would have one name: use such as {date} or {title}")
    }
    self.pieces = pieces
  }

  private static func choices(_ text: String) throws(InvalidInput) -> [Choice] {
    var choices: [Choice] = []
    for part in divided(text) {
      let part = part.trimmed
      if part.hasPrefix("\"") {
        guard part.unicodeScalars.count >= 2, part.hasSuffix("\"") else {
          throw InvalidInput("has an open quote in {\(text)}")
        }
        choices.append(.literal(String(part.dropFirst().dropLast())))
        continue
      }
      let colon = part.firstIndex(of: ":")
      let name = colon.map { String(part[..<$0]) } ?? part
      let form = colon.map { String(part[part.index(after: $0)...]) }
      guard let field = Field(rawValue: name.trimmed) else {
        let names = Field.allCases.map(\.rawValue)
        let match = nearestMatch(to: name, among: names).map { " Did you mean {\($0)}?" } ?? ""
        throw InvalidInput(
          "has the unknown field {\(name)}.\(match) Known fields: \(names.joined(separator: ", "))")
      }
      if let form { try check(form, of: field) }
      choices.append(.field(field, form: form))
    }
    return choices
  }

  /// The parts between bars that are not in quotes.
  private static func divided(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      if scalar == "|", !isQuoted { parts.append("") } else { parts[parts.count - 1].unicodeScalars.append(scalar) }
    }
    return parts
  }

  private static func check(_ form: String, of field: Field) throws(InvalidInput) {
    if field == .date {
      guard form.contains(where: { "yMd".contains($0) }), DateForm(form) != nil else {
        throw InvalidInput(
          "has {date:\(form)}: days are written with yyyy, yy, MM, M, dd and d, such as {date:yyyy-MM-dd}")
      }
    } else {
      guard let most = Int(form), (1...200).contains(most) else {
        throw InvalidInput("has {\(field.rawValue):\(form)}: after the colon there is the most characters, 1 to 200")
      }
    }
  }

  /// The fields that it may use.
  package var fields: Set<Field> {
    pieces.reduce(into: []) { fields, piece in
      guard case .choices(let choices) = piece else { return }
      for case .field(let field, _) in choices { fields.insert(field) }
    }
  }
}

/// How a day is written: `yyyy`, `yy`, `MM`, `M`, `dd`, `d`, and marks between them.
struct DateForm: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case year(Int), month(Int), day(Int)
    case mark(Character)
  }

  private let parts: [Part]

  /// Nil where it is none.
  init?(_ form: String) {
    var parts: [Part] = []
    var rest = form[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }.count
      switch (first, run) {
      case ("y", 2), ("y", 4): parts.append(.year(run))
      case ("M", 1), ("M", 2): parts.append(.month(run))
      case ("d", 1), ("d", 2): parts.append(.day(run))
      case ("y", _), ("M", _), ("d", _): return nil
      case _ where first.isLetter || first.isNumber || first == "/" || first == "\\": return nil
      case _: parts += [Part](repeating: .mark(first), count: run)
      }
      rest = rest.dropFirst(run)
    }
    self.parts = parts
  }

  /// A day of ISO 8601 in this form; nil if it is none.
  func text(_ day: String) -> String? {
    let numbers = day.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard numbers.count == 3, numbers.map(\.count) == [4, 2, 2],
      numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    func short(_ number: String) -> String { number.hasPrefix("0") ? String(number.dropFirst()) : number }
    return parts.map { part in
      switch part {
      case .year(let digits): String(numbers[0].suffix(digits))
      case .month(let digits): digits == 1 ? short(numbers[1]) : numbers[1]
      case .day(let digits): digits == 1 ? short(numbers[2]) : numbers[2]
      case .mark(let mark): String(mark)
      }
    }.joined()
  }
}

extension NameTemplate: Codable {
  /// Reads a template as it was written.
  package init(from decoder: any Decoder) throws { try self.init(String(from: decoder)) }

  /// Writes it as it was written.
  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
