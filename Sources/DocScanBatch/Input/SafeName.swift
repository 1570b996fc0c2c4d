// SPDX-License-Identifier: GPL-3.0-or-later

/// The folders that lead to a name: for `a/b/c`, `a` and `a/b`.
func foldersAbove(_ name: String) -> [String] {
  let parts = name.split(separator: "/")
  return (1..<max(1, parts.count)).map { parts[..<$0].joined(separator: "/") }
}

/// A name that is safe as a path below the output directory and on a terminal.
func sanitized(_ name: String) -> String {
  let parts = name.split(separator: "/").map { part in
    var text = String(String.UnicodeScalarView(part.unicodeScalars.map { isDangerous($0) ? "_" : $0 }))
    // Room is left for the endings of the files inside: names have at most 255 bytes. One character may have more.
    while text.utf8.count > 200 { text.unicodeScalars.removeLast() }
    return text.hasPrefix(".") ? "_" + text.dropFirst() : text
  }
  return parts.isEmpty ? "document" : parts.joined(separator: "/")
}

/// Controls, separators of lines, and characters that reorder the text around them; the backslash is one on Windows.
private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x5C, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  case _: false
  }
}
