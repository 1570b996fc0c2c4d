// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import Glibc

/// A document of a plan: a line of a shard's file.
struct PlannedDocument: Codable, Hashable, Sendable {
  /// Its number in the order of the whole plan, from 1.
  var number: Int
  /// Its name in the library that the shards are merged into.
  var name: String
  /// What a person calls the input: the path as it was given.
  var source: String
  /// What tells the source from others: its absolute path without links.
  var identity: String
  /// The files that hold its pages.
  var files: [File]
  /// SHA-256 of the document; empty if it could not be read.
  var sha256: String
  /// The number of its pages; nil if they were not counted.
  var pages: Int?
  /// What it is for the reckoning of costs; see `PlanCosts`.
  var kind: String
  /// What workers are expected to need for it, in seconds.
  var seconds: Double
  /// Why it has the name that it has, where that may surprise.
  var note: String?
  /// What stands for the plan's `identities` where overrides of the pipeline are for this document; nil elsewhere.
  var identities: [String]?

  /// A file as it was when the plan was made.
  struct File: Codable, Hashable, Sendable {
    /// Relative to the plan's root; absolute where it is not below that.
    var path: String
    var bytes: Int
    /// When it was changed last: seconds since 1970.
    var modified: Int

    /// Whether its path has names alone.
    var isPlausible: Bool { !leadsElsewhere(DocScanCore.path(path, below: "/") ?? path) }

    init(path: String, bytes: Int, modified: Int) { (self.path, self.bytes, self.modified) = (path, bytes, modified) }

    /// Looks at a file; nil if there is none.
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

  /// The document for a run, with its files below a folder.
  func input(root: String) -> InputDocument {
    var input = InputDocument(
      name: name, source: source, identity: identity,
      paths: files.map { PlannedDocument.path($0.path, below: root) }, isNamed: true)
    input.plannedDigest = sha256.isEmpty ? nil : sha256
    input.note = note
    return input
  }

  /// The path of a file below a root, which may be all there is.
  static func path(_ relative: String, below root: String) -> String {
    relative.hasPrefix("/") ? relative : root == "/" ? "/" + relative : root + "/" + relative
  }
}

extension PlannedDocument {
  /// Reads a line; fails where a name in it leads out of its folder.
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
    // A plan may come from a disk or a bucket that others write to, and its digests with it.
    guard isDocumentName(name), !files.isEmpty, files.allSatisfy(\.isPlausible) else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: values, debugDescription: "a name leads out of its folder")
    }
  }
}
