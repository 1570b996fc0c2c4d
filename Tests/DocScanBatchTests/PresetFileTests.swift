// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the built-in preset is the published file.

import DocScanFixtures
import FoundationEssentials
import Testing

@testable import DocScanBatch

@Suite("Presets and their files")
struct PresetFileTests {
  @Test("Embeds Pipelines/scan.json unchanged")
  func builtIn() throws {
    let file = try String(contentsOfFile: Places.package + "/Pipelines/scan.json", encoding: .utf8)
    #expect(Preset.builtInText == file)
  }
}
