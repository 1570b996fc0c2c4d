// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanStore

/// A document to process, before anything of it is parsed.
package struct InputDocument: Hashable, Sendable {
  /// The name in the output directory: relative, with `/` between its parts. Until it is settled, the name it would like.
  package var name: String
  /// What a person calls the input: the path as it was given.
  package var source: String
  /// What tells the source from others, whatever the working folder: its absolute path without links, mostly.
  package var identity: String
  /// The files that hold the pages, in order.
  package var paths: [String]
  /// The XML of an e-invoice that lies beside its only file, under its name; nil without one. It counts as part of the content.
  package var invoice: String?
  /// The folder that they are opened below, where others may write to it: an inbox. Nil where the paths are somebody's word.
  package var root: Folder?
  /// What the first bytes of its only file say; nil for several, and where they say nothing.
  package var format: InputFormat?
  /// The digest that it must have, because a plan says so; nil if it may have any.
  package var plannedDigest: String?
  /// Whether the name is settled.
  package var isNamed = false
  /// The same files as they were when the document's turn came; empty before.
  package var files: [SourceFile] = []
  /// Their digest, where it is known already.
  package var digest: InputDigest?
  /// Which pages of the files it has, where separators divided them; nil if it has all.
  package var part: PagePart?
  /// What the person chose who took its pictures; nil if it came in another way.
  package var received: ReceivedPages?
  /// Why it has the name that it has, where that may surprise; nil otherwise.
  package var note: String?

  package init(
    name: String, source: String, identity: String, paths: [String], invoice: String? = nil, root: Folder? = nil,
    format: InputFormat? = nil, plannedDigest: String? = nil, isNamed: Bool = false, files: [SourceFile] = [],
    digest: InputDigest? = nil, part: PagePart? = nil, received: ReceivedPages? = nil, note: String? = nil
  ) {
    (self.name, self.source, self.identity, self.paths) = (name, source, identity, paths)
    (self.invoice, self.root, self.format, self.plannedDigest) = (invoice, root, format, plannedDigest)
    (self.isNamed, self.files, self.digest, self.part) = (isNamed, files, digest, part)
    (self.received, self.note) = (received, note)
  }

  /// Its files, with the one that has no pages behind the others.
  package var allPaths: [String] { paths + [invoice].compactMap(\.self) }

  /// The last part of the name: what the document's files are called.
  package var baseName: String { fileName(name) }

  /// Why the document fails whose content is not what the plan says; nil if it is.
  package func failureOfPlan(_ digest: InputDigest) -> PageFailure? {
    guard let plannedDigest, plannedDigest != digest.sha256 else { return nil }
    return PageFailure(
      kind: .unreadable, stage: "load",
      message:
        "\(fileName(paths.first ?? source)): it changed since the plan was made. docscan plan --extend takes it as it is now."
    )
  }
}

/// The pages of an input that make a document of their own.
package struct PagePart: Hashable, Sendable {
  /// The number of the part, from 1.
  package var number: Int
  /// The number of parts.
  package var count: Int
  /// The numbers of its pages in the input, from 1.
  package var pages: [Int]
  /// The number of pages in the input.
  package var inputPageCount: Int
  package var separator: DocumentRecord.Separator?
  package var notes: [String] = []

  package init(
    number: Int, count: Int, pages: [Int], inputPageCount: Int, separator: DocumentRecord.Separator? = nil,
    notes: [String] = []
  ) {
    (self.number, self.count, self.pages, self.inputPageCount, self.separator, self.notes) = (
      number, count, pages, inputPageCount, separator, notes
    )
  }
}
