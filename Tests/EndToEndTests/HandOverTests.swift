// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: metrics and exports can be read by other programs and overwrite nothing.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Metrics and exports")
struct HandOverTests {
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "detect"}"#)
    let pages = [try Documents.shortLetter()[0], try Documents.shortMinutes()]
    try ImagePDF(try pages.map { try $0.raster(dpi: 130) }, dpi: 130).write(to: work.folder / "in/letter.pdf")
    try work.folder.write("%PDF-1.7\nnothing follows", to: "in/broken.pdf")
    return work
  }

  @Test("Writes a run's totals as OpenMetrics with --metrics")
  func metrics() throws {
    let work = try workspace()
    #expect(try work.run(["--metrics", work.folder / "docscan.prom"], workers: 2).exitCode == 1)
    let text = try work.folder.text("docscan.prom")
    for sample in [
      "docscan_running 0", "docscan_documents_total{status=\"complete\"} 1",
      "docscan_documents_total{status=\"failed\"} 1",
      "docscan_pages_total{status=\"recognized\"} 2", "docscan_failures_total{reason=\"unreadable\"} 1",
      "docscan_documents_left 0", "docscan_workers 2",
    ] {
      #expect(text.contains("\n\(sample)\n"), "\(sample) in\n\(text)")
    }
    let bytes = try work.folder.data("in/letter.pdf").count
    #expect(text.contains("docscan_input_bytes_total \(bytes)\n") && text.contains("{stage=\"recognize\"}"))
    // In OpenMetrics, each sample follows its family's TYPE line, and the text has an end mark.
    var family = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") { family = String(line.split(separator: " ")[2]) }
      #expect(line.hasPrefix("#") || line.hasPrefix(family), "\(line)")
    }
    #expect(text.hasSuffix("# EOF\n") && !work.folder.contains("docscan.prom.new"))
    let refused = try work.run(["--metrics", work.folder / "nowhere/docscan.prom"])
    #expect(refused.exitCode == 6 && refused.errors.contains("nowhere"), "\(refused.summary)")
  }

  @Test("Escapes controls and direction changes in every export", arguments: ["opensearch", "csv"])
  func hiddenCharacters(format: String) throws {
    let work = try workspace()
    #expect(try work.run().exitCode == 1)
    let hidden = ["\u{202E}", "\u{2066}", "\u{200F}", "\u{61C}", "\u{9B}", "\u{7F}", "\u{2028}"]
    let text = "a" + hidden.joined() + "b"
    // Somebody else may have written the page's file and the names in the record.
    for (file, isPage) in [("out/letter/pages/0001.json", true), ("out/letter/letter.json", false)] {
      guard case .object(var members) = try JSONDecoder().decode(JSONValue.self, from: work.folder.data(file)) else {
        throw FixtureError("\(file) is not an object.")
      }
      if isPage {
        members["form"] = [
          [
            "label": .string("L" + text), "value": .string(text), "kind": "text", "confidence": 1,
            "box": [1, 1, 9, 9],
          ]
        ]
        members["text"] = .string(text)
      } else if case .array(let pages)? = members["pages"] {
        members["pages"] = .array(
          pages.map { page in
            guard case .object(var page) = page else { return page }
            page["source"] = .string(text)
            return .object(page)
          })
      }
      try work.folder.write(JSONText.pretty(JSONValue.object(members)), to: file)
    }
    let result = try Command.product("docscan", ["export", work.folder / "out", "--to", format]).run()
    #expect(
      result.output.contains(format == "csv" ? "a" : #""source":"a\u202e\u2066\u200f\u061c\u009b"#), "\(result.summary)"
    )
    for scalar in hidden { #expect(!result.output.contains(scalar) && !result.errors.contains(scalar)) }
  }

  @Test("Exports each page with its text, document, and data, and never overwrites a file")
  func export() throws {
    let work = try workspace()
    #expect(try work.run().exitCode == 1)
    var command = try Command.product("docscan", ["export", work.folder / "out", "--index", "archive"])
    let result = try command.run()
    #expect(result.exitCode == 0 && result.errors.contains("2 pages exported"), "\(result.summary)")
    let lines = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode([String: JSONValue].self, from: Data($0.utf8))
    }
    #expect(lines.count == 4)
    #expect(lines[2]["index"] == ["_index": "archive", "_id": "letter#2"])
    #expect(lines[3]["text"] == .string(try work.page("letter", 2).text) && lines[3]["page"] == 2)
    #expect(lines[1]["document"] == "letter" && lines[1]["languages"] == ["en"])
    command.arguments += ["-o", work.folder / "pages.ndjson"]
    #expect(try command.run().exitCode == 0)
    #expect(try work.folder.text("pages.ndjson") == result.output)
    #expect(try command.run().exitCode == 6)
    #expect(try work.folder.text("pages.ndjson") == result.output)
  }
}
