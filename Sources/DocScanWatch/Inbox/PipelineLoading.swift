// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanWorkers
internal import Glibc
internal import Synchronization

/// A pipeline that is loaded and checked on a background thread while the loop continues, including a worker that loads its models. The thread lives
/// as long as this object, because an engine that it started ends with the thread.
final class PipelineLoading {
  /// The state shared with the thread. Access to `result` is safe because the thread sets it before `isDone`, and others read it after.
  private final class Exchange: @unchecked Sendable {
    let source: PipelineSource
    let options: BatchOptions
    let isDone = Mutex(false)
    var result: Result<PipelineRun, BatchError>?
    /// The thread's end of a socket. Reading from it blocks until the other end is closed.
    let descriptor: Int32

    init(_ source: PipelineSource, _ options: BatchOptions, descriptor: Int32) {
      (self.source, self.options, self.descriptor) = (source, options, descriptor)
    }

    deinit { close(descriptor) }

    func work() {
      do throws(BatchError) {
        result = .success(try PipelineRun(source, options: options))
      } catch {
        result = .failure(error)
      }
      isDone.withLock { $0 = true }
      var byte: UInt8 = 0
      while unsafe read(descriptor, &byte, 1) < 0, errno == EINTR {}
    }
  }

  private let exchange: Exchange
  private let descriptor: Int32

  init(_ source: PipelineSource, options: BatchOptions) throws(BatchError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe linux_socket_pair(&ends) == 0 else {
      throw .missingPart("No socket for reading the pipeline file: \(errorText()).")
    }
    descriptor = ends[0]
    let exchange = Exchange(source, options, descriptor: ends[1])
    self.exchange = exchange
    do throws(BatchError) {
      try BackgroundThread { exchange.work() }.detach()
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Returns the loaded run or the error, or `nil` if loading hasn't finished. Later calls return `nil`.
  func take() -> Result<PipelineRun, BatchError>? {
    guard exchange.isDone.withLock(\.self) else { return nil }
    return exchange.result.take()
  }
}
