// SPDX-License-Identifier: GPL-3.0-or-later

/// What is known of a document for its name: each field with how surely it is right.
package struct NameValues: Hashable, Sendable {
  /// A field of the name.
  package struct Value: Hashable, Sendable {
    /// What is written.
    package var text: String
    /// The probability that it is right, 0 to 1.
    package var confidence: Double

    /// A value.
    package init(_ text: String, confidence: Double) { (self.text, self.confidence) = (text, confidence) }
  }

  /// The fields that were found.
  package var fields: [NameTemplate.Field: Value] = [:]
  /// Why there is no field of receipts, as the end of a sentence; nil if that is not so.
  package var obstacle: String?

  /// The receipts of a document.
  package struct Receipts: Hashable, Sendable {
    /// How many there are.
    package var count: Int
    /// The first one.
    package var first: Receipt?

    /// Receipts, of which only the first one is known.
    package init(count: Int, first: Receipt?) { (self.count, self.first) = (count, first) }
  }

  /// Nothing but the input's name, and the folder that it was in.
  package init(input: String) {
    fields[.input] = Value(fileName(input), confidence: 1)
    fields[.folder] = Value(foldersAbove(input).last ?? "", confidence: 1)
  }

  /// Takes what was found over the pages of a document.
  ///
  /// An invoice and a receipt may both be read on a page: where they say the same, each proves the other.
  package mutating func take(about: About?, invoice: Invoice?, receipts: Receipts) {
    fields[.kind] = about.map { Value($0.kind.value.rawValue, confidence: $0.kind.confidence) }
    fields[.title] = about?.title.map { Value($0.value, confidence: $0.confidence) }
    fields[.sender] = about?.sender.map { Value($0.value, confidence: $0.confidence) }
    fields[.date] = about?.date.map { Value($0.value, confidence: $0.confidence) }
    let isInvoice = invoice.map { $0.source != nil || about?.kind.value != .receipt } ?? false
    if isInvoice, let invoice {
      take(
        merchant: invoice.seller.map(Value.init), date: invoice.date.map(Value.init),
        total: invoice.total.map(Value.init), number: invoice.number.map(Value.init))
      fields[.currency] = (invoice.total?.currency ?? invoice.currency).map { Value($0, confidence: 0.95) }
    } else if receipts.count == 1, let receipt = receipts.first {
      take(
        merchant: receipt.merchant.map(Value.init), date: receipt.date.map(Value.init),
        total: receipt.total.map(Value.init), number: receipt.number.map(Value.init))
      fields[.currency] = (receipt.total?.currency ?? receipt.currency).map { Value($0, confidence: 0.95) }
    } else if receipts.count > 1 {
      obstacle = "it has \(receipts.count) receipts"
    }
  }

  private mutating func take(merchant: Value?, date: Value?, total: Value?, number: Value?) {
    fields[.merchant] = merchant
    if let date { fields[.date] = date }
    (fields[.total], fields[.number]) = (total, number)
  }
}

extension NameValues.Value {
  fileprivate init(_ field: Invoice.Field) { self.init(field.value, confidence: field.confidence) }
  fileprivate init(_ field: Receipt.Field) { self.init(field.value, confidence: field.confidence) }
}

extension NameTemplate.Field {
  /// The stages that find it, any of which will do; nil for what is known without any.
  fileprivate var stages: [String]? {
    switch self {
    case .title, .kind, .sender: ["about"]
    case .date: ["about", "receipt"]
    case .merchant, .total, .currency, .number: ["receipt"]
    case .input, .folder: nil
    }
  }
}

extension Pipeline {
  /// Fails where a stage is missing without which documents cannot be named as `output.name` says.
  package func checkNaming() throws(PipelineError) {
    let names = stages.map(\.name)
    for field in NameTemplate.Field.allCases where output.template?.fields.contains(field) == true {
      guard let needed = field.stages, let first = needed.first, !needed.contains(where: names.contains) else {
        continue
      }
      throw .invalid(
        path: "\(OutputSettings.name).\(OutputSettings.naming.name)",
        message:
          "{\(field.rawValue)} needs the stage \"\(first)\". Add it to the stages: {\"stage\": \"\(first)\"}, or with "
          + "--also \(first).")
    }
  }
}

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
    guard let tidy = Self.tidied(name) else { return .unsure("The template gives an empty name.") }
    guard confidence >= least else {
      return .unsure("The name \"\(tidy)\" is only \((confidence * 100).rounded(toPlaces: 1))% likely to be right.")
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
      return "The \(field.rawValue) \"\(text)\" is only \(Int(value.confidence * 100))% certain."
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

  /// A path whose names have no blanks at their ends, and none that are empty, hidden, or look like an option; nil if nothing is
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
