// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import Testing

/// A short part of what `swift run Torture kill` does.
@Suite("Nothing is lost")
struct TortureTests {
  @Test("Whatever a run is hit by, inputs stay, documents are whole, and the next run brings the results of any other")
  func torture() throws {
    var command = try Command.product("Torture", ["kill", "--calls", "3", "--moments", "6", "--seed", "1"])
    command.timeoutSeconds = 3600
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
  }
}
