// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanFixtures
import FoundationEssentials
import Testing

@testable import DocScanBatch

@Suite("Presets and their files")
struct PresetFileTests {
  @Test("The preset that is built in is the file in Pipelines")
  func builtIn() throws {
    let file = try String(contentsOfFile: Places.package + "/Pipelines/scan.json", encoding: .utf8)
    #expect(Preset.builtInText == file)
  }
}
