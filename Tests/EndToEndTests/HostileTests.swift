// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import Testing

@Suite("Hostile files")
struct HostileTests {
  @Test("Damaged files and bombs cost themselves only: the run goes on, and good files come out as ever")
  func corpus() throws {
    var command = try Command.product("HostileCorpus", ["--count", "45", "--seed", "11", "--batch", "15"])
    command.timeoutSeconds = 3600
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains("Outcomes of 60 files"), "\(result.summary)")
  }
}
