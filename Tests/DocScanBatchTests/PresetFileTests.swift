// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the embedded presets are the published files.

import DocScanFixtures
import FoundationEssentials
import Testing

@testable import DocScanBatch
@testable import DocScanPresets

@Suite("Presets and their files")
struct PresetFileTests {
  @Test(
    "Embeds the presets in Pipelines unchanged",
    arguments: [Preset.archive, .books, .photos, .receipts, .scan, .textOnly, .translate])
  func embedded(preset: Preset) throws {
    let file = try String(contentsOfFile: Places.package + "/Pipelines/\(preset.name).json", encoding: .utf8)
    #expect(preset.json == Data(file.utf8) && preset.file == nil)
  }
}
