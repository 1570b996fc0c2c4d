// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles
internal import DocScanWire
internal import Glibc

/// A command from a pipeline file. Nothing in it depends on the current folder, in which a program may be somebody else's.
package struct PipelineCommand: Sendable {
  /// The command as written, for messages.
  package let shown: String
  /// The arguments, in which the program and files next to the pipeline file have absolute paths.
  package let arguments: [String]
  /// The working directory: the folder of the pipeline file.
  package let folder: String

  /// Creates a command from a pipeline file in `folder`, which is empty or ends with a slash. A program without a slash is looked up in PATH. Throws if
  /// the program is missing there, or if other users can change it. `use` is for messages.
  package init(_ command: [String], folder: String, for use: String) throws(PipelineError) {
    let place = TrustedPath.absolute(folder.isEmpty ? "./" : folder) ?? "/"
    // A plan's folder may be on another computer.
    self.folder = unsafe access(place, X_OK) == 0 ? place : "/"
    shown = command.joined(separator: " ")
    let program = command.first ?? ""
    let isNamed = program.contains("/")
    let found = isNamed ? program.hasPrefix("/") ? program : place + program : TrustedPath.program(named: program)
    guard let found, unsafe access(found, X_OK) == 0 else {
      let reason = found == nil ? ENOENT : errno
      throw .missingPart(
        message:
          "\(use) \(program) cannot be started: \(unsafe String(cString: strerror(reason))). Install it, or correct its name in the "
          + "pipeline file.")
    }
    if let objection = TrustedPath.objection(to: found) {
      throw .missingPart(message: "\(use) \(program) isn't started, because others can change it. \(objection)")
    }
    arguments =
      [found]
      + command.dropFirst().map { argument in
        guard !argument.hasPrefix("/"), !argument.isEmpty else { return argument }
        return unsafe access(place + argument, F_OK) == 0 ? place + argument : argument
      }
  }
}

/// The command that starts a pipeline's engine.
package struct EngineCommand {
  private let command: PipelineCommand
  private let sandbox: LimitSettings.Sandbox

  package init(_ command: [String], folder: String, sandbox: LimitSettings.Sandbox) throws(PipelineError) {
    self.sandbox = sandbox
    self.command = try PipelineCommand(command, folder: folder, for: "The engine's program")
  }

  package func start() throws(BatchError) -> EngineProcess {
    try EngineProcess(command.arguments, in: command.folder, sandbox)
  }
}

extension EngineCommand: CustomStringConvertible {
  package var description: String { command.shown }
}

/// An engine that runs for one worker. The parent starts and ends the engine, and only the worker communicates with it. The worker program launches
/// the engine after giving up network access and write access outside of one folder, see `EngineLauncher`. The engine ends when its worker closes
/// its standard input. If the parent dies, the kernel kills the engine and its children.
package final class EngineProcess {
  private let processIdentifier: Int32
  /// The parent's ends of standard input, output, and error, until the worker receives them.
  private var pipes: [OpenFile]
  private let lifeline: OpenFile
  private var isReaped = false
  /// The writable folder, which is deleted at the end, or `nil` if the engine may write anywhere.
  private let folder: String?

  /// Starts a program in a working directory. Its arguments must not depend on docscan's own.
  package init(
    _ command: [String], in workingFolder: String = "/", _ sandbox: LimitSettings.Sandbox
  ) throws(BatchError) {
    var arguments = command
    switch sandbox {
    case .off: folder = nil
    case .auto, .require:
      let folder = try Self.makeFolder()
      self.folder = folder
      let launch = EngineLaunch(sandbox: sandbox, folder: folder, command: command)
      let program = try Installation.workerProgram()
      arguments = [TrustedPath.absolute(program) ?? program] + launch.arguments
    }
    var ends: [Int32] = [-1, -1, -1, -1]
    let words = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    let child = unsafe linux_spawn_engine(words + [nil], workingFolder, &ends)
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

  /// Removes and returns the pipes, so that only the worker holds them.
  package func takePipes() -> [OpenFile] {
    defer { pipes = [] }
    return pipes
  }

  /// Creates the engine's temporary folder outside of the output folder, because it doesn't contain results.
  private static func makeFolder() throws(BatchError) -> String {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/docscan-engine-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .missingPart("A folder for the engine's temporary files can't be created in \(place): \(errorText()).")
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package var use: ProcessUse {
    guard !isReaped else { return ProcessUse() }
    var isRunnable: Int32 = 0
    let seconds = unsafe linux_group_seconds(processIdentifier, &isRunnable)
    return ProcessUse(seconds: max(0, seconds), isRunnable: isRunnable > 0)
  }

  package func ended() -> (signal: Int32, status: Int32)? {
    guard !isReaped else { return nil }
    var (signal, status): (Int32, Int32) = (0, 0)
    guard unsafe linux_reap(processIdentifier, &signal, &status) != 0 else { return nil }
    isReaped = true
    if let folder { _ = unsafe linux_remove_tree(folder) }
    return (signal, status)
  }

  /// Kills the engine and its children.
  package func end() {
    guard !isReaped else { return }
    isReaped = true
    linux_kill_group(processIdentifier)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(processIdentifier, &signal, &status)
    // The system eventually cleans up temporary files that can't be deleted here.
    if let folder { _ = unsafe linux_remove_tree(folder) }
  }
}
