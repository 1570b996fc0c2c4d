// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a code says, as a name for a document: one part of a path. Nil when nothing is left of it.
func partName(_ text: String) -> String? {
  let flat = text.replacing(where: { $0.isUnseen || $0 == "/" }, with: "_")
  let words = flat.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  guard words.contains(where: { $0 != "." && $0 != "_" && $0 != " " }) else { return nil }
  return sanitized(words)
}
