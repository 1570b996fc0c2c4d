// SPDX-License-Identifier: GPL-3.0-or-later

/// A format of files that are read: what people call it, how such files are named, and how they begin.
package struct InputFormat: Codable, Hashable, Sendable {
  /// The name that people know, such as "JPEG 2000".
  package let name: String
  /// The endings that people give to such files, in small letters.
  package let endings: [String]
  /// What such files begin with; one of them is enough.
  package let signatures: [Signature]
  /// Whether a file is a document by itself, and not a picture that can be a page among those of its folder.
  package let isDocument: Bool

  /// A format, by its name, the endings of its files and their first bytes.
  package init(name: String, endings: [String], signatures: [Signature], isDocument: Bool = false) {
    (self.name, self.endings, self.signatures) = (name, endings, signatures)
    self.isDocument = isDocument
  }

  /// Bytes by which files of a format are known.
  package struct Signature: Codable, Hashable, Sendable {
    /// A byte for each scalar up to U+00FF; a question mark stands for any byte.
    private let text: String
    /// How far from the start of the file they may begin.
    private let latestStart: Int

    /// Bytes that a file has at its start, or at most so far behind it.
    package init(_ text: String, latestStart: Int = 0) { (self.text, self.latestStart) = (text, latestStart) }

    /// Whether the first bytes of a file have it.
    func fits(_ bytes: [UInt8]) -> Bool {
      let count = text.unicodeScalars.count
      guard count <= bytes.count else { return false }
      return (0...max(0, min(latestStart, bytes.count - count))).contains { start in
        zip(text.unicodeScalars, bytes[start...]).allSatisfy { $0 == "?" || $0.value == UInt32($1) }
      }
    }
  }
}

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
