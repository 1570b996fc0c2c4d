// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import Glibc

/// A document of a plan: a line of a shard's file.
struct PlannedDocument: Codable, Hashable, Sendable {
  /// The document's position in the whole plan, from 1.
  var number: Int
  var name: String
  /// The input's path as the user specified it.
  var source: String
  /// The input's absolute path with symbolic links resolved, which identifies it.
  var identity: String
  var files: [File]
  /// The SHA-256 digest of the document, or empty if it couldn't be read.
  var sha256: String
  /// The number of pages, or `nil` if they weren't counted.
  var pages: Int?
  /// The kind of document for the estimate of costs, see `PlanCosts`.
  var kind: String
  var seconds: Double
  var note: String?
  /// The pipeline's digests with the overrides for this document, or `nil` if the plan's `identities` apply.
  var identities: [String]?

  /// A file at the time when the plan was made.
  struct File: Codable, Hashable, Sendable {
    /// The path relative to the plan's root, or an absolute path if the file is outside of it.
    var path: String
    var bytes: Int
    /// The modification time in seconds since 1970.
    var modified: Int

    /// Whether the path stays below its root.
    var isPlausible: Bool { !leadsElsewhere(DocScanFiles.path(path, below: "/") ?? path) }

    init(path: String, bytes: Int, modified: Int) { (self.path, self.bytes, self.modified) = (path, bytes, modified) }

    /// Reads a file's size and time, or returns `nil` if there is no file.
    init?(_ path: String) {
      guard let status = fileStatus(path, followingLinks: true), status.kind == S_IFREG else { return nil }
      self.init(path: path, bytes: Int(status.st_size), modified: Int(status.st_mtim.tv_sec))
    }
  }

  enum CodingKeys: String, CodingKey {
    case number = "n"
    case name, source, identity, files, sha256, pages, kind, seconds, note, identities
  }

  var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

  func input(root: String) -> InputDocument {
    var input = InputDocument(
      name: name, source: source, identity: identity,
      paths: files.map { PlannedDocument.path($0.path, below: root) }, isNamed: true)
    input.plannedDigest = sha256.isEmpty ? nil : sha256
    input.note = note
    return input
  }

  static func path(_ relative: String, below root: String) -> String {
    relative.hasPrefix("/") ? relative : root == "/" ? "/" + relative : root + "/" + relative
  }
}

extension PlannedDocument {
  /// Decodes a line. Throws if a name leads out of its folder.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    number = try values.decode(Int.self, forKey: .number)
    name = try values.decode(String.self, forKey: .name)
    source = try values.decode(String.self, forKey: .source)
    identity = try values.decode(String.self, forKey: .identity)
    files = try values.decode([File].self, forKey: .files)
    sha256 = try values.decode(String.self, forKey: .sha256)
    pages = try values.decodeIfPresent(Int.self, forKey: .pages)
    kind = try values.decode(String.self, forKey: .kind)
    seconds = try values.decode(Double.self, forKey: .seconds)
    note = try values.decodeIfPresent(String.self, forKey: .note)
    identities = try values.decodeIfPresent([String].self, forKey: .identities)
    // Plans are untrusted: they may come from a disk or bucket that others can write to.
    guard isDocumentName(name), !files.isEmpty, files.allSatisfy(\.isPlausible) else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: values, debugDescription: "a name leads out of its folder")
    }
  }
}
