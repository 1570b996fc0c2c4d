// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// The streams of a command: results go to standard output, everything else to standard error.
package struct Console: Sendable {
  package let writeOutput: @Sendable (String) throws(CommandError) -> Void
  /// Writes messages and progress. Errors are ignored.
  package let writeError: @Sendable (String) -> Void
  /// The width of the terminal that shows the messages, or `nil` if there is no terminal that can redraw a line.
  package let terminalColumns: @Sendable () -> Int?
  package var outputIsTerminal: @Sendable () -> Bool = { isatty(STDOUT_FILENO) == 1 }

  /// The path of the file that the results are redirected to, or `nil` if it isn't a file.
  package var outputFile: @Sendable () -> String? = { nil }
  /// Whether results and messages go to the same terminal or file.
  package var streamsAreOne: @Sendable () -> Bool = { false }

  package static let standard = Console(
    writeOutput: { (text) throws(CommandError) in
      guard let code = write(text, to: STDOUT_FILENO) else { return }
      throw .output("standard output cannot be written: \(unsafe String(cString: strerror(code))).")
    },
    writeError: { _ = write($0, to: STDERR_FILENO) },
    terminalColumns: {
      let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) }
      let columns = Int(linux_terminal_columns(STDERR_FILENO))
      return columns > 0 && terminal != "dumb" ? columns : nil
    },
    outputFile: {
      guard let file = status(of: STDOUT_FILENO), file.st_mode & S_IFMT == S_IFREG else { return nil }
      do {
        return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(STDOUT_FILENO)")
      } catch {
        // Without /proc, the path is unknown.
        return nil
      }
    },
    streamsAreOne: {
      guard let output = status(of: STDOUT_FILENO), let errors = status(of: STDERR_FILENO) else { return false }
      return output.st_dev == errors.st_dev && output.st_ino == errors.st_ino
    })

  private static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Writes the whole text. Returns the error number on failure.
  package static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, 1000)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  package func writeJSON(_ value: some Encodable) throws(CommandError) {
    let json: Data
    do {
      json = try JSONText.pretty(value)
    } catch {
      throw .output("the result cannot be written as JSON: \(visibleText("\(error)"))")
    }
    try writeOutput(visibleJSON(String(decoding: json, as: UTF8.self)))
  }
}
