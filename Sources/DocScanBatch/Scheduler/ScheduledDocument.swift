// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanStore
internal import DocScanWorkers

/// A document of a run, from its turn until its results are in place.
package final class ScheduledDocument {
  var input: InputDocument
  /// Empty until its files are hashed.
  var digest: InputDigest
  /// The input that it is a part of; nil if separators did not divide it.
  let divided: DividedInput?
  /// How far it is; changed by `BatchScheduler.handle` alone.
  var state: DocumentState
  /// What a thread beside the loop does for it in this state; nil while that is nothing.
  var task: FileThread.TaskID?
  /// How often its files were hashed.
  var hashings = 0
  /// Whether a worker has what is to be done in this state.
  var isWithWorker = false
  /// How long workers had something of it to do, in seconds.
  var workSeconds = 0.0
  /// When it was its turn: names by what documents say are given in this order.
  var turn: Int?
  /// Whether it is to be named by what it says, once its pages are read.
  var awaitsName = false
  /// How it got its name; nil if it has that of its input, or is still to be named.
  var naming: DocumentRecord.Naming?
  /// The name of its earlier result, which goes once this one is in place; nil without any.
  var replaces: String?
  /// Whether it is made once more from pages that were read: under the name that it has by what it says, or as a document of a pile.
  var isRenamed = false
  /// How often workers may be asked for its pages.
  var inspections = RetryPolicy()
  /// Whether its original may be grafted: false once that was tried in vain.
  var mayGraft = true

  /// A document of which nothing is known yet.
  package convenience init(of input: InputDocument) { self.init(input) }

  init(
    _ input: InputDocument, digest: InputDigest = InputDigest(files: []), of divided: DividedInput? = nil,
    state: DocumentState = .new
  ) {
    (self.input, self.divided, self.state) = (input, divided, state)
    self.digest = input.digest ?? digest
  }

  /// The document while its pages are read; nil before and after.
  var reading: DocumentBuild? {
    if case .reading(let build) = state { build } else { nil }
  }

  /// The document that waits for its name; nil before and after.
  var unnamed: DocumentBuild? {
    if case .naming(let build) = state { build } else { nil }
  }

  /// What a thread beside the loop does for it, or for the revision that it is.
  var fileTask: FileThread.TaskID? {
    if case .revising(let revision) = state { revision.fileTask } else { task }
  }

  /// Whether its files are hashed for its turn, or were.
  var isAhead: Bool {
    switch state {
    case .hashing, .hashed: true
    case _: false
    }
  }

  /// Whether it goes into place.
  var isPublishing: Bool {
    if case .publishing = state { true } else { false }
  }

  /// Whether what was hashed is what its files hold; a second change of a file is its failure.
  var hasKnownContent: Bool {
    hashings > 1 || !digest.sha256.isEmpty && input.files.allSatisfy(\.isUnchanged)
  }
}
