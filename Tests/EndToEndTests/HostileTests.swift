// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a damaged or hostile file costs only itself.

import DocScanFixtures
import Testing

@Suite("Hostile files", .realWorker)
struct HostileTests {
  @Test("Fails only damaged files and bombs, and processes good files as usual")
  func corpus() throws {
    var command = try Command.product("HostileCorpus", ["--count", "45", "--seed", "11", "--batch", "15"])
    command.timeoutSeconds = 3600
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains("Outcomes of 60 files"), "\(result.summary)")
  }

  @Test("Reads pages of thousands of strokes, boxes, specks, and words")
  func layouts() throws {
    var command = try Command.product(
      "HostileCorpus", ["--count", "0", "--seed", "4", "--layouts", "1", "--share", "8"])
    command.timeoutSeconds = 3600
    let result = try command.run()
    #expect(result.exitCode == 0 && result.output.contains("Nothing is wrong"), "\(result.summary)")
  }
}
