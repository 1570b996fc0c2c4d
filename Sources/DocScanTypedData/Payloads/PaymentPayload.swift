// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A credit transfer in euros ("GiroCode"), or a Swiss QR bill. Sources: European Payments Council, EPC069-12, version 2.1; SIX, Swiss Implementation
/// Guidelines QR-bill, version 2.3.
package enum PaymentPayload: PayloadForm {
  package static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload? {
    let lines = text.payloadLines
    guard let fields = giroCode(lines) ?? swissBill(lines) else { return nil }
    return .init(.payment, fields)
  }

  private static func giroCode(_ lines: [String]) -> [(String, String)]? {
    guard lines.count >= 7, lines.count <= 12, lines[0] == "BCD", ["001", "002"].contains(lines[1]), lines[3] == "SCT",
      let iban = iban(lines[6])
    else { return nil }
    var fields = [("bic", lines[4]), ("name", lines[5]), ("iban", iban)]
    func line(_ number: Int) -> String { number < lines.count ? lines[number] : "" }
    if let amount = line(7).after("eur"), isAmount(amount) {
      fields += [("amount", String(amount)), ("currency", "EUR")]
    }
    return fields + [("purpose", line(8)), ("reference", line(9)), ("text", line(10)), ("information", line(11))]
  }

  /// The line numbers of a Swiss QR bill. Source: the guidelines, 4.2.2.
  private enum SwissLine {
    static let creditor = 4, amount = 18, currency = 19, debtor = 20
    static let referenceType = 27, reference = 28, text = 29, trailer = 30, information = 31
    static let schemes = 32...33
  }

  private static func swissBill(_ lines: [String]) -> [(String, String)]? {
    // Writers may leave out empty lines after the trailer, or add an empty one.
    guard lines.count > SwissLine.trailer, lines.dropFirst(SwissLine.schemes.upperBound + 1).allSatisfy(\.isEmpty),
      lines[0] == "SPC", lines[1].hasPrefix("02"), lines[1].count == 4, lines[2] == "1",
      lines[SwissLine.trailer] == "EPD", let iban = iban(lines[3]), iban.hasPrefix("CH") || iban.hasPrefix("LI"),
      ["CHF", "EUR"].contains(lines[SwissLine.currency])
    else { return nil }
    let creditor = swissAddress(lines[SwissLine.creditor...])
    let debtor = swissAddress(lines[SwissLine.debtor...])
    var fields = [("name", creditor.name), ("address", creditor.address), ("iban", iban)]
    let amount = lines[SwissLine.amount]
    if isAmount(amount[...]) { fields.append(("amount", amount)) }
    fields.append(("currency", lines[SwissLine.currency]))
    fields += [("debtor", debtor.name), ("debtorAddress", debtor.address)]
    if isReference(lines[SwissLine.reference], type: lines[SwissLine.referenceType]) {
      fields.append(("reference", lines[SwissLine.reference]))
    }
    fields += [("text", lines[SwissLine.text])]
    for number in [SwissLine.information] + SwissLine.schemes where number < lines.count {
      fields.append(("information", lines[number]))
    }
    return fields
  }

  /// Returns a party's name and address from its seven lines: type, name, street and number, postal code and town, country. Combined addresses (type
  /// K) have the number in the street's line, and the postal code and town in the next one.
  private static func swissAddress(_ lines: ArraySlice<String>) -> (name: String, address: String) {
    let parts = Array(lines.prefix(7))
    guard parts.count == 7, ["S", "K"].contains(parts[0]) else { return ("", "") }
    let isCombined = parts[0] == "K"
    func joined(_ parts: [String], _ separator: String) -> String {
      parts.filter { !$0.isEmpty }.joined(separator: separator)
    }
    let rows =
      isCombined ? [parts[2], parts[3]] : [joined([parts[2], parts[3]], " "), joined([parts[4], parts[5]], " ")]
    return (parts[1], joined(rows + [parts[6]], ", "))
  }

  /// Returns whether a reference has a valid check digit: QR references by a recursive modulus of 10, creditor references (ISO 11649) by MOD 97-10.
  private static func isReference(_ text: String, type: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    switch type {
    case "QRR":
      let digits = scalars.compactMap(\.digit)
      return scalars.count == 27 && digits.count == 27 && CheckDigits.recursive10(digits)
    case "SCOR":
      return text.hasPrefix("RF") && (5...25).contains(scalars.count)
        && CheckDigits.mod97(scalars[4...] + scalars[..<4])
    case _:
      return false
    }
  }

  /// Returns an IBAN without its spaces, or `nil` if its check digits are wrong.
  private static func iban(_ text: String) -> String? {
    let iban = text.filter { $0 != " " }
    let scalars = Array(iban.unicodeScalars)
    return (15...34).contains(scalars.count) && CheckDigits.mod97(scalars[4...] + scalars[..<4]) ? iban : nil
  }

  private static func isAmount(_ text: Substring) -> Bool {
    guard let value = Double(text), value > 0, value < 1e9 else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }
}
