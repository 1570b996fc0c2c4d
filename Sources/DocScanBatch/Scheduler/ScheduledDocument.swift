// SPDX-License-Identifier: GPL-3.0-or-later

/// A document of a run, from its turn until its results are in place.
final class ScheduledDocument {
  var input: InputDocument
  /// Empty until its files are hashed.
  var digest: InputDigest
  /// The input that it is a part of; nil where separators did not divide it.
  let divided: DividedInput?
  /// How far it is.
  var phase = DocumentPhase.waiting
  /// How often its files were hashed.
  var hashings = 0
  /// Whether a worker has what is to be done in this phase.
  var isWithWorker = false
  /// How long workers had something of it to do, in seconds.
  var workSeconds = 0.0
  /// When it was its turn: names by what documents say are given in this order.
  var turn: Int?
  /// Whether it is to be named by what it says, once its pages are read.
  var awaitsName = false
  /// How it got its name; nil where it has that of its input, or is still to be named.
  var naming: DocumentRecord.Naming?
  /// The name of its earlier result, which goes once this one is in place; nil without any.
  var replaces: String?
  /// Whether it is made once more from pages that were read: under the name that it has by what it says, or as a document of a pile.
  var isRenamed = false
  /// How often workers may be asked for its pages.
  var inspections = RetryPolicy()
  /// Whether its original may be grafted: false once that was tried in vain.
  var mayGraft = true

  init(_ input: InputDocument, digest: InputDigest = InputDigest(files: []), of divided: DividedInput? = nil) {
    self.input = input
    self.digest = input.digest ?? digest
    self.divided = divided
  }

  /// The document while its pages are read; nil before and after.
  var reading: DocumentBuild? {
    if case .reading(let open) = phase { open } else { nil }
  }

  /// Whether it is still to be begun.
  var isWaiting: Bool {
    if case .waiting = phase { true } else { false }
  }

  /// Whether its files are being hashed.
  var isHashing: Bool {
    if case .hashing = phase { true } else { false }
  }

  /// Whether its files are hashed, and its turn is still to come.
  var isHashed: Bool {
    if case .hashed = phase { true } else { false }
  }

  /// The document that waits for its name; nil before and after.
  var unnamed: DocumentBuild? {
    if case .naming(let open) = phase { open } else { nil }
  }

  /// Whether it goes into place.
  var isPublishing: Bool {
    if case .publishing = phase { true } else { false }
  }

  /// Whether its turn has come.
  var isBegun: Bool { !(isWaiting || isHashing || isHashed) }

  /// Whether what was hashed is what its files hold; a second change of a file is its failure.
  var hasKnownContent: Bool {
    hashings > 1 || !digest.sha256.isEmpty && input.files.allSatisfy(\.isUnchanged)
  }
}
