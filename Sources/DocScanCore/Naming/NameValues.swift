// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import Glibc

/// The values of a document for its name, with their confidences.
package struct NameValues: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package var text: String
    /// The other possible value of an ambiguous date, or `nil` for all other values.
    package var alternative: String?
    /// The probability, from 0 to 1, that the text is correct.
    package var confidence: Double

    package init(_ text: String, alternative: String? = nil, confidence: Double) {
      (self.text, self.alternative, self.confidence) = (text, alternative, confidence)
    }
  }

  package var fields: [NameTemplate.Field: Value] = [:]
  /// The reason why receipt fields are missing, as the end of a sentence, or `nil` if there is none.
  package var obstacle: String?

  /// The logarithms of odds by which confidences of receipts and invoices understate a value's probability: their readers lower all confidences
  /// until nearly every field at 0.9 is right. Fitted on ten sources with `python3 Tests/Tools naming fields`.
  private enum Understated {
    static let merchant = 1.2
    static let seller = 0.8
    static let receiptDate = 0.6
    static let invoiceDate = 0.6
  }

  /// The number of receipts in a document, and the first of them.
  package struct Receipts: Hashable, Sendable {
    package var count: Int
    package var first: Receipt?

    package init(count: Int, first: Receipt?) { (self.count, self.first) = (count, first) }
  }

  /// Creates the values of an input that hasn't been read: its name and folder.
  package init(input: String) {
    fields[.input] = Value(fileName(input), confidence: 1)
    fields[.folder] = Value(foldersAbove(input).last ?? "", confidence: 1)
  }

  /// Sets a document's values. An invoice's fields take precedence over a receipt's. The fields of several receipts aren't used.
  package mutating func take(about: About?, invoice: Invoice?, receipts: Receipts) {
    fields[.kind] = about.map { Value($0.kind.value.rawValue, confidence: $0.kind.confidence) }
    fields[.title] = about?.title.map { Value($0.value, confidence: $0.confidence) }
    let (sender, date): (Double, Double) =
      switch about?.kind.value {
      case .receipt: (Understated.merchant, Understated.receiptDate)
      case .invoice: (Understated.seller, Understated.invoiceDate)
      case _: (0, 0)
      }
    fields[.sender] = about?.sender.map { Value($0.value, confidence: $0.confidence).raised(by: sender) }
    fields[.date] = about?.date.map {
      Value($0.value, alternative: $0.alternative, confidence: $0.confidence).raised(by: date)
    }
    let isInvoice = invoice.map { $0.source != nil || about?.kind.value != .receipt } ?? false
    if isInvoice, let invoice {
      take(
        merchant: invoice.seller.map { Value($0).raised(by: Understated.seller) },
        date: invoice.date.map { Value($0).raised(by: Understated.invoiceDate) },
        total: invoice.total.map(Value.init), number: invoice.number.map(Value.init))
      fields[.currency] = (invoice.total?.currency ?? invoice.currency).map { Value($0, confidence: 0.95) }
    } else if receipts.count == 1, let receipt = receipts.first {
      take(
        merchant: receipt.merchant.map { Value($0).raised(by: Understated.merchant) },
        // A page that may be no receipt has its own doubts about the date.
        date: Self.isDateDoubted(about, receipt)
          ? about?.date.map { Value($0.value, alternative: $0.alternative, confidence: $0.confidence) }
          : receipt.date.map { Value($0).raised(by: Understated.receiptDate) },
        total: Self.better(receipt.total.map(Value.init), invoice?.total.map(Value.init)),
        number: Self.better(receipt.number.map(Value.init), invoice?.number.map(Value.init)))
      fields[.currency] = (receipt.total?.currency ?? receipt.currency).map { Value($0, confidence: 0.95) }
    } else if receipts.count > 1 {
      obstacle = "it has \(receipts.count) receipts"
    }
  }

  private static func isDateDoubted(_ about: About?, _ receipt: Receipt) -> Bool {
    guard let about, about.kind.value == .receipt, let day = about.date, let own = receipt.date else { return false }
    return day.value == own.value && day.confidence < own.confidence - leastDoubt
  }

  private static let leastDoubt = 0.05

  // Returns the more confident of two readings. Of different values, each casts doubt on the other, as in the ledger.
  private static func better(_ one: Value?, _ other: Value?) -> Value? {
    guard let one, let other else { return one ?? other }
    let (best, rest) = one.confidence < other.confidence ? (other, one) : (one, other)
    guard best.text != rest.text, best.confidence < 1 else { return best }
    var value = best
    value.confidence *= 1 - rest.confidence
    return value
  }

  private mutating func take(merchant: Value?, date: Value?, total: Value?, number: Value?) {
    fields[.merchant] = merchant
    if let date { fields[.date] = date }
    (fields[.total], fields[.number]) = (total, number)
  }
}

extension NameValues.Value {
  /// Returns the value with the probability that corresponds to an understated confidence. Corrected values stay certain.
  fileprivate func raised(by logarithm: Double) -> Self {
    guard (0..<1).contains(confidence) else { return self }
    let odds = confidence / (1 - confidence) * exp(logarithm)
    var value = self
    value.confidence = odds / (1 + odds)
    return value
  }

  fileprivate init(_ field: Invoice.Field) {
    self.init(field.value, alternative: field.alternative, confidence: field.confidence)
  }
  fileprivate init(_ field: Receipt.Field) {
    self.init(field.value, alternative: field.alternative, confidence: field.confidence)
  }
}

extension NameTemplate.Field {
  /// The stages that provide the field, of which one is sufficient, or `nil` if no stage is necessary.
  package var stages: [String]? {
    switch self {
    case .title, .kind, .sender: ["about"]
    case .date: ["about", "receipt"]
    case .merchant, .total, .currency, .number: ["receipt"]
    case .input, .folder: nil
    }
  }
}

extension Pipeline {
  /// Throws an error if the name template contains a field whose stage is missing.
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

/// The result of applying a template to a document.
package enum ChosenName: Hashable, Sendable {
  case name(String, confidence: Double)
  /// The document keeps its name. The associated value is the reason, as a sentence.
  case unsure(String)
}

extension NameTemplate {
  /// The default minimum probability of a field. Fitted: of the fields of invoices and receipts with 0.85 to 0.9, as many are right as with 0.9 to 0.95
  /// (`python3 Tests/Tools naming names`).
  package static let leastConfidence = 0.85
  /// The default maximum length of a text, in Unicode scalars.
  private static let usualLength = 60

  package func name(from values: NameValues) -> ChosenName {
    var name = ""
    var confidence = 1.0
    // A repeated field is either correct everywhere or wrong everywhere, so it counts once.
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
    guard confidence >= least * least else {
      return .unsure("The name \"\(tidy)\" is only \((confidence * 100).rounded(toPlaces: 1))% likely to be right.")
    }
    return .name(tidy, confidence: confidence)
  }

  /// Returns the name of the most likely values, for users who check it, or `nil` without any. Leaves out missing and ambiguous values, and repetitions.
  package func suggestion(from values: NameValues) -> String? {
    var (name, isFound) = ("", false)
    var used: [String: Field?] = [:]
    for piece in pieces {
      switch piece {
      case .text(let text): name += text
      case .choices(let choices):
        // A sender such as "Facture" is the title read twice.
        guard let (text, field, _) = fill(choices, values, least: 0), used[text, default: field] == field else {
          continue
        }
        used[text] = field
        name += text
        if let field, field.stages != nil { isFound = true }
      }
    }
    return isFound ? Self.tidied(name) : nil
  }

  /// Returns the first alternative that is certain, or `nil` if there is none.
  private func fill(
    _ choices: [Choice], _ values: NameValues, least: Double
  ) -> (text: String, field: Field?, confidence: Double)? {
    for choice in choices {
      switch choice {
      case .literal(let text): return (text, nil, 1)
      case .field(let field, let form):
        guard let value = values.fields[field], value.alternative == nil, value.confidence >= least else {
          continue
        }
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
      if let other = value.alternative { return "The \(field.rawValue) may be \(text) or \(other)." }
      return "The \(field.rawValue) \"\(text)\" is only \(Int(value.confidence * 100))% certain."
    }
    let names = fields.map(\.rawValue).joined(separator: " or ")
    return "No \(names) was found" + (values.obstacle.map { ", because \($0)" } ?? "") + "."
  }

  // Characters that are special in shells or on Windows. In paths, slashes are kept.
  private static let reserved = "\\:*?\"<>|`$".unicodeScalars

  package static func withoutReserved(_ path: String) -> String {
    path.replacing(where: { reserved.contains($0) }, with: " ")
  }

  /// Returns a text without characters that are special in file names, in shells, or on Windows, shortened to `length` Unicode scalars.
  static func safe(_ text: String, atMost length: Int) -> String {
    let flat = text.replacing(where: { $0.isUnseen || $0 == "/" || reserved.contains($0) }, with: " ")
    var words = flat.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if words.unicodeScalars.count > length {
      let cut = words.prefix(scalars: length)
      // Shorten at a word boundary if most of the text remains.
      let end = cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? ""
      words = end.unicodeScalars.count * 2 > length ? end : cut
    }
    return words
  }

  /// Returns a path without empty or hidden names, names that look like options, or spaces at the ends of names. Returns `nil` if nothing remains.
  package static func tidied(_ name: String) -> String? {
    let parts = pathNames(name, omittingEmpty: true).map { part in
      let words = part.replacing(where: { $0.isUnseen || $0 == "\\" }, with: " ").split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      var scalars = words.unicodeScalars[...]
      while let first = scalars.first, " .-_".unicodeScalars.contains(first) { scalars.removeFirst() }
      // Windows doesn't allow names that end with a dot.
      while let last = scalars.last, " .".unicodeScalars.contains(last) { scalars.removeLast() }
      while String(scalars).utf8.count > mostBytes { scalars.removeLast() }
      return String(scalars).trimmed
    }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// The maximum length of a name in bytes, which leaves room for a number and file extensions.
  private static let mostBytes = 180
}
