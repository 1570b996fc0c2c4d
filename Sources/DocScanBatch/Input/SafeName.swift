// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The folders that lead to a name: for `a/b/c`, `a` and `a/b`.
func foldersAbove(_ name: String) -> [String] {
  name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.map { String(name[..<$0]) }
}

/// Whether a path from a file that others may have written leads to a place below a folder, and to no other: relative, of names alone.
///
/// Bytes are looked at, not characters: a slash with a combining mark behind it divides paths as any other does.
func isSafePath(_ path: String) -> Bool {
  path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
    !part.isEmpty && part.count <= 255 && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
      && !part.contains(0)
  }
}

/// Whether a name from a plan, a record or a shard is one that docscan gives to documents.
func isDocumentName(_ name: String) -> Bool {
  isSafePath(name) && !name.unicodeScalars.contains { $0.actsOnTerminal || $0 == "\\" }
    && name.utf8.split(separator: UInt8(ascii: "/")).allSatisfy { $0.first != UInt8(ascii: ".") }
}

/// A name that is safe as a path below the output directory and on a terminal.
func sanitized(_ name: String) -> String {
  let parts = name.split(separator: "/").map { part in
    // The backslash divides paths on Windows.
    var text = String(part).replacing(where: { $0.actsOnTerminal || $0 == "\\" }, with: "_")
    // Room is left for the endings of the files inside: names have at most 255 bytes. One character may have more.
    while text.utf8.count > 200 { text.unicodeScalars.removeLast() }
    return text.hasPrefix(".") ? "_" + text.dropFirst() : text
  }
  return parts.isEmpty ? "document" : parts.joined(separator: "/")
}

/// What a code says, as a name for a document: one part of a path. Nil when nothing is left of it.
func partName(_ text: String) -> String? {
  let flat = text.replacing(where: { $0.isUnseen || $0 == "/" }, with: "_")
  let words = flat.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  guard words.contains(where: { $0 != "." && $0 != "_" && $0 != " " }) else { return nil }
  return sanitized(words)
}
