// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles

/// Finds the e-invoices attached to a PDF.
struct PDFInvoices {
  /// The standard names, by preference; any other name that ends with .xml is accepted.
  private static let names = ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml", "order-x.xml"]
  private static let (deepestNode, mostNodes) = (32, 2000)
  private static let longestName = 1024

  private(set) var found = AttachedInvoices()

  init(_ catalog: PDFObject) {
    var files: [(name: String, stream: PDFObject)] = []
    var seen: Set<PDFObject.Identity> = []
    for file in Self.attachments(catalog) {
      guard let name = Self.name(of: file), name.lowercased().hasSuffix(".xml"),
        let stream = [file["/EF"]["/UF"], file["/EF"]["/F"]].first(where: \.isStream)
      else { continue }
      // A file is often listed twice: for the document, and for its viewers.
      if let identity = stream.identity, !seen.insert(identity).inserted { continue }
      files.append((name, stream))
    }
    func rank(_ name: String) -> Int { Self.names.firstIndex(of: name.lowercased()) ?? Self.names.count }
    let sorted = files.enumerated().sorted {
      (rank($0.element.name), $0.offset) < (rank($1.element.name), $1.offset)
    }
    for (_, file) in sorted.prefix(AttachedInvoices.most) {
      let isKnown = rank(file.name) < Self.names.count
      guard let bytes = file.stream.content(unpacked: XMLTree.mostBytes) else {
        if isKnown { found.unread.append(UnreadInvoice(file: file.name, problem: .tooLarge)) }
        continue
      }
      let one = EInvoiceReader.attached(bytes, file: file.name, isNamedAsInvoice: isKnown)
      found.invoices += one.invoices
      found.unread += one.unread
    }
  }

  private static func name(of file: PDFObject) -> String? {
    guard let name = (file["/UF"].text ?? file["/F"].text), name.utf8.count <= longestName else { return nil }
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? name
    return last.replacing(where: \.isControl, with: "")
  }

  /// Returns a document's file specifications, from the name tree and associated files (ISO 32000-1, 7.11.4).
  private static func attachments(_ catalog: PDFObject) -> [PDFObject] {
    var found = catalog["/AF"].items.prefix(mostNodes).filter(\.isDictionary)
    var waiting = [(node: catalog["/Names"]["/EmbeddedFiles"], depth: 0)]
    var (left, known) = (mostNodes, Set<PDFObject.Identity>())
    while let (node, depth) = waiting.popLast(), left > 0 {
      left -= 1
      if let identity = node.identity, !known.insert(identity).inserted { continue }
      guard depth <= deepestNode else { continue }
      let pairs = node["/Names"].items.prefix(2 * mostNodes)
      found += pairs.enumerated().filter { !$0.offset.isMultiple(of: 2) && $0.element.isDictionary }.map(\.element)
      waiting += node["/Kids"].items.prefix(mostNodes).reversed().map { ($0, depth + 1) }
    }
    return found
  }
}

extension PDFObject {
  fileprivate func content(unpacked limit: Int) -> [UInt8]? {
    let filters = self["/Filter"].names
    let raw = rawContent
    guard raw.count < Self.contentLimit, filters.count <= 1 else { return nil }
    if let filter = filters.first {
      guard ["/FlateDecode", "/Fl"].contains(filter) else { return nil }
      guard unsafe !raw.withUnsafeBytes({ unsafe UnpackedSize.exceeds(limit, $0) }) else { return nil }
    }
    return streamContent(atMost: limit)
  }
}
