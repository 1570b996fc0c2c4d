// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
package import DocScanCore
internal import DocScanFiles

/// The properties of a PDF that are determined before its pages are processed.
package struct PDFFacts: Sendable {
  /// Whether qpdf can read the PDF and finds the same number of pages as poppler.
  package private(set) var canGraft = false
  package private(set) var metadata = DocumentMetadata()
  package private(set) var conditions: Set<PDFCondition> = []
  package private(set) var invoices = AttachedInvoices()

  private static let deepestField = 32
  private static let fieldLimit = 20_000

  package init(_ file: InputFile, pageCount: Int) {
    do {
      let document = try PDFGraftDocument(file)
      read(document.root)
      if unsafe qpdf_is_encrypted(document.handle) != 0 { conditions.insert(.encrypted) }
      readInformation(document.trailer["/Info"])
      try document.check("read the catalog")
      invoices = PDFInvoices(document.root).found
      guard pageCount > 0, try document.pageCount() == pageCount else { return }
      for index in 0..<pageCount {
        guard try document.hasPage(index) else { return }
      }
      canGraft = true
    } catch {
      // The pages of a PDF that qpdf can't read are made from pictures.
    }
  }

  private mutating func read(_ catalog: PDFObject) {
    metadata.language = catalog["/Lang"].line
    let form = catalog["/AcroForm"]
    if catalog["/NeedsRendering"].isTrue, form.has("/XFA") { conditions.insert(.dynamicForm) }
    if catalog["/Collection"].isDictionary { conditions.insert(.portfolio) }
    var left = Self.fieldLimit
    if hasSignature(form["/Fields"].items, depth: 0, left: &left) { conditions.insert(.signed) }
    if catalog["/Perms"].has("/DocMDP") || catalog["/Perms"].has("/UR3") { conditions.insert(.signed) }
  }

  /// Returns whether a field or a descendant is signed (ISO 32000-1, 12.7.4.5), unlike an empty signature field.
  private func hasSignature(_ fields: [PDFObject], depth: Int, left: inout Int) -> Bool {
    for field in fields {
      left -= 1
      guard left > 0, depth < Self.deepestField else { return false }
      if field["/FT"].name == "/Sig", field["/V"].isDictionary { return true }
      if hasSignature(field["/Kids"].items, depth: depth + 1, left: &left) { return true }
    }
    return false
  }

  private mutating func readInformation(_ information: PDFObject) {
    metadata.title = information["/Title"].line
    metadata.author = information["/Author"].line
    metadata.subject = information["/Subject"].line
    metadata.keywords = (information["/Keywords"].line ?? "").split { ",;".contains($0) }
      .map { String($0).trimmed }.filter { !$0.isEmpty }
    metadata.created = information["/CreationDate"].line.flatMap(PDFDate.isoText)
    metadata.modified = information["/ModDate"].line.flatMap(PDFDate.isoText)
  }
}

/// Dates in PDF format (ISO 32000-1, 7.9.4).
enum PDFDate {
  /// Converts "D:20240501103000+02'00'" to "2024-05-01T10:30:00+02:00". Returns `nil` if the text isn't a date in PDF format.
  static func isoText(_ text: String) -> String? {
    var rest = Substring(text.hasPrefix("D:") ? String(text.dropFirst(2)) : text)
    /// Consumes the next digits if they are a number in the range.
    func number(_ digits: Int, _ range: ClosedRange<Int>) -> Substring? {
      let part = rest.prefix(digits)
      guard part.utf8.count == digits, part.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(part),
        range.contains(value)
      else { return nil }
      rest = rest.dropFirst(digits)
      return part
    }
    guard let year = number(4, 1...9999) else { return nil }
    guard let month = number(2, 1...12) else { return rest.isEmpty ? String(year) : nil }
    guard let day = number(2, 1...31) else { return rest.isEmpty ? "\(year)-\(month)" : nil }
    guard let hour = number(2, 0...23) else { return rest.isEmpty ? "\(year)-\(month)-\(day)" : nil }
    let minute = number(2, 0...59) ?? "00"
    let second = number(2, 0...59) ?? "00"
    let time = "\(year)-\(month)-\(day)T\(hour):\(minute):\(second)"
    guard let sign = rest.popFirst(), sign == "+" || sign == "-", let zoneHour = number(2, 0...23) else {
      return time + "Z"
    }
    if rest.first == "'" { rest.removeFirst() }
    return "\(time)\(sign)\(zoneHour):\(number(2, 0...59) ?? "00")"
  }
}

extension PDFObject {
  fileprivate var line: String? {
    guard let text, text.utf8.count <= 4096 else { return nil }
    let line = text.replacing(where: \.isControl, with: "")
    return line.isEmpty ? nil : line
  }
}
