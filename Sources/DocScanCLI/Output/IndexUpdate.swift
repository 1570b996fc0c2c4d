// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary

/// Keeps the search index up to date while a command adds documents to an output folder.
final class IndexUpdate {
  /// The time in seconds that a finished run waits for the index. The next search indexes the rest.
  private static let patience = 10.0

  private let library: () -> Folder?
  private var updater: IndexUpdater?

  init(library: @escaping () -> Folder?) { self.library = library }

  /// Returns a handler that passes events on and indexes finished documents.
  func watching(_ onEvent: @escaping (BatchEvent) -> Void) -> (BatchEvent) -> Void {
    { [self] event in
      onEvent(event)
      guard case .documentFinished = event else { return }
      // The thread must not start before the run has blocked the signals, which is certain after the first document.
      updater = updater ?? library().flatMap { IndexUpdater(library: $0) }
      updater?.wake()
    }
  }

  func finish(wasInterrupted: Bool, _ onEvent: (BatchEvent) -> Void) {
    if let error = updater?.finish(within: wasInterrupted ? 0 : Self.patience) { onEvent(.notice("\(error)")) }
    updater = nil
  }
}
