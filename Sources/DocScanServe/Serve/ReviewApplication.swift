// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanLibrary
internal import DocScanStore
internal import DocScanWorkers
internal import Synchronization

/// Brings decisions into files while the server goes on answering: a thread for each time that somebody asks for it.
final class ReviewApplication: Sendable {
  /// How far it is.
  struct State: Encodable {
    var isRunning = false
    /// What became of the documents, the last time.
    var documents: [ReviewService.Applied] = []
    /// Why nothing became of them; nil if something did.
    var problem: String?
    /// How often it is done: browsers tell one time from another.
    var times = 0
  }

  private let service: ReviewService
  /// Ends what is being done.
  private let interruption = Interruption()
  private let state = Mutex(State())
  private let thread = Mutex<BackgroundThread?>(nil)

  init(service: ReviewService) { self.service = service }

  var now: State { state.withLock { $0 } }

  /// Begins, unless it is at it already. Signals that the server waits for must be blocked by now.
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

  /// Ends what is being done; what is not done by then, a later call does.
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
      // PDFs have changed: what was drawn from them is drawn again.
      _ = try LibrarySite(library: service.root).update()
      end(documents, nil)
    } catch {
      // Mostly a run or a watcher that writes to the folder.
      end(
        [],
        "Your corrections are saved, but not in the files yet. \(error.description) If that is a run or docscan watch, it "
          + "brings them in itself; otherwise press this again later.")
    }
  }

  private func end(_ documents: [ReviewService.Applied], _ problem: String?) {
    state.withLock { state in
      state = State(isRunning: false, documents: documents, problem: problem, times: state.times + 1)
    }
  }
}
