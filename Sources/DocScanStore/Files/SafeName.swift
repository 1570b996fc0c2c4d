// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Whether a name from a plan, a record or a shard is one that docscan gives to documents: it leads nowhere but below a folder.
package func isDocumentName(_ name: String) -> Bool {
  !leadsElsewhere(name) && !name.unicodeScalars.contains { $0.actsOnTerminal || $0 == "\\" }
    && pathNames(name).allSatisfy { $0.utf8.first != UInt8(ascii: ".") && $0.utf8.count <= 255 }
}

/// A name that is safe as a path below the output directory and on a terminal.
package func sanitized(_ name: String) -> String {
  let parts = pathNames(name, omittingEmpty: true).map { part in
    // The backslash divides paths on Windows.
    var text = part.replacing(where: { $0.actsOnTerminal || $0 == "\\" }, with: "_")
    // Room is left for the endings of the files inside: names have at most 255 bytes. One character may have more.
    while text.utf8.count > 200 { text.unicodeScalars.removeLast() }
    return text.utf8.first == UInt8(ascii: ".") ? "_" + Substring(text.unicodeScalars.dropFirst()) : text
  }
  return parts.isEmpty ? "document" : parts.joined(separator: "/")
}

/// What a code says, as a name for a document: one part of a path. Nil when nothing is left of it.
package func partName(_ text: String) -> String? {
  let flat = text.replacing(where: { $0.isUnseen || $0 == "/" }, with: "_")
  let words = flat.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  guard words.contains(where: { $0 != "." && $0 != "_" && $0 != " " }) else { return nil }
  return sanitized(words)
}
