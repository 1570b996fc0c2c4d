// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

/// A PDF from objects written by hand; object 1 is the catalog.
public struct HandmadePDF {
  private var objects: [String] = []

  public init() {}

  /// Adds an object and returns its number.
  @discardableResult
  public mutating func add(_ object: String) -> Int {
    objects.append(object)
    return objects.count
  }

  /// Adds a stream and returns its number.
  @discardableResult
  public mutating func add(stream: String, entries: String = "") -> Int {
    add("<<\(entries)/Length \(stream.utf8.count)>>stream\n\(stream)\nendstream")
  }

  /// The file.
  public var data: Data {
    var file = "%PDF-1.6\n"
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(file.utf8.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    return Data((file + table + "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n").utf8)
  }

  /// Returns a document of pages that share their resources; page n contains the word "original" and its number.
  ///
  /// `page` has additional entries of each page, `content` precedes the word, and `catalog` has additional entries of the
  /// catalog. Pages are objects 4, 6, 8, and so on; their contents are 5, 7, 9, and so on.
  public static func pages(_ count: Int = 1, page: String = "", content: String = "", catalog: String = "")
    -> HandmadePDF
  {
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>")
    let kids = (0..<count).map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
    pdf.add("<</Type/Pages/Count \(count)/Kids[\(kids)]/MediaBox[0 0 400 600]/Resources 3 0 R>>")
    pdf.add("<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>")
    for number in 1...count {
      pdf.add("<</Type/Page/Parent 2 0 R/Contents \(3 + 2 * number) 0 R\(page)>>")
      pdf.add(stream: "\(content)\nBT /F 20 Tf 100 250 Td (original\(number)) Tj ET")
    }
    return pdf
  }
}
