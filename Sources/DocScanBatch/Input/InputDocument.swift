// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// A document to process, before anything of it is parsed.
struct InputDocument: Hashable, Sendable {
  /// The name in the output directory: relative, with `/` between its parts. Until it is settled, the name it would like.
  var name: String
  /// What a person calls the input: the path as it was given.
  var source: String
  /// What tells the source from others, whatever the working folder: its absolute path without links, mostly.
  var identity: String
  /// The files that hold the pages, in order.
  var paths: [String]
  /// The XML of an e-invoice that lies beside its only file, under its name; nil without one. It counts as part of the content.
  var invoice: String?
  /// The folder that they are opened below, where others may write to it: an inbox. Nil where the paths are somebody's word.
  var root: Folder?
  /// What the first bytes of its only file say; nil for several, and where they say nothing.
  var format: InputFormat?
  /// The digest that it must have, because a plan says so; nil where it may have any.
  var plannedDigest: String?
  /// Whether the name is settled.
  var isNamed = false
  /// The same files as they were when the document's turn came; empty before.
  var files: [SourceFile] = []
  /// Their digest, where it is known already.
  var digest: InputDigest?
  /// Which pages of the files it has, where separators divided them; nil where it has all.
  var part: PagePart?
  /// What the person chose who took its pictures; nil where it came in another way.
  var received: ReceivedPages?
  /// Why it has the name that it has, where that may surprise; nil otherwise.
  var note: String?

  /// Its files, with the one that has no pages behind the others.
  var allPaths: [String] { paths + [invoice].compactMap(\.self) }

  /// The last part of the name: what the document's files are called.
  var baseName: String { fileName(name) }

  /// Why the document fails whose content is not what the plan says; nil where it is.
  func failureOfPlan(_ digest: InputDigest) -> PageFailure? {
    guard let plannedDigest, plannedDigest != digest.sha256 else { return nil }
    return PageFailure(
      kind: .unreadable, stage: "load",
      message:
        "\(fileName(paths.first ?? source)): it changed since the plan was made. docscan plan --extend takes it as it is now."
    )
  }
}

/// The pages of an input that make a document of their own.
struct PagePart: Hashable, Sendable {
  /// The number of the part, from 1.
  var number: Int
  /// The number of parts.
  var count: Int
  /// The numbers of its pages in the input, from 1.
  var pages: [Int]
  /// The number of pages in the input.
  var inputPageCount: Int
  var separator: DocumentRecord.Separator?
  var notes: [String] = []
}
