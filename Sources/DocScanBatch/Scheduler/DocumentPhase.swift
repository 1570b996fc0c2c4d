// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// How far a document is: what is due next.
enum DocumentPhase {
  /// It is still to be opened, or to be opened once more.
  case waiting
  /// Its files are hashed.
  case hashing(FileThread.TaskID)
  /// Its content is known, or cannot be read; it is still to get its name.
  case hashed(PageFailure?)
  /// Its pages are counted.
  case inspecting
  /// Its pages are searched for separators.
  case surveying(Survey)
  /// Its pages are read.
  case reading(DocumentBuild)
  /// All pages are read, and documents before it are still to get their names.
  case naming(DocumentBuild)
  /// What its PDF is goes into its folder.
  case copying(FileThread.TaskID, DocumentBuild, PDFAssembly)
  /// All pages are written, and something is due to the whole: its PDF is put together, or compared.
  case finishing(any Job)
  /// It is built, and goes into place.
  case publishing(FileThread.TaskID, BuiltDocument)
  /// It is done already, and its files are made anew with what people decided about it.
  case revising(EntryRevision)
  /// Nothing is due any more.
  case done

  /// What a thread beside the loop does for the document; nil while that is nothing.
  var fileTask: FileThread.TaskID? {
    switch self {
    case .hashing(let task), .copying(let task, _, _), .publishing(let task, _): task
    case .revising(let revision): revision.fileTask
    case .waiting, .hashed, .inspecting, .surveying, .reading, .naming, .finishing, .done: nil
    }
  }
}
