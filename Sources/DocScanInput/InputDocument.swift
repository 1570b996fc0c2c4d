// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
package import DocScanStore

/// An input of a run before its content is parsed.
package struct InputDocument: Hashable, Sendable {
  /// The document's relative path in the output folder. This is the preferred name until the name is settled.
  package var name: String
  /// The input's path as the user specified it.
  package var source: String
  /// The identifier of the source, independent of the working directory: normally its absolute path with symbolic links resolved.
  package var identity: String
  package var paths: [String]
  /// The path of an e-invoice's XML next to the only file, or `nil` if there is none. The XML is part of the content.
  package var invoice: String?
  /// The folder below which the files are opened without following links, such as an inbox, or `nil` if the user named the paths.
  package var root: Folder?
  /// The detected format of the only file, or `nil` if there are several files or the format is unknown.
  package var format: InputFormat?
  /// The digest that a plan requires, or `nil` if any digest is accepted.
  package var plannedDigest: String?
  package var isNamed = false
  /// The identities of the files when the run began to process the document, or empty before.
  package var files: [SourceFile] = []
  package var digest: InputDigest?
  /// The pages that belong to this part of a divided input, or `nil` for all pages.
  package var part: PagePart?
  /// The description that came with received pages, or `nil` for other inputs.
  package var received: ReceivedPages?
  package var note: String?
  // The name of the result that the new one replaces under another name, or `nil` if there is none.
  package var replaced: String?

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

  // The name of the result whose decisions apply.
  package var decidedName: String { replaced ?? name }

  package var allPaths: [String] { paths + [invoice].compactMap(\.self) }

  /// The last component of the name, which is the base name of the document's files.
  package var baseName: String { fileName(name) }

  /// Returns the failure of a document whose digest differs from the plan's, or `nil` if it matches.
  package func failureOfPlan(_ digest: InputDigest) -> PageFailure? {
    guard let plannedDigest, plannedDigest != digest.sha256 else { return nil }
    return PageFailure(
      kind: .unreadable, stage: "load",
      message:
        "\(fileName(paths.first ?? source)): the file has changed since the plan was made. To plan its new version: docscan plan --extend PLAN"
    )
  }
}

/// The pages of an input that form a document.
package struct PagePart: Hashable, Sendable {
  package var number: Int
  package var count: Int
  /// The page numbers in the input, from 1.
  package var pages: [Int]
  package var inputPageCount: Int
  package var separator: DocumentRecord.Separator?
  package var notes: [String] = []
  package var input: String
  /// Whether the document has a name of its own. If not, it's in the input's folder.
  package var isFiled = false

  package init(
    number: Int, count: Int, pages: [Int], inputPageCount: Int, separator: DocumentRecord.Separator? = nil,
    notes: [String] = [], input: String, isFiled: Bool = false
  ) {
    (self.number, self.count, self.pages, self.inputPageCount, self.separator, self.notes) = (
      number, count, pages, inputPageCount, separator, notes
    )
    (self.input, self.isFiled) = (input, isFiled)
  }
}
