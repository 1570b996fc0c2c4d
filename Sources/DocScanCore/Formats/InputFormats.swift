// SPDX-License-Identifier: GPL-3.0-or-later

/// The formats of files that a worker reads, as it describes them; the first that fits is a file's.
package struct InputFormats: Codable, Hashable, Sendable {
  /// How many bytes from the start of a file are needed to tell its format.
  package static let prefixLength = 1024

  /// The formats, in the order in which they are tried.
  package let all: [InputFormat]

  /// A list of formats.
  package init(_ all: [InputFormat]) { self.all = all }

  /// The format of a file, told from its first bytes and never from its name; nil when it is none of these.
  package func format(of prefix: [UInt8]) -> InputFormat? {
    all.first { format in format.signatures.contains { $0.fits(prefix) } }
  }

  /// Whether a file has a name as people give them to files of these formats.
  package func fitName(of path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return false }
    return fit(ending: name[name.index(after: dot)...].lowercased())
  }

  /// Whether people give this ending, in small letters, to files of these formats.
  package func fit(ending: String) -> Bool { all.contains { $0.endings.contains(ending) } }
}
