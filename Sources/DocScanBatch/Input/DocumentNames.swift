// SPDX-License-Identifier: GPL-3.0-or-later

/// A name that a document would like to have.
struct DocumentNameRequest: Hashable, Sendable {
  /// The wish: the input's name without its ending, with the folders above it.
  var name: String
  /// The input, whose ending tells documents of the same name apart.
  var source: String
}

/// Gives every document a name of its own. The names depend on the inputs and their order alone.
///
/// Two names collide when they differ at most in case, or when one would lie inside the other's folder. The first keeps
/// its name, later ones get their ending (`scan-pdf`), then a number (`scan-pdf-2`).
func uniqueNames(_ requests: [DocumentNameRequest]) -> [String] {
  // Folders above a document may hold many documents, but must not be a document themselves.
  var taken: Set<String> = ["report.json", ".docscan"]
  var folders: Set<String> = []
  return requests.map { request in
    let wish = sanitized(request.name)
    // A name without an ending is its own; so much of it leaves room for the name itself.
    let ending = request.source.split(separator: "/").last?.split(separator: ".").last.map {
      sanitized(String(String.UnicodeScalarView($0.unicodeScalars.prefix(8))))
    }
    let withEnding = wish + "-" + (ending ?? "document").lowercased()
    // Out of the folder of another document, where every name would be inside it.
    let flat = sanitized(withEnding.replacing("/", with: "-"))
    let isFree = { (name: String) in
      let key = name.lowercased()
      return !taken.contains(key) && !folders.contains(key) && foldersAbove(key).allSatisfy { !taken.contains($0) }
    }
    let numbered = (2...Int.max).lazy.map { "\(flat)-\($0)" }
    let name = [wish, withEnding, flat].first(where: isFree) ?? numbered.first(where: isFree) ?? flat
    taken.insert(name.lowercased())
    folders.formUnion(foldersAbove(name.lowercased()))
    return name
  }
}

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
