// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Folders that become links while docscan works", .timeLimit(.minutes(5)))
struct RaceTests {
  @Test("Whatever takes a folder's place between two steps, nothing outside is read, written or removed")
  func swaps() throws {
    let folder = try Places.product("docscan").dropLast("/docscan".utf8.count)
    let script = Places.package + "/Tests/Tools/accept/races.py"
    let result = try Command("python3", [script, String(folder), "--moments", "3", "--only", "run,merge"]).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(result.output.contains(" swaps, 0 complaints."), "\(result.summary)")
  }
}
