// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a document that exceeds a limit fails quickly, and the message names the limit.

import CZlib
import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Limits", .realWorker)
struct LimitTests {
  @Test(
    "Fails a slow page without a retry, and names the stage and the limit",
    arguments: ["secondsPerPage", "secondsWithoutProgress"],
    [("hang", "stood still"), ("spin", "used more processor time")])
  func timeout(setting: String, fault: (kind: String, what: String)) throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/hang.pdf")
    try work.pipeline(
      stages: #"{"stage": "fault", "kind": "\#(fault.kind)"}"#,
      more: #""pages": {"existingText": "force"}, "limits": {"\#(setting)": 2},"#)
    let result = try work.run(["--progress", "json"], faultyWorker: true)
    #expect(result.exitCode == 1, "\(result.summary)")
    #expect(!result.output.contains("page-retried"), "\(result.output)")
    let failure = try work.page("hang", 1).failure
    #expect(failure?.kind == .timeout)
    let message = failure?.message ?? ""
    #expect(
      message.contains("The stage \"fault\" \(fault.what)") && message.contains("raise limits.\(setting)"), "\(message)"
    )
  }

  @Test("Measures a page's own processor time, so a busy computer fails no page")
  func busyComputer() throws {
    let work = try Workspace()
    let page = try Documents.shortMinutes().raster(dpi: 60)
    try page.write(to: work.folder / "in/page.png", as: .png, dpi: 60)
    try work.pipeline(
      stages: #"{"stage": "fault", "kind": "work"}"#,
      more: #""limits": {"secondsPerPage": 4, "secondsWithoutProgress": 3},"#)
    // All on one processor, so that the load is the same on any computer.
    let processor = try Command("taskset", ["-c", "-p", "\(getpid())"]).check().output
    let first = try #require(processor.split(separator: " ").last).prefix(while: \.isNumber)
    let loads = try (0..<10).map { _ in
      try Command("taskset", ["-c", String(first), "sh", "-c", "while :; do :; done"]).start()
    }
    defer { for load in loads { load.send(signal: SIGKILL) } }
    let run = try work.command(workers: 1, faultyWorker: true)
    var command = Command("taskset", ["-c", String(first), run.program] + run.arguments)
    command.environment = run.environment
    let result = try command.run()
    let failure = try work.page("page", 1).failure
    #expect(result.exitCode == 0, "\(result.summary) \(failure?.message ?? "")")
  }

  /// Returns a PDF whose objects contain arbitrary bytes; object 1 is the catalog.
  private func pdf(_ objects: [[UInt8]]) -> Data {
    var file = Array("%PDF-1.6\n".utf8)
    for (index, object) in objects.enumerated() {
      file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    // Readers find the objects without a table.
    return Data(file + Array("trailer<</Root 1 0 R>>\n%%EOF\n".utf8))
  }

  private func stream(_ bytes: [UInt8], _ entries: String) -> [UInt8] {
    Array("<<\(entries)/Length \(bytes.count)>>stream\n".utf8) + bytes + Array("\nendstream".utf8)
  }

  private func packed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    _ = unsafe compress2(&result, &count, bytes, uLong(bytes.count), 9)
    return Array(result[..<Int(count)])
  }

  @Test(
    "Fails a page whose stream unpacks to more than the limit, and names the limit",
    arguments: ["content", "form", "twice", "bitmap"])
  func streams(kind: String) throws {
    let work = try Workspace()
    try work.pipeline(stages: "", more: #""limits": {"megabytesPerStream": 1},"#)
    let large = packed([UInt8](repeating: 0x20, count: 2 << 20))
    let draw = stream(Array("/X Do".utf8), "")
    let form = "/Subtype/Form/BBox[0 0 400 600]"
    let (content, object) =
      switch kind {
      case "content": (stream(large, "/Filter/FlateDecode"), stream([], form))
      case "form": (draw, stream(large, "\(form)/Filter/FlateDecode"))
      case "twice": (stream(packed(large), "/Filter[/FlateDecode/FlateDecode]"), stream([], form))
      case _:
        // The first segment of a bitmap with 65,536 rows and columns.
        (
          draw,
          stream(
            [0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19, 0, 1, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 11),
            "/Subtype/Image/Width 65536/Height 65536/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode")
        )
      }
    let bytes = pdf([
      Array("<</Type/Catalog/Pages 2 0 R>>".utf8),
      Array("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 400 600]>>".utf8),
      Array("<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</XObject<</X 6 0 R>>>>>>".utf8),
      Array("<</Type/Page/Parent 2 0 R/Contents 7 0 R>>".utf8), content, object,
      stream(Array("0 0 100 100 re f".utf8), ""),
    ])
    try work.folder.write(bytes, to: "in/bomb.pdf")
    #expect(try work.run().exitCode == 1)
    #expect(try work.record("bomb").pages.map(\.status) == [.failed, .corrected])
    let failure = try work.page("bomb", 1).failure
    #expect(failure?.kind == .limit)
    #expect(failure?.message.contains("limits.megabytesPerStream") == true, "\(failure?.message ?? "")")
  }

  @Test("Survives a page tree nested a hundred thousand deep")
  func pageTree() throws {
    let work = try Workspace()
    try work.pipeline(stages: "")
    var pdf = HandmadePDF()
    let depth = 100_000
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    for number in 2..<depth + 2 { pdf.add("<</Type/Pages/Count 1/Kids[\(number + 1) 0 R]>>") }
    pdf.add("<</Type/Page/MediaBox[0 0 400 600]/Contents \(depth + 3) 0 R>>")
    pdf.add(stream: "0 0 100 100 re f")
    try work.folder.write(pdf.data, to: "in/deep.pdf")
    let result = try work.run(["--progress", "json"])
    #expect(!(result.output + result.errors).contains("SIG"), "\(result.summary)")
    let page = try work.page("deep", 1)
    #expect(page.status == .corrected || page.failure?.kind == .limit)
  }
}
