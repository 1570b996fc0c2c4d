// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: whatever interrupts a run, no input or result is lost.

import DocScanFixtures
import Testing

@Suite("Interrupting a run at any moment", .realWorker)
struct TortureTests {
  @Test("Keeps inputs, publishes whole documents, and recovers the same results after any fault")
  func torture() throws {
    var command = try Command.product("Torture", ["kill", "--calls", "2", "--moments", "4", "--seed", "1"])
    command.timeoutSeconds = 3600
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
  }
}
