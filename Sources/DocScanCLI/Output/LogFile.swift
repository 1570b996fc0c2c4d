// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import Glibc
internal import Synchronization

/// The file of `--log`, to which lines are appended.
final class LogFile: Sendable {
  private let path: String
  private let descriptor: Int32
  /// The error number of the first failed write. The run continues without the log.
  private let failure = Mutex<Int32?>(nil)

  init(path: String) throws(CommandError) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .batch(
        .output("--log: \(path) cannot be written: \(unsafe String(cString: strerror(errno))). Name another file."))
    }
  }

  deinit { close(descriptor) }

  func write(_ text: String) {
    if let code = Console.write(text, to: descriptor) { failure.withLock { $0 = $0 ?? code } }
  }

  /// The message for the user if lines are missing, or `nil` if the log is complete.
  var complaint: String? {
    failure.withLock { $0 }.map {
      "The log \(visibleText(path)) is not complete: \(unsafe String(cString: strerror($0))).\n"
    }
  }
}
