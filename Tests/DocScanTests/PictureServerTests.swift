// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a server can use docscan for a long time, whatever its clients and workers do.

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("The example server")
struct PictureServerTests {
  @Test("Answers uploads while clients hang up and workers are killed, without growing")
  func uploads() throws {
    let server = try Places.product("PictureServer")
    // python3 Tests/Tools server sends 10,000 requests.
    let result = try Command(
      "python3", [Places.package + "/Tests/Tools", "server", "250", "--program", server, "--growth", "10"]
    ).run()
    #expect(result.exitCode == 0 && result.output.contains("\n0 failures\n"), "\(result.summary)")
  }
}
