// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: an external engine can read all pages, and its failures cost one page.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Engines", .realWorker)
struct EngineTests {
  /// Returns a workspace with three documents; the engine misbehaves on the second one.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    let page = try Documents.shortMinutes()
    for (name, width) in [("a", 400.0), ("b", 500), ("c", 600)] {
      let dpi = width * 72 / page.size.width
      try page.raster(dpi: dpi).write(to: work.folder / "in/\(name).png", as: .png, dpi: dpi)
    }
    return work
  }

  /// Returns the setting that limits the seconds in which an engine may be silent.
  private static func limits(seconds: Int) -> String { #""limits": {"secondsWithoutProgress": \#(seconds)},"# }

  @Test("Reads with the engine instead of Tesseract in every worker, and ends it afterwards")
  func reads() throws {
    let work = try workspace()
    let script = try EngineScript("good", in: work)
    // In another folder: the engine's file is found next to the pipeline file.
    var command = try work.command(workers: 2)
    command.directory = "/"
    let result = try command.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.page("a", 1).text.hasPrefix("P5 400 by "))
    let page = try work.page("b", 1)
    #expect(page.words.map(\.text).prefix(3) == ["P5", "500", "by"] && page.words.last?.text == "eng")
    #expect(page.words.allSatisfy { $0.confidence == 0.5 && $0.box.y == 10 && $0.box.height == 30 })
    #expect(page.words.first?.box.x == 10 && page.words.last?.box.maxX == 210)
    #expect(try work.report().versions["engine parrot"] == "1.0")
    #expect(try work.record("c").versions["engine parrot"] == "1.0")
    #expect(try script.areGone())
  }

  @Test(
    "Fails only the page on which an engine fails, with the reason",
    arguments: [
      ("crash", "The engine parrot 1.0 ended while it was reading the page. It reported:"),
      ("garbage", "sent an invalid answer: a line is not JSON"),
      ("oversize", "sent more text than a page can have"), ("other-page", "the answer is for another request"),
      ("no-lines", "the answer has no \"lines\""), ("error", "could not read the page: the picture is too   dark"),
      ("confidence", "line 1: a confidence is 7.0"), ("not-a-number", "a line is not JSON"),
      ("far", "line 1: a position is far outside the picture"), ("triangle", "a \"quad\" is not four points"),
    ])
  func failures(behaviour: String, reason: String) throws {
    let work = try workspace()
    let script = try EngineScript(behaviour, in: work)
    let result = try work.command(workers: 1).run()
    #expect(result.exitCode == 1, "\(result.summary)")
    let failure = try work.page("b", 1).failure
    #expect(failure?.kind == .library && failure?.stage == "recognize")
    #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
    #expect(try work.page("a", 1).status == .recognized && work.page("c", 1).status == .recognized)
    // An engine that reports its own failure continues with the next page.
    let next = try work.page("c", 1).text
    #expect(next.hasSuffix(behaviour == "error" ? "request 3\n" : "request 1\n"), "\(next)")
    #expect(try script.areGone())
  }

  @Test("Includes a crashed engine's last output, without control characters")
  func lastWords() throws {
    let work = try workspace()
    _ = try EngineScript("crash", in: work)
    _ = try work.command(workers: 1).run()
    let message = try work.page("b", 1).failure?.message ?? ""
    #expect(message.hasSuffix("loading part 99999 | Segmentation  [31mfault"), "\(message)")
    #expect(message.count < 1000)
  }

  @Test("Ends a hanging engine with its worker, names it, and reads the next page")
  func hangs() throws {
    let work = try workspace()
    let script = try EngineScript("hang", in: work, more: Self.limits(seconds: 10))
    let result = try work.command(workers: 1).run()
    #expect(result.exitCode == 1, "\(result.summary)")
    let failure = try work.page("b", 1).failure
    #expect(failure?.kind == .timeout)
    #expect(failure?.message.contains("It reads with the engine python3") == true, "\(failure?.message ?? "")")
    #expect(try work.page("c", 1).status == .recognized)
    #expect(try script.areGone())
  }

  @Test(
    "Ends the run before opening documents if the engine doesn't start",
    arguments: [
      ("silent", "did not send its greeting within 2 seconds"), ("missing-package", "pip install parrot"),
      ("stranger", "does not follow docscan's engine protocol"), ("no-json", "a line is not JSON"),
      ("german", "does not read \"eng\". It reads: deu"),
    ])
  func missing(behaviour: String, reason: String) throws {
    let work = try workspace()
    let script = try EngineScript(behaviour, in: work, more: Self.limits(seconds: behaviour == "silent" ? 2 : 60))
    let result = try work.run()
    #expect(result.exitCode == 5, "\(result.summary)")
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(!work.folder.contains("out"))
    #expect(try script.areGone())
  }

  @Test("Rejects a missing program of an engine or hook, or two engines, before opening documents")
  func commands() throws {
    let work = try workspace()
    func outcome(_ engine: String, more: String = "") throws -> CommandResult {
      try work.pipeline(stages: #"{"stage": "recognize", "engine": \#(engine)}"#, more: more)
      return try work.run()
    }
    let absent = try outcome(#"{"command": ["no-such-engine", "x"]}"#)
    #expect(absent.exitCode == 5)
    #expect(absent.errors.contains("no-such-engine cannot be started: No such file or directory"))
    let absentHook = try outcome(#""tesseract""#, more: #""hooks": {"command": ["./no-such-hook"]},"#)
    #expect(absentHook.exitCode == 5)
    #expect(
      absentHook.errors.contains("no-such-hook cannot be started: No such file or directory"), "\(absentHook.errors)")
    let empty = try outcome(#"{"combine": true}"#)
    #expect(empty.exitCode == 3)
    #expect(empty.errors.contains("stages[0].engine.command: the engine's program is missing"), "\(empty.errors)")
    let two = try outcome(
      #"{"command": ["a"]}"#, more: #""overrides": {"b.png": {"recognize": {"engine": {"command": ["b"]}}}},"#)
    #expect(two.exitCode == 3)
    #expect(two.errors.contains("a pipeline can only have one engine"), "\(two.errors)")
    let unknown = try outcome(#"{"comand": ["a"]}"#)
    #expect(unknown.exitCode == 3)
    #expect(unknown.errors.contains("Did you mean \"command\"?"))
    #expect(try outcome(#""tesseract""#).exitCode == 0)
  }

  @Test("Ignores output of libraries between an engine's answers")
  func noise() throws {
    let work = try workspace()
    _ = try EngineScript("noise", in: work)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.page("b", 1).text.hasPrefix("P5 500 by "))
  }

  @Test("Normalizes an engine's text and boxes, and derives words from lines")
  func odd() throws {
    let work = try workspace()
    _ = try EngineScript("odd", in: work)
    // Verification fails the document: the page has no letters where this engine reports some.
    #expect(try work.run().exitCode == 1)
    let page = try work.page("b", 1)
    #expect(
      Array(page.text.unicodeScalars) == Array("Caf\u{E9} au lait\none two three\n".unicodeScalars), "\(page.text)")
    #expect(page.words.map(\.confidence) == [1, 1, 1, 0.9, 0.25, 0.25])
    #expect(page.words[0].box.x == 0 && page.words[2].box.maxX == 500)
    #expect(page.words[4].box == Box(x: 50, y: 50, width: 60, height: 20))
  }

  @Test("Reads single pages with Tesseract if an override says so")
  func override() throws {
    let work = try workspace()
    _ = try EngineScript("good", in: work, more: #""overrides": {"b.png": {"recognize": {"engine": "tesseract"}}},"#)
    #expect(try work.run().exitCode == 0)
    #expect(try work.page("a", 1).text.hasPrefix("P5 "))
    #expect(try !work.page("b", 1).text.hasPrefix("P5 "))
  }

  @Test("Reuses pages of an earlier run unless the engine's version changed")
  func version() throws {
    let work = try workspace()
    let script = try EngineScript("good", in: work)
    #expect(try work.run().exitCode == 0)
    let results = try work.results()
    try work.folder.remove("out/a")
    #expect(try work.run().exitCode == 0)
    #expect(try work.results() == results)
    #expect(try work.report().stageSeconds["recognize"] == nil)
    try script.setVersion("1.1")
    try work.folder.remove("out/a")
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().stageSeconds["recognize"] != nil)
    #expect(try work.record("a").versions["engine parrot"] == "1.1")
  }

  @Test("Leaves no engine process behind when docscan is killed", arguments: ["good", "hang"])
  func killed(behaviour: String) throws {
    let work = try workspace()
    let page = try Documents.shortMinutes().raster(dpi: 500 * 72 / Documents.shortMinutes().size.width)
    try ImagePDF(Array(repeating: page, count: 30), dpi: 60).write(to: work.folder / "in/b.pdf")
    let script = try EngineScript(behaviour, in: work)
    let running = try work.command(workers: 1).start()
    #expect(try running.wait { work.folder.contains("out/a/a.json") })
    #expect(try script.runningProcesses() > 0)
    running.send(signal: SIGKILL)
    #expect(try script.areGone())
    _ = try running.wait()
  }

  @Test("Combines the engine's letters with Tesseract's spaces and layout")
  func combined() throws {
    let work = try workspace()
    _ = try EngineScript("good", in: work, combine: true)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    // This engine only reads the page's upper left corner.
    let text = try work.page("c", 1).text
    #expect(text.contains("P5 600 by"), "\(text)")
    #expect(words(text).count > 20, "\(text)")
  }
}
