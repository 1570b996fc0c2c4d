// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A unit of work for one worker.
enum Job {
  /// Count the pages of a document; those of its first files are known.
  case inspect(InputDocument, digest: InputDigest, counts: [Int])
  /// Look over the pages at some indices of an input for separators.
  case survey(Survey, Range<Int>)
  /// Process the page at an index of a document's selection.
  case page(OpenDocument, index: Int, effort: PageRequest.Effort)
  /// Put a document's PDF together from its original and the new layers.
  case graft(OpenDocument)
  /// Compare some pages of a document's PDF with what was meant to be on them.
  case verify(OpenDocument)

  /// Whether the worker gives notice of what it does, or does little.
  var isWatched: Bool {
    switch self {
    case .inspect, .page: true
    case .survey, .graft, .verify: false
    }
  }
}
