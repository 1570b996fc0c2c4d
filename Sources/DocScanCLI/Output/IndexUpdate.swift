// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary

/// Keeps the index of a library up to date while a command puts documents into an output folder.
final class IndexUpdate {
  /// How long a run waits for the index when it is done; what is left then is for whoever asks next.
  private static let patience = 10.0

  /// The folder that the command has open; nil before it has.
  private let library: () -> Folder?
  private var updater: IndexUpdater?

  init(library: @escaping () -> Folder?) { self.library = library }

  /// Passes events on, and has documents taken in that are in place.
  func watching(_ onEvent: @escaping (BatchEvent) -> Void) -> (BatchEvent) -> Void {
    { [self] event in
      onEvent(event)
      guard case .documentFinished = event else { return }
      // Not before the first document: by then the signals are blocked that the thread must not get.
      updater = updater ?? library().flatMap { IndexUpdater(library: $0) }
      updater?.wake()
    }
  }

  /// Waits for the index; a person hears of it where it cannot be kept.
  func finish(wasInterrupted: Bool, _ onEvent: (BatchEvent) -> Void) {
    if let error = updater?.finish(within: wasInterrupted ? 0 : Self.patience) { onEvent(.notice("\(error)")) }
    updater = nil
  }
}
