// SPDX-License-Identifier: GPL-3.0-or-later

/// An input file format: its name, its file extensions, and its signatures.
package struct InputFormat: Codable, Hashable, Sendable {
  /// The common name, such as "JPEG 2000".
  package let name: String
  /// The file extensions, in lowercase and without dots.
  package let endings: [String]
  /// The signatures. A file of the format has at least one of them.
  package let signatures: [Signature]
  /// Whether each file is a document by itself. Otherwise, files in a folder can be the pages of one document.
  package let isDocument: Bool

  package init(name: String, endings: [String], signatures: [Signature], isDocument: Bool = false) {
    (self.name, self.endings, self.signatures) = (name, endings, signatures)
    self.isDocument = isDocument
  }

  /// A byte pattern that identifies a format.
  package struct Signature: Codable, Hashable, Sendable {
    /// The pattern, with one Unicode scalar up to U+00FF per byte. A question mark matches any byte.
    private let text: String
    /// The maximum offset of the pattern from the start of the file.
    private let latestStart: Int

    /// Creates a signature whose pattern begins at an offset of at most `latestStart` bytes.
    package init(_ text: String, latestStart: Int = 0) { (self.text, self.latestStart) = (text, latestStart) }

    func fits(_ bytes: [UInt8]) -> Bool {
      let count = text.unicodeScalars.count
      guard count <= bytes.count else { return false }
      return (0...max(0, min(latestStart, bytes.count - count))).contains { start in
        zip(text.unicodeScalars, bytes[start...]).allSatisfy { $0 == "?" || $0.value == UInt32($1) }
      }
    }
  }
}

/// The input formats that a worker supports.
package struct InputFormats: Codable, Hashable, Sendable {
  /// The number of bytes at the start of a file that are needed to detect its format.
  package static let prefixLength = 1024

  /// The formats in the order of detection. The first match wins.
  package let all: [InputFormat]

  package init(_ all: [InputFormat]) { self.all = all }

  /// Returns the format of a file from its first bytes, regardless of its name, or `nil` if it isn't supported.
  package func format(of prefix: [UInt8]) -> InputFormat? {
    all.first { format in format.signatures.contains { $0.fits(prefix) } }
  }

  package func fitName(of path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return false }
    return fit(ending: name[name.index(after: dot)...].lowercased())
  }

  package func fit(ending: String) -> Bool { all.contains { $0.endings.contains(ending) } }
}
