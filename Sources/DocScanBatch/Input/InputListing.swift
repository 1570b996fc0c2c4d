// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What the inputs of a run amount to.
package struct InputListing: Sendable {
  /// Something that is no document, with the reason.
  package struct Other: Hashable, Sendable {
    package var source: String
    package var reason: String

    package init(source: String, reason: String) { (self.source, self.reason) = (source, reason) }
  }

  /// In natural order of their paths, whatever the order of the inputs: names do not depend on it.
  package var documents: [InputDocument] = []
  /// Files and folders in which no document was looked for.
  package var ignored: [Other] = []
  /// Inputs that are not there, and folders that cannot be read.
  package var failed: [Other] = []

  package init() {}

  /// Takes what was found.
  package mutating func take(_ finding: InputScanner.Finding) {
    switch finding {
    case .document(let document): documents.append(document)
    case .ignored(let other): ignored.append(other)
    case .failed(let other): failed.append(other)
    }
  }

  /// Leaves out what is named twice. A folder and the images in it are two documents, if both are named.
  package mutating func dropRepeated() {
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
  package var outcomes: [DocumentOutcome] {
    [(DocumentStatus.failed, failed), (.ignored, ignored)].flatMap { status, others in
      others.map { DocumentOutcome(status, source: $0.source, reason: $0.reason) }
    }
  }
}
