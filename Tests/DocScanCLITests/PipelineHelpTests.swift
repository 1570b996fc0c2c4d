// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the help documents every setting of pipeline files.

import DocScanCore
import Testing

@testable import DocScanCLI
@testable import DocScanCommandLine

@Suite("Help about pipeline files")
struct PipelineHelpTests {
  @Test("Documents every setting with values and default within 80 columns")
  func settings() {
    let stage = ComponentDescription(
      name: "deskew", abstract: "Straightens the page.",
      settings: [
        Setting("maximumAngle", default: 15.0, in: 0...45, help: "A steeper page stays as it is.").erased,
        Setting("layout", default: "auto", oneOf: ["auto", "block"], help: "How it is read.").erased,
        EngineChoice.setting(help: "What reads.").erased,
      ])
    let writer = ComponentDescription(name: "text", abstract: "Writes text.", settings: [])
    let text = PipelineHelp.text(stages: [stage], writers: [writer])
    let parts = [
      "{\"stage\": \"deskew\"}", "maximumAngle: a number from 0 to 45; default 15", "A steeper page stays as it is.",
      "layout: \"auto\" or \"block\"; default \"auto\"", "engine: \"tesseract\" or \"ppocr\" or an object;",
      "        command: a list of strings; default []", "{\"writer\": \"text\"}", "secondsPerPage", "existingText",
    ]
    for part in parts { #expect(text.contains(part), "\(text)") }
    for line in text.split(separator: "\n") { #expect(columns(of: String(line)) <= 80, "\(line)") }
  }
}
