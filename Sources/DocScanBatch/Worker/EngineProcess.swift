// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import Glibc

/// An engine that runs for one worker: the parent starts and ends it, and only the worker hears what it says.
///
/// It ends when its standard input does, which is when its worker is gone; and the kernel ends it, with all that it
/// started, when the parent is.
final class EngineProcess {
  private let processIdentifier: Int32
  /// The parent's ends of its standard input, output and error, until the worker has them.
  private var pipes: [OpenFile]
  private let lifeline: OpenFile
  private var isReaped = false

  /// Starts a program with its arguments.
  init(_ arguments: [String]) throws(BatchError) {
    var ends: [Int32] = [-1, -1, -1, -1]
    let words = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let child = unsafe linux_spawn_engine(words + [nil], &ends)
    guard child > 0 else {
      throw .missingPart(
        "The engine's program \(arguments.first ?? "") cannot be started: \(errorText()). Install it, or correct "
          + "\"engine\" in the recognize stage.")
    }
    processIdentifier = child
    pipes = ends.prefix(3).map { OpenFile(descriptor: $0) }
    lifeline = OpenFile(descriptor: ends[3])
  }

  deinit { end() }

  /// The ends of its pipes, for its worker: from now on nobody else holds them.
  func takePipes() -> [OpenFile] {
    defer { pipes = [] }
    return pipes
  }

  /// What it and all that it started have used so far.
  var use: ProcessUse {
    guard !isReaped else { return ProcessUse() }
    var isRunnable: Int32 = 0
    let seconds = unsafe linux_group_seconds(processIdentifier, &isRunnable)
    return ProcessUse(seconds: max(0, seconds), isRunnable: isRunnable > 0)
  }

  /// Ends it, with everything it started.
  func end() {
    guard !isReaped else { return }
    isReaped = true
    linux_kill_group(processIdentifier)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(processIdentifier, &signal, &status)
  }
}
