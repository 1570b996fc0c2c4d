// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What the inputs of a run amount to.
struct InputListing: Sendable {
  /// Something that is no document, with the reason.
  struct Other: Hashable, Sendable {
    var source: String
    var reason: String
  }

  /// In natural order of their paths, whatever the order of the inputs: names do not depend on it.
  var documents: [InputDocument] = []
  /// Files and folders in which no document was looked for.
  var ignored: [Other] = []
  /// Inputs that are not there, and folders that cannot be read.
  var failed: [Other] = []

  /// Takes what was found.
  mutating func take(_ finding: InputScanner.Finding) {
    switch finding {
    case .document(let document): documents.append(document)
    case .ignored(let other): ignored.append(other)
    case .failed(let other): failed.append(other)
    }
  }

  /// Leaves out what is named twice. A folder and the images in it are two documents, if both are named.
  mutating func dropRepeated() {
    var kept: [InputDocument] = []
    for document in documents {
      if document.identity == kept.last?.identity, document.paths.count == kept.last?.paths.count {
        ignored.append(.init(source: document.source, reason: "It is named twice."))
      } else {
        kept.append(document)
      }
    }
    documents = kept
  }

  /// What became of all that is no document.
  var outcomes: [DocumentOutcome] {
    [(DocumentStatus.failed, failed), (.ignored, ignored)].flatMap { status, others in
      others.map { DocumentOutcome(status, source: $0.source, reason: $0.reason) }
    }
  }
}
