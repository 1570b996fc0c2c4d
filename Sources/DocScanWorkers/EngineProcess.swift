// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanStore
internal import Glibc

/// How the engine of a pipeline is started.
package struct EngineCommand {
  /// The program and its arguments.
  package let arguments: [String]
  private let sandbox: LimitSettings.Sandbox

  /// A command as the pipeline file in `folder` has it: arguments that name a file there are taken for it.
  ///
  /// `folder` is empty or ends with a slash. A program without a slash in its name is looked up in PATH.
  package init(_ command: [String], folder: String, sandbox: LimitSettings.Sandbox) {
    self.sandbox = sandbox
    arguments = command.enumerated().map { index, argument in
      let isLookedUp = index == 0 && !argument.contains("/")
      guard !isLookedUp, !argument.hasPrefix("/"), !argument.isEmpty else { return argument }
      return unsafe access(folder + argument, F_OK) == 0 ? folder + argument : argument
    }
  }

  /// Starts the engine, for one worker.
  package func start() throws(BatchError) -> EngineProcess { try EngineProcess(arguments, sandbox) }
}

extension EngineCommand: CustomStringConvertible {
  package var description: String { arguments.joined(separator: " ") }
}

/// An engine that runs for one worker: the parent starts and ends it, and only the worker hears what it says.
///
/// The worker program starts it, after giving up the network and writing outside of a folder: `EngineLauncher`.
///
/// It ends when its standard input does, which is when its worker is gone; and the kernel ends it, with all that it
/// started, when the parent is.
package final class EngineProcess {
  private let processIdentifier: Int32
  /// The parent's ends of its standard input, output and error, until the worker has them.
  private var pipes: [OpenFile]
  private let lifeline: OpenFile
  private var isReaped = false
  /// The folder that it may write to, removed with it; nil if it may write anywhere.
  private let folder: String?

  /// Starts a program with its arguments.
  package init(_ command: [String], _ sandbox: LimitSettings.Sandbox) throws(BatchError) {
    var arguments = command
    switch sandbox {
    case .off: folder = nil
    case .auto, .require:
      let folder = try Self.makeFolder()
      self.folder = folder
      let launch = EngineLaunch(sandbox: sandbox, folder: folder, command: command)
      arguments = [try Installation.workerProgram()] + launch.arguments
    }
    var ends: [Int32] = [-1, -1, -1, -1]
    let words = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let child = unsafe linux_spawn_engine(words + [nil], &ends)
    guard child > 0 else {
      let reason = errorText()
      if let folder { _ = unsafe linux_remove_tree(folder) }
      throw .missingPart(
        "The engine's program \(arguments.first ?? "") cannot be started: \(reason). Install it, or correct "
          + "\"engine\" in the recognize stage.")
    }
    processIdentifier = child
    pipes = ends.prefix(3).map { OpenFile(descriptor: $0) }
    lifeline = OpenFile(descriptor: ends[3])
  }

  deinit { end() }

  /// The ends of its pipes, for its worker: from now on, only the worker holds them.
  package func takePipes() -> [OpenFile] {
    defer { pipes = [] }
    return pipes
  }

  /// A folder of its own: results do not come from there, so it is not in the output folder.
  private static func makeFolder() throws(BatchError) -> String {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/docscan-engine-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .missingPart("There is no folder for the engine's temporary files: \(place): \(errorText()).")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What it and all that it started have used so far.
  package var use: ProcessUse {
    guard !isReaped else { return ProcessUse() }
    var isRunnable: Int32 = 0
    let seconds = unsafe linux_group_seconds(processIdentifier, &isRunnable)
    return ProcessUse(seconds: max(0, seconds), isRunnable: isRunnable > 0)
  }

  /// How it ended; nil while it runs.
  package func ended() -> (signal: Int32, status: Int32)? {
    guard !isReaped else { return nil }
    var (signal, status): (Int32, Int32) = (0, 0)
    guard unsafe linux_reap(processIdentifier, &signal, &status) != 0 else { return nil }
    isReaped = true
    if let folder { _ = unsafe linux_remove_tree(folder) }
    return (signal, status)
  }

  /// Ends it, with everything it started.
  package func end() {
    guard !isReaped else { return }
    isReaped = true
    linux_kill_group(processIdentifier)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(processIdentifier, &signal, &status)
    // What cannot be removed is the system's to clear, like all temporary files.
    if let folder { _ = unsafe linux_remove_tree(folder) }
  }
}
