// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A credit transfer in euros ("GiroCode"). Source: European Payments Council, EPC069-12, version 2.1.
package enum PaymentPayload: PayloadForm {
  package static func read(_ text: String, _ format: Barcode.Format) -> Barcode.Payload? {
    let lines = text.payloadLines
    guard lines.count >= 7, lines.count <= 12, lines[0] == "BCD", ["001", "002"].contains(lines[1]), lines[3] == "SCT"
    else {
      return nil
    }
    let iban = lines[6].filter { $0 != " " }
    let scalars = Array(iban.unicodeScalars)
    guard (15...34).contains(scalars.count), CheckDigits.mod97(scalars[4...] + scalars[..<4]) else { return nil }
    var fields = [("bic", lines[4]), ("name", lines[5]), ("iban", iban)]
    func line(_ number: Int) -> String { number < lines.count ? lines[number] : "" }
    if let amount = line(7).after("eur"), let value = Double(amount), value > 0, value < 1e9,
      amount.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
    {
      fields += [("amount", String(amount)), ("currency", "EUR")]
    }
    fields += [("purpose", line(8)), ("reference", line(9)), ("text", line(10)), ("information", line(11))]
    return .init(.payment, fields)
  }
}
