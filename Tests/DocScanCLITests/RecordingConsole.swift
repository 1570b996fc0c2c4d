// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a command's output.

import Synchronization

@testable import DocScanCLI
@testable import DocScanCommandLine

/// A console that stores a command's output.
final class RecordingConsole: Sendable {
  private let texts = Mutex((output: "", errors: ""))

  var output: String { texts.withLock { $0.output } }
  var errors: String { texts.withLock { $0.errors } }

  var console: Console {
    Console(
      writeOutput: { text in self.texts.withLock { $0.output += text } },
      writeError: { text in self.texts.withLock { $0.errors += text } },
      terminalColumns: { nil })
  }
}
