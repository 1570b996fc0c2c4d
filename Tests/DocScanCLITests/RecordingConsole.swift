// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

@testable import DocScanCLI

/// Keeps what a command writes.
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
