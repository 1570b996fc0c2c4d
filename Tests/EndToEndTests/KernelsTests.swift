// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the kernels change the speed of recognition and nothing else.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanVision
import FoundationEssentials
import Testing

@Suite("Kernels", .realWorker)
struct KernelsTests {
  /// Returns all results for a folder of documents by path, with or without the kernels.
  private func results(_ input: String, languages: String, kernels: String) throws -> [String: Data] {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"stages": [{"stage": "deskew"}, {"stage": "recognize", "languages": \(languages), "candidates": 3}],
       "output": {"writers": [{"writer": "json"}]}}
      """, to: "pipeline.json")
    let result = try Command.product(
      "docscan",
      ["run", folder / "pipeline.json", input, "-o", folder / "out", "-j", "1", "--set", "limits.kernels=\(kernels)"]
    ).run()
    #expect(result.exitCode == 0, "\(result.summary)")
    var contents: [String: Data] = [:]
    for file in try folder.files(under: "out") where file.contains("/pages/") {
      contents[file] = try folder.data("out/\(file)")
    }
    return contents
  }

  private func compare(_ input: String, languages: String) throws {
    let without = try results(input, languages: languages, kernels: "off")
    let with = try results(input, languages: languages, kernels: "auto")
    #expect(!without.isEmpty)
    for name in Set(without.keys).union(with.keys).sorted() {
      #expect(without[name] == with[name], "\(name) differs with and without the kernels")
    }
  }

  @Test("Reads the same letters, confidences, and positions with and without the kernels", arguments: try packs())
  func drawn(language: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.makeFolder("in")
    var page = PageDrawing(size: PageSize(width: 360, height: 100))
    try page.line("Minutes No. 4711", at: Point(x: 20, y: 30), font: .sans(19))
    try page.paragraph(
      "The chair welcomed Mr Öberg at 19:30. Ms Façade and Señor Ibáñez paid € 1,284.50.", at: Point(x: 20, y: 60),
      width: 320, font: .serif(11))
    try page.raster(dpi: 150).write(to: folder / "in/clear.png", as: .png, dpi: 150)
    try page.raster(dpi: 90).blurred(times: 1).write(to: folder / "in/faint.jpg", as: .jpeg, dpi: 90)
    try compare(folder / "in", languages: #"["\#(language)"]"#)
  }

  static func packs() throws -> [String] { try LanguagePacks().languages }

  @Test(
    "Reads parts of real pages in several scripts the same with and without the kernels",
    .enabled(if: Places.sharedData("multilingual") != nil))
  func real() throws {
    guard let data = Places.sharedData("multilingual") else { return }
    let files = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
    let folder = try TemporaryFolder()
    var seen: Set<String> = []
    for name in files where name.hasSuffix(".lang") {
      let language = try String(contentsOfFile: "\(data)/\(name)", encoding: .utf8).filter { !$0.isWhitespace }
      guard seen.insert(language).inserted else { continue }
      _ = try folder.makeFolder(language)
      let document = String(name.dropLast(".lang".count))
      // A few lines from the middle of a page have most kinds of its letters.
      let page = try Raster.firstPage(of: "\(data)/\(document)")
      let height = Double(page.height)
      let middle = Box(x: 0, y: height / 3, width: Double(page.width), height: height / 9)
      try page.cropped(to: middle).write(to: folder / "\(language)/page.png", as: .png, dpi: 150)
      let names = language.split(separator: "+").map { "\"\($0)\"" }.joined(separator: ", ")
      try compare(folder / language, languages: "[\(names)]")
    }
    #expect(!seen.isEmpty)
  }

  @Test("Shows in docscan doctor whether the kernels are in use")
  func doctor() throws {
    let output = try Command.product("docscan", ["doctor"]).check().output
    let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("kernels") }, "\(output)")
    #expect(line.contains(TesseractKernels.areInUse ? "in use, with" : "not in use: "), "\(line)")
  }
}
