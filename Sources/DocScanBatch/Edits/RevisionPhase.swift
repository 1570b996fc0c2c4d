// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanWire

/// The part of a revision that is being performed. `DocumentState.after(_:)` defines all transitions.
enum RevisionPhase {
  /// All files are being read to check that docscan wrote them.
  case checking
  case due(RevisionStep)
  /// A worker must answer before the next step.
  case asking(any RevisionAsking)
  case copying(DocumentRevision)
  case publishing
}

/// A step of a revision, which ends or leads to a request to a worker.
enum RevisionStep {
  /// Begin the next document, or publish the new version after the last one.
  case next
  case inspect(DocumentRevision)
  case page(DocumentRevision, Int)
  /// Combine the existing PDF with the new text, after all pages are written.
  case graft(DocumentRevision)
  case copy(DocumentRevision, OpenFile, name: String)
  case verify(DocumentRevision, ArraySlice<ExpectedPage>, isFirst: Bool)
  case compare(DocumentRevision)
  case record(DocumentRevision)
}
