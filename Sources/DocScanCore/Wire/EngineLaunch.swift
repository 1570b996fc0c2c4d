// SPDX-License-Identifier: GPL-3.0-or-later

/// The worker program is asked to confine itself and then become an engine: what is in its arguments.
package struct EngineLaunch: Equatable, Sendable {
  private static let word = "--engine"

  /// How much confinement it takes to start the engine.
  package let sandbox: LimitSettings.Sandbox
  /// The one folder that the engine may write to.
  package let folder: String
  /// The engine's program and its arguments.
  package let command: [String]

  /// An engine that is to be started in a folder.
  package init(sandbox: LimitSettings.Sandbox, folder: String, command: [String]) {
    (self.sandbox, self.folder, self.command) = (sandbox, folder, command)
  }

  /// The launch that the arguments of a program ask for, without the program's name; nil where they ask for none.
  package init?(arguments: some Collection<String>) {
    let words = Array(arguments)
    guard words.count > 3, words[0] == Self.word, let sandbox = LimitSettings.Sandbox(rawValue: words[1]) else {
      return nil
    }
    self.init(sandbox: sandbox, folder: words[2], command: Array(words[3...]))
  }

  /// The arguments that ask for it.
  package var arguments: [String] { [Self.word, sandbox.rawValue, folder] + command }
}
