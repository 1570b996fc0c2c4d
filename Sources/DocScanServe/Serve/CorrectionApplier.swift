// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanReview
internal import DocScanWorkers
internal import Synchronization

/// Writes corrections into the documents' files in a background thread, while the server keeps answering.
final class CorrectionApplier: Sendable {
  /// The progress, as browsers poll it.
  struct State: Encodable {
    var isRunning = false
    var documents: [ReviewService.Applied] = []
    var problem: String?
    /// The number of finished passes, by which browsers recognize that theirs has ended.
    var times = 0
  }

  private let service: ReviewService
  private let interruption = Interruption()
  private let state = Mutex(State())
  private let thread = Mutex<BackgroundThread?>(nil)

  init(service: ReviewService) { self.service = service }

  var now: State { state.withLock { $0 } }

  /// Starts a pass unless one is running. The caller must block the signals that the server waits for, because the thread inherits its mask.
  func begin() {
    let isFree = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFree else { return }
    wait()
    do throws(BatchError) {
      let started = try BackgroundThread { self.work() }
      thread.withLock { $0 = started }
    } catch {
      end([], error.description)
    }
  }

  /// Interrupts the pass that is running. A later pass writes the rest.
  func stop() {
    interruption.request()
    wait()
  }

  private func wait() {
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }

  private func work() {
    do throws(BatchError) {
      let (documents, isWhole) = try service.apply(interruption: interruption)
      guard isWhole else {
        return end(documents, "Your corrections are saved, but not all of them are in the files yet.")
      }
      // Corrections change PDFs, so pictures made from them are out of date.
      _ = try LibrarySite(library: service.root).update()
      end(documents, nil)
    } catch {
      // The usual cause is a run or a watcher that is writing to the folder.
      end(
        [],
        "Your corrections are saved, but not in the files yet. \(error.description) If a run or docscan watch uses the folder, "
          + "it applies them; otherwise, apply them again later.")
    }
  }

  private func end(_ documents: [ReviewService.Applied], _ problem: String?) {
    state.withLock { state in
      state = State(isRunning: false, documents: documents, problem: problem, times: state.times + 1)
    }
  }
}
