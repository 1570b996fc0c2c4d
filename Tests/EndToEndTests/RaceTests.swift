// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: docscan stays inside its folders even if they are replaced by links while it works.

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Folders replaced by links", .realWorker, .timeLimit(.minutes(30)))
struct RaceTests {
  @Test("Reads, writes, and removes nothing outside when a folder is swapped between two steps")
  func swaps() throws {
    let folder = try Places.product("docscan").dropLast("/docscan".utf8.count)
    let script = Places.package + "/Tests/Tools/accept/races.py"
    let result = try Command("python3", [script, String(folder), "--moments", "3", "--only", "run,merge"]).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains(" swaps, 0 complaints."), "\(result.summary)")
  }
}
