// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// A template for names, such as `{date:yyyy}/{date} {merchant|sender|title} {total}`. A slash starts a folder. The first certain field in braces is
/// used; a colon adds a date format or maximum length. Quoted text is used if no field is certain. Double braces represent a single brace.
package struct NameTemplate: Hashable, Sendable {
  /// The fields that a template can contain.
  package enum Field: String, CaseIterable, Sendable {
    case date
    case merchant
    case sender
    case title
    case kind
    case total, currency
    case number
    case input, folder
  }

  /// An alternative inside a pair of braces.
  enum Choice: Hashable, Sendable {
    case field(Field, form: String?)
    case literal(String)
  }

  /// A part of the template.
  enum Piece: Hashable, Sendable {
    case text(String)
    case choices([Choice])
  }

  package let text: String
  let pieces: [Piece]
  /// The minimum probability of each field. The name as a whole may be as uncertain as two such fields.
  package var least = Self.leastConfidence

  /// Parses a template. The message of an error continues a sentence that begins with the template.
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
        throw InvalidInput("has a character that is not allowed in file names")
      case _: literal.unicodeScalars.append(scalar)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    guard pieces.contains(where: { if case .choices = $0 { true } else { false } }) else {
      throw InvalidInput("has no field, so all documents would have one name: add a field such as {date} or {title}")
    }
    self.pieces = pieces
  }

  private static func choices(_ text: String) throws(InvalidInput) -> [Choice] {
    var choices: [Choice] = []
    for part in divided(text) {
      let part = part.trimmed
      if part.hasPrefix("\"") {
        guard part.unicodeScalars.count >= 2, part.hasSuffix("\"") else {
          throw InvalidInput("has a quote without a closing quote in {\(text)}")
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

  /// Splits a text at bars that aren't inside quotation marks.
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
          "has {date:\(form)}: write dates with yyyy, yy, MM, M, dd, and d, such as {date:yyyy-MM-dd}")
      }
    } else {
      guard let most = Int(form), (1...200).contains(most) else {
        throw InvalidInput(
          "has {\(field.rawValue):\(form)}: the number after the colon is the maximum length, from 1 to 200")
      }
    }
  }

  package var fields: Set<Field> {
    pieces.reduce(into: []) { fields, piece in
      guard case .choices(let choices) = piece else { return }
      for case .field(let field, _) in choices { fields.insert(field) }
    }
  }
}

/// A date format with `yyyy`, `yy`, `MM`, `M`, `dd`, `d`, and separators.
struct DateForm: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case year(Int), month(Int), day(Int)
    case mark(Character)
  }

  private let parts: [Part]

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
  package init(from decoder: any Decoder) throws { try self.init(String(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
