// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Reads the XML of e-invoices.
package enum EInvoiceReader {
  package static func read(_ bytes: [UInt8], file: String) throws(UnreadInvoice.Problem) -> XMLInvoice? {
    let root = try XMLTree.read(bytes)
    var invoice: XMLInvoice
    switch root.name {
    case "CrossIndustryInvoice", "CrossIndustryDocument": invoice = CIIInvoice.read(root, file: file)
    case "Invoice" where isUBL(root), "CreditNote" where isUBL(root): invoice = UBLInvoice.read(root, file: file)
    case _: return nil
    }
    guard invoice[.number] != nil || invoice[.total] != nil else { throw .empty }
    invoice[.iban] = invoice.ibans.first
    return invoice
  }

  private static func isUBL(_ root: XMLElement) -> Bool {
    root.space.hasPrefix("urn:oasis:names:specification:ubl:schema:xsd:")
  }

  /// Reads an attachment of a PDF as an invoice, or records why it's unreadable.
  static func attached(_ bytes: [UInt8], file: String, isNamedAsInvoice: Bool) -> AttachedInvoices {
    var all = AttachedInvoices()
    do throws(UnreadInvoice.Problem) {
      if let invoice = try read(bytes, file: shortened(file)) { all.invoices = [invoice] }
    } catch {
      // A PDF may contain any XML; only unreadable invoices are reported.
      if isNamedAsInvoice { all.unread = [UnreadInvoice(file: shortened(file), problem: error)] }
    }
    return all
  }

  package static func beside(_ file: InputFile) -> AttachedInvoices {
    guard file.byteCount <= XMLTree.mostBytes else {
      var all = AttachedInvoices()
      all.unread = [UnreadInvoice(file: shortened(file.name), problem: .tooLarge)]
      return all
    }
    do throws(PageFailure) {
      let bytes = try file.read(limit: XMLTree.mostBytes)
      return attached(bytes, file: file.name, isNamedAsInvoice: true)
    } catch {
      var all = AttachedInvoices()
      all.unread = [UnreadInvoice(file: shortened(file.name), problem: .damaged)]
      return all
    }
  }

  private static func shortened(_ name: String) -> String { String(name.prefix(100)) }
}

extension XMLElement {
  func name(atMost bytes: Int = XMLInvoice.longestName) -> String? {
    guard let line else { return nil }
    guard line.utf8.count > bytes else { return line }
    var kept = ""
    for character in line {
      guard kept.utf8.count + character.utf8.count <= bytes else { break }
      kept.append(character)
    }
    return kept.isEmpty ? nil : kept
  }

  var value: String? { name(atMost: XMLInvoice.longestValue) }

  func decimal(places: Int) -> String? {
    guard let text = line, text.utf8.count <= 32 else { return nil }
    let isNegative = text.hasPrefix("-")
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts.contains(where: { !$0.isEmpty }), parts[0].count <= 15
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count == 2 ? String(parts[1].prefix(10)) : ""
    while fraction.count > places, fraction.hasSuffix("0") { fraction.removeLast() }
    fraction += String(repeating: "0", count: max(0, places - fraction.count))
    let number = (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
    return isNegative && number.contains(where: { ("1"..."9").contains($0) }) ? "-" + number : number
  }

  var amount: String? { decimal(places: 2) }

  var number: String? { decimal(places: 0) }

  /// The day of a text such as 20180305 or 2018-03-05, which a time zone or a time may follow.
  var day: String? {
    guard let text = line else { return nil }
    let digits = Array(text.utf8.prefix(10)).filter { (0x30...0x39).contains($0) }.prefix(8).map { Int($0) - 0x30 }
    let isDashed = text.utf8.count >= 10 && Array(text.utf8)[4] == 0x2D && Array(text.utf8)[7] == 0x2D
    guard digits.count == 8, isDashed || text.utf8.prefix(8).allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    let (year, month, day) = (
      digits[..<4].reduce(0) { $0 * 10 + $1 }, digits[4] * 10 + digits[5], digits[6] * 10 + digits[7]
    )
    guard (1900...2199).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))"
  }

  var account: String? {
    guard let text = line?.filter({ !$0.isWhitespace }).uppercased(), (5...34).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
    else { return nil }
    return text
  }

  var currencyCode: String? {
    guard let text = line, text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    return text
  }
}

extension [String] {
  func once(atMost count: Int) -> [String] {
    var seen: Set<String> = []
    return Array(filter { seen.insert($0).inserted }.prefix(count))
  }
}
