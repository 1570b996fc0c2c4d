// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import Glibc

/// How the engine of a pipeline is started.
struct EngineCommand {
  /// The program and its arguments.
  let arguments: [String]
  private let sandbox: LimitSettings.Sandbox

  /// A command as the pipeline file in `folder` has it: arguments that name a file there are taken for it.
  ///
  /// `folder` is empty or ends with a slash. A program without a slash in its name is looked up in PATH.
  init(_ command: [String], folder: String, sandbox: LimitSettings.Sandbox) {
    self.sandbox = sandbox
    arguments = command.enumerated().map { index, argument in
      let isLookedUp = index == 0 && !argument.contains("/")
      guard !isLookedUp, !argument.hasPrefix("/"), !argument.isEmpty else { return argument }
      return unsafe access(folder + argument, F_OK) == 0 ? folder + argument : argument
    }
  }

  /// Starts the engine, for one worker.
  func start() throws(BatchError) -> EngineProcess { try EngineProcess(arguments, sandbox) }
}

extension EngineCommand: CustomStringConvertible {
  var description: String { arguments.joined(separator: " ") }
}
