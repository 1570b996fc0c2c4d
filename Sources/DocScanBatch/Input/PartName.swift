// SPDX-License-Identifier: GPL-3.0-or-later

/// What a code says, as a name for a document: one part of a path. Nil when nothing is left of it.
func partName(_ text: String) -> String? {
  let flat = visible(text).replacing("/", with: "_")
  let words = flat.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  guard words.contains(where: { $0 != "." && $0 != "_" && $0 != " " }) else { return nil }
  return sanitized(words)
}

/// A text in which everything that is not seen, or moves the text around it, is an underscore.
func visible(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      scalars.append("_")
    case _: scalars.append(scalar)
    }
  }
  return String(scalars)
}
