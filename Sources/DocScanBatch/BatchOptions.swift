// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
package import DocScanStore
public import DocScanWriters

/// What the caller of a run decides beside the pipeline file.
public struct BatchOptions: Sendable {
  /// Files, folders, globs or `-` for standard input, relative to the working directory; empty takes the pipeline's own.
  public var inputs: [String]
  /// The folder for results, relative to the working directory; nil takes the pipeline's own.
  public var outputDirectory: String?
  /// How many pages are processed at the same time; nil takes one for each processor.
  public var workers: Int?
  /// The pages of each document to process.
  public var pages: PageSelection
  /// Whether documents that are complete and unchanged are done again.
  public var overwrite: Bool
  /// Settings that are chosen for the named documents alone: decisions about them, where the output folder has others, too.
  package var chosen: ChosenSettings?
  /// Whether a run over several documents is an error, told before anything is opened.
  var needsOneDocument = false
  /// The identities of the inputs that are processed; nil for all.
  var only: Set<String>?
  /// Whether nothing is to be processed: a program that the pipeline file names is then asked for its version confined, or not at all.
  package var onlyLooks = false
  /// How many of the pages a person should look at first the report lists; nil for no list.
  package var review: ReviewSize?
  /// What encrypted PDFs are tried with.
  public var passwords: [String]
  /// What the one document of the run is called; nil takes the name of its file or folder.
  public var name: String?
  /// Whether all inputs together are one document, with their pages in the given order.
  public var merge: Bool
  /// Where what only the run needs is kept; nil for the hidden part of the output folder.
  package var scratchDisk: String?
  /// Writers of the program's own, which a pipeline file names like the others; one with the name of a built-in writer takes its
  /// place.
  public var ownWriters: [any DocumentWriter.Type]
  /// Their names and versions, such as `["letterhead": "1.2"]`, which are noted with the results.
  public var ownVersions: [String: String]
  /// Whether results take the time at which their source was changed last.
  package var keepTimes = false

  /// Options; each has the default of docscan's command line.
  public init(
    inputs: [String] = [], outputDirectory: String? = nil, workers: Int? = nil, pages: PageSelection = .all,
    overwrite: Bool = false, passwords: [String] = [], name: String? = nil, merge: Bool = false,
    ownWriters: [any DocumentWriter.Type] = [], ownVersions: [String: String] = [:]
  ) {
    (self.ownWriters, self.ownVersions) = (ownWriters, ownVersions)
    (self.name, self.merge) = (name, merge)
    (self.passwords, self.inputs, self.outputDirectory) = (passwords, inputs, outputDirectory)
    (self.workers, self.pages, self.overwrite) = (workers, pages, overwrite)
  }

  /// Every writer that the run knows.
  var writers: [any DocumentWriter.Type] {
    let names = ownWriters.map { $0.description.name }
    return builtInWriters.filter { !names.contains($0.description.name) } + ownWriters
  }
}
