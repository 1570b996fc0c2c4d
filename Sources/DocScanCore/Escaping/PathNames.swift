// SPDX-License-Identifier: GPL-3.0-or-later

private let slash = UInt8(ascii: "/")

/// The names in a path, as the system divides it: by bytes. A name may begin with a combining mark, which Swift takes for a part of the slash.
package func pathNames(_ path: String, omittingEmpty: Bool = false) -> [String] {
  path.utf8.split(separator: slash, omittingEmptySubsequences: omittingEmpty).map { String(Substring($0)) }
}

/// Where a path leads below a folder; nil where it leads somewhere else.
package func path(_ path: String, below folder: String) -> String? {
  let above = Array(folder.utf8) + (folder.utf8.last == slash ? [] : [slash])
  guard path.utf8.starts(with: above) else { return nil }
  return String(Substring(path.utf8.dropFirst(above.count)))
}

/// Whether a path has a name in it that leads up, or none between two slashes.
package func leadsElsewhere(_ path: String) -> Bool {
  path.utf8.contains(0) || pathNames(path).contains { ["", ".", ".."].contains($0) }
}

/// The last name of a path.
package func fileName(_ path: String) -> String { pathNames(path, omittingEmpty: true).last ?? path }

/// The folder that holds a file.
package func parentFolder(of path: String) -> String {
  guard let end = path.utf8.lastIndex(of: slash) else { return "." }
  return end == path.startIndex ? "/" : String(path[..<end])
}

/// The folders that lead to a name: for `a/b/c`, `a` and `a/b`.
package func foldersAbove(_ name: String) -> [String] {
  name.utf8.indices.filter { name.utf8[$0] == slash }.map { String(name[..<$0]) }
}

/// Whether a text is a SHA-256 digest as docscan writes it.
package func isDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}
