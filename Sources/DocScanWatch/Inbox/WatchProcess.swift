// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import DocScanFiles
internal import DocScanWorkers
internal import Glibc

/// A child process that runs `docscan watch` for another service, and ends with it.
package final class WatchProcess {
  private let process: Int32
  /// The child's standard streams. The child ends when the lifeline closes.
  private let streams: [OpenFile]
  private let lifeline: OpenFile
  private var thread: BackgroundThread?
  private var isReaped = false

  /// Starts `docscan watch` with these arguments. Requests `interruption` when the child ends. `say` receives the child's messages on another thread.
  package init(
    _ words: [String], interruption: Interruption, say: @escaping @Sendable (String) -> Void
  ) throws(BatchError) {
    let command = unsafe (["/proc/self/exe", "watch"] + words).map { unsafe strdup($0) }
    defer { unsafe command.forEach { unsafe free($0) } }
    var ends: [Int32] = [-1, -1, -1, -1]
    process = unsafe linux_spawn_engine(command + [nil], nil, &ends)
    guard process > 0 else { throw .missingPart("docscan watch cannot be started: \(errorText()).") }
    streams = ends.prefix(3).map { OpenFile(descriptor: $0) }
    lifeline = OpenFile(descriptor: ends[3])
    let errors = streams[2]
    thread = try BackgroundThread {
      var chunk = [UInt8](repeating: 0, count: 4096)
      while let bytes = errors.next(into: &chunk), !bytes.isEmpty { say(String(decoding: bytes, as: UTF8.self)) }
      interruption.request()
    }
  }

  deinit { _ = end() }

  /// Stops the child after the pages in progress. Returns its exit code, or `nil` if a signal killed it.
  package func end() -> Int32? {
    guard !isReaped else { return nil }
    isReaped = true
    kill(process, SIGTERM)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(process, &signal, &status)
    thread?.join()
    return signal == 0 ? status : nil
  }
}
