// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
package import DocScanInput
internal import DocScanStore
internal import DocScanWorkers

/// A document of a run, from its first state until its publication.
package final class ScheduledDocument {
  var input: InputDocument
  /// The digests, or empty before the files are hashed.
  var digest: InputDigest
  let divided: DividedInput?
  /// The state, which only `BatchScheduler.handle` changes.
  var state: DocumentState
  var task: FileThread.TaskID?
  var hashings = 0
  var isWithWorker = false
  var workSeconds = 0.0
  /// The position of the document or its input in the order in which names are assigned, or `nil` before it's known.
  var turn: Int?
  var place: (turn: Int, part: Int) { (turn ?? 0, input.part?.number ?? 0) }
  var awaitsName = false
  /// The result of naming, or `nil` if the document keeps its input's name or isn't named yet.
  var naming: DocumentRecord.Naming?
  /// The name of the earlier result that is removed after publication, or `nil` if there is none.
  var replaces: String?
  /// Whether the document is built again from pages that were read, under its final name or as part of a stack.
  var isRenamed = false
  /// The time at which the document was opened first, or `nil` if it was opened only once.
  var started: ContinuousClock.Instant?
  var inspections = RetryPolicy()
  /// Whether the original's pages can be kept. False after an attempt failed.
  var mayGraft = true
  /// The reason why the PDF doesn't keep the original's pages, for the user, or `nil` if there is none.
  var graftNote: String?

  package convenience init(of input: InputDocument) { self.init(input) }

  init(
    _ input: InputDocument, digest: InputDigest = InputDigest(files: []), of divided: DividedInput? = nil,
    state: DocumentState = .new
  ) {
    (self.input, self.divided, self.state) = (input, divided, state)
    self.digest = input.digest ?? digest
  }

  /// The key that documents must have in common to be read by the same worker.
  func workerKey(_ sharing: LimitSettings.Sharing) -> String {
    if sharing == .document { return input.identity }
    let owners = Set(input.files.map(\.owner)).sorted().map(String.init)
    return owners.joined(separator: " ") + "/" + (input.received?.by ?? "")
  }

  var reading: DocumentBuild? {
    if case .reading(let build) = state { build } else { nil }
  }

  var unnamed: DocumentBuild? {
    switch state {
    case .naming(let build), .stacked(let build, _): build
    case _: nil
    }
  }

  var isRevised: Bool {
    if case .revising = state { true } else { false }
  }

  var publishesRevision: Bool {
    if case .revising(_, .publishing) = state { true } else { false }
  }

  /// Whether the document is being hashed in advance, or has been hashed and waits.
  var isAhead: Bool {
    switch state {
    case .hashing, .hashed: true
    case _: false
    }
  }

  /// Whether a worker has to count the document's pages, and none has begun.
  var awaitsInspection: Bool {
    if case .inspecting = state { !isWithWorker } else { false }
  }

  var isPublishing: Bool {
    if case .publishing = state { true } else { false }
  }

  /// Whether the digest matches the files. Also `true` after two hashings: if the document changes again, it fails when its file is opened.
  var hasKnownContent: Bool {
    hashings > 1 || !digest.sha256.isEmpty && input.files.allSatisfy(\.isUnchanged)
  }
}
