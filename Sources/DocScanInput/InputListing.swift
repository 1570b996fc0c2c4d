// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanStore

/// The documents and other files found in the inputs of a run.
package struct InputListing: Sendable {
  /// An input that isn't a document, with the reason.
  package struct Other: Hashable, Sendable {
    package var source: String
    package var reason: String

    package init(source: String, reason: String) { (self.source, self.reason) = (source, reason) }
  }

  /// The documents in natural order of their paths, so that names don't depend on the order of the inputs.
  package var documents: [InputDocument] = []
  package var ignored: [Other] = []
  package var failed: [Other] = []

  package init() {}

  package mutating func take(_ finding: InputScanner.Finding) {
    switch finding {
    case .document(let document): documents.append(document)
    case .ignored(let other): ignored.append(other)
    case .failed(let other): failed.append(other)
    }
  }

  /// Lists documents that were named twice as ignored. A folder and pictures in it count as different documents if both were named.
  package mutating func dropRepeated() {
    var kept: [InputDocument] = []
    for document in documents {
      if kept.last.map({ PathKey($0.identity) }) == PathKey(document.identity),
        document.paths.count == kept.last?.paths.count
      {
        ignored.append(.init(source: document.source, reason: "It is named twice."))
      } else {
        kept.append(document)
      }
    }
    documents = kept
  }

  package var outcomes: [DocumentOutcome] {
    [(DocumentStatus.failed, failed), (.ignored, ignored)].flatMap { status, others in
      others.map { DocumentOutcome(status, source: $0.source, reason: $0.reason) }
    }
  }
}
