// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles

/// Returns whether an untrusted name is one that docscan gives to documents, and can't lead out of its folder.
package func isDocumentName(_ name: String) -> Bool {
  !leadsElsewhere(name) && !name.unicodeScalars.contains { $0.actsOnTerminal || $0 == "\\" }
    && pathNames(name).allSatisfy { $0.utf8.first != UInt8(ascii: ".") && $0.utf8.count <= 255 }
}

/// Returns a name that is safe as a path in the output folder and on a terminal.
package func sanitized(_ name: String) -> String {
  let parts = pathNames(name, omittingEmpty: true).map { part in
    // Windows uses the backslash as a separator.
    var text = part.replacing(where: { $0.actsOnTerminal || $0 == "\\" }, with: "_")
    // Leaves space for extensions within the file system's limit of 255 bytes. A single character can have more bytes than the limit.
    while text.utf8.count > 200 { text.unicodeScalars.removeLast() }
    return text.utf8.first == UInt8(ascii: ".") ? "_" + Substring(text.unicodeScalars.dropFirst()) : text
  }
  return parts.isEmpty ? "document" : parts.joined(separator: "/")
}

/// Returns a document name with one path component from the text of a code, or `nil` if no characters remain.
package func partName(_ text: String) -> String? {
  let flat = text.replacing(where: { $0.isUnseen || $0 == "/" }, with: "_")
  let words = flat.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  guard words.contains(where: { $0 != "." && $0 != "_" && $0 != " " }) else { return nil }
  return sanitized(words)
}
