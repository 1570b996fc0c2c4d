// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanFiles

/// The search for the XML of an e-invoice next to a document: `scan.xml` or `scan.pdf.xml` for `scan.pdf`.
package enum InvoiceBeside {
  /// Strings that e-invoices contain near the beginning, and other XML doesn't.
  private static let marks = [
    "CrossIndustryInvoice", "CrossIndustryDocument", "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
    "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2",
  ].map { Array($0.utf8) }
  /// The number of bytes to search, because license comments may come first.
  private static let prefixLength = 64 << 10

  /// Returns the path of the XML for a file, or `nil` if there is none. The XML isn't parsed, only searched for strings.
  package static func path(for file: String, below root: Folder? = nil) -> String? {
    let name = fileName(file)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let stem = String(file.dropLast(name.distance(from: dot, to: name.endIndex)))
    return [stem + ".xml", stem + ".XML", file + ".xml"].first { isInvoice($0, below: root) }
  }

  /// Returns whether a file is read together with another one in its folder. `names` contains the names in the folder.
  package static func isTaken(_ path: String, with names: [String]) -> Bool { document(of: path, among: names) != nil }

  /// Returns the file with the pages of an e-invoice, or `nil` if there is none. `names` contains the names in the folder.
  package static func document(of path: String, among names: [String], below root: Folder? = nil) -> String? {
    let own = fileName(path)
    guard isNamed(own) else { return nil }
    let stem = own.dropLast(4)
    let folder = path.dropLast(own.count)
    return names.lazy.filter { $0 != own && ($0 == stem || $0.hasPrefix(stem + ".")) }.map { folder + $0 }.first {
      Self.path(for: $0, below: root) == path
    }
  }

  package static func reason(alone path: String) -> String {
    let stem = fileName(path).dropLast(4)
    return
      "It is an e-invoice without pages. Put its PDF or scan next to it, as \(stem).pdf: both are read together."
  }

  package static func reason(beside document: String) -> String {
    "It is the e-invoice of \(fileName(document)). Name \(fileName(document)) instead: both are read together."
  }

  private static func isNamed(_ name: String) -> Bool { name.lowercased().hasSuffix(".xml") }

  /// Returns whether a file is an e-invoice, according to its name and first bytes. The XML isn't parsed.
  package static func isXML(_ path: String, below root: Folder? = nil) -> Bool {
    isNamed(fileName(path)) && isInvoice(path, below: root)
  }

  private static func isInvoice(_ path: String, below root: Folder?) -> Bool {
    let file: OpenFile?
    if let root {
      file = root.name(of: path).flatMap { root.file($0) }
    } else {
      file = OpenFile(path: path, followingLinks: true)
    }
    guard let file, file.identity != nil, let start = file.read(at: 0, count: prefixLength) else { return false }
    // Without zero bytes, UTF-16 text can be searched for ASCII strings.
    let bytes = start.filter { $0 != 0 }
    return marks.contains { mark in
      bytes.indices.contains { at in
        bytes[at] == mark[0] && bytes.count - at >= mark.count && bytes[at..<at + mark.count].elementsEqual(mark)
      }
    }
  }
}
