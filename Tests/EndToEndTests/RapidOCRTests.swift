// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the RapidOCR engine reads pages without the network.

import DocScan
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("RapidOCR", .realWorker)
struct RapidOCRTests {
  /// The folder of a Python that has RapidOCR, installed by Tests/run.sh, or nil if that failed.
  static let python: String? = {
    let folder = Places.package + "/.build/rapidocr"
    return unsafe access(folder + "/installed", R_OK) == 0 ? folder + "/bin" : nil
  }()

  private func command(_ arguments: [String], in folder: String) throws -> Command {
    var command = try Command.product("docscan", arguments)
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    command.environment["PATH"] = (Self.python ?? "") + ":" + path
    command.directory = folder
    return command
  }

  @Test(
    "Reads a page with Tesseract and RapidOCR from any folder, without the network",
    .enabled(if: python != nil, "RapidOCR is not installed: Tests/run.sh does that"))
  func preset() throws {
    let folder = try TemporaryFolder()
    let page = try Documents.minutes()
    try page.raster(dpi: 100).write(to: folder / "page.png", as: .png, dpi: 100)
    let preset = Places.package + "/Pipelines/receipts-rapidocr.json"
    var command = try command(["run", preset, "page.png", "-o", "out", "-j", "1"], in: folder.path)
    command.arguments =
      ["-f", "-qq", "-e", "trace=socket,connect", "-o", folder / "trace", command.program] + command.arguments
    command.program = "strace"
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    // A package checks for IPv6 and is refused.
    let sockets = try folder.text("trace").split(separator: "\n").filter { $0.contains("AF_INET") }
    #expect(sockets.allSatisfy { $0.contains("EACCES") }, "\(sockets)")
    let read = try JSONDecoder().decode(RecognizedPage.self, from: folder.data("out/page/pages/0001.json"))
    let wanted = Set(page.words.map(\.text))
    let found = Set(read.words.map(\.text))
    #expect(Double(wanted.intersection(found).count) >= 0.9 * Double(wanted.count), "\(read.text)")
    let report = try JSONDecoder().decode(BatchReport.self, from: folder.data("out/report.json"))
    #expect(report.versions["engine rapidocr"]?.isEmpty == false)
  }

  @Test(
    "Reads a page alone with positions close to Tesseract's, without connections or leftovers",
    .enabled(if: python != nil, "RapidOCR is not installed: Tests/run.sh does that"))
  func alone() throws {
    let folder = try TemporaryFolder()
    try Documents.minutes().raster(dpi: 150).write(to: folder / "page.png", as: .png, dpi: 150)
    let script = Places.package + "/Pipelines/engines/rapidocr.py"
    let trace = ["strace", "-f", "-qq", "-e", "trace=connect", "-o", folder / "trace", "python3", script]
    let engine = #"{"command": \#(trace)}"#
    for (name, engine) in [("engine", engine), ("tesseract", #""tesseract""#)] {
      try folder.write(
        """
        {"stages": [{"stage": "recognize", "engine": \(engine)}], "limits": {"sandbox": "off"},
         "output": {"writers": [{"writer": "json"}]}}
        """, to: "\(name).json")
      var command = try command(["run", "\(name).json", "page.png", "-o", name], in: folder.path)
      command.environment["HOME"] = try folder.makeFolder("home")
      command.environment["TMPDIR"] = try folder.makeFolder("temporary")
      let result = try command.run()
      #expect(result.exitCode == 0, "\(result.summary)")
    }
    let calls = try folder.text("trace")
    #expect(!calls.contains("connect("), "\(calls)")
    #expect(try folder.files(under: "home").allSatisfy { $0 == ".cache/docscan/worker.json" })
    #expect(try folder.files(under: "temporary").isEmpty)
    let pages = try ["engine", "tesseract"].map {
      try JSONDecoder().decode(RecognizedPage.self, from: folder.data("\($0)/page/pages/0001.json"))
    }
    var close = 0
    var same = 0
    for word in pages[0].words where word.text.count > 3 {
      let others = pages[1].words.filter { $0.text == word.text }
      guard !others.isEmpty else { continue }
      same += 1
      if others.contains(where: { abs($0.box.x - word.box.x) < 20 && abs($0.box.maxY - word.box.maxY) < 20 }) {
        close += 1
      }
    }
    #expect(same > 20)
    #expect(Double(close) >= 0.9 * Double(same))
  }

  @Test("Names the package to install if RapidOCR is missing, with exit code 5")
  func missing() throws {
    let folder = try TemporaryFolder()
    _ = try folder.makeFolder("engines")
    for file in ["engines/rapidocr.py", "engines/requirements.txt"] {
      _ = try Command("cp", [Places.package + "/Pipelines/" + file, folder / file]).check()
    }
    // Isolated mode hides all packages.
    let engine = #"{"command": ["python3", "-I", "-S", "engines/rapidocr.py"]}"#
    try folder.write(
      #"{"stages": [{"stage": "recognize", "engine": \#(engine)}], "output": {"writers": [{"writer": "text"}]}}"#,
      to: "pipeline.json")
    try Documents.shortMinutes().raster(dpi: 50).write(to: folder / "page.png", as: .png, dpi: 50)
    let result = try Command.product("docscan", ["run", folder / "pipeline.json", folder / "page.png"]).run()
    #expect(result.exitCode == 5, "\(result.summary)")
    #expect(result.errors.contains("pip install -r"), "\(result.errors)")
    #expect(result.errors.contains("requirements.txt"))
    #expect(!folder.contains("out/page"))
  }
}
