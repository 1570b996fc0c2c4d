// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A unit of work for one worker.
enum Job {
  /// Count the pages of a document.
  case inspect(InputDocument, digest: DocumentDigest)
  /// Look over the pages at some indices of an input for separators.
  case survey(Survey, Range<Int>)
  /// Process the page at an index of a document's selection.
  case page(OpenDocument, index: Int, effort: PageRequest.Effort)
  /// Put a document's PDF together from its original and the new layers.
  case graft(OpenDocument)
  /// Compare some pages of a document's PDF with what was meant to be on them.
  case verify(OpenDocument)
}
