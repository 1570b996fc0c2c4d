// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: wrong input ends with a message and exit code that say what to do.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Wrong input")
struct WrongInputTests {
  @Test("Fails damaged documents with a reason, and completes the others")
  func damaged() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/good.pdf")
    try work.folder.write("%PDF-1.4\nnothing else", to: "in/bad.pdf")
    try work.folder.write("", to: "in/empty.jpg")
    try work.folder.write("just a note", to: "in/note.txt")
    let photo = work.folder / "whole.jpg"
    try Documents.shortMinutes().raster(dpi: 100).write(to: photo, as: .jpeg)
    try work.folder.write(work.folder.data("whole.jpg").truncated(toFraction: 0.5), to: "in/half.jpg")
    try PDFVariants.encrypt(work.folder / "in/good.pdf", to: work.folder / "in/locked.pdf", userPassword: "secret")
    let result = try work.run()
    #expect(result.exitCode == 1, "\(result.summary)")
    #expect(try work.record("good").status == .complete)
    for (name, word) in [("bad", "PDF"), ("empty", "empty"), ("locked", "password")] {
      let record = try work.record(name)
      #expect(record.status == .failed)
      #expect(record.failure?.message.contains(word) ?? false, "\(record.failure?.message ?? "no reason")")
    }
    let half = try work.record("half")
    #expect(half.status == .failed)
    #expect(half.pages.first?.failure != nil || half.failure != nil)
    let report = try work.report()
    #expect(report.totals.ignored == 1)
    #expect(report.documents.first { $0.status == .ignored }?.source.hasSuffix("note.txt") ?? false)
  }

  @Test("Fails a document whose name isn't UTF-8, and says so if it is named as an input")
  func foreignName() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/good.pdf")
    let name = "'\(work.folder / "in")/'$'latin1-\\xe9.pdf'"
    try Command("bash", ["-c", "cp '\(work.folder / "in/good.pdf")' \(name)"]).check()
    let result = try work.run()
    #expect(result.exitCode == 1 && result.output.contains("Its name is not UTF-8"), "\(result.summary)")
    #expect(try work.record("good").status == .complete)
    let failed = try work.report().documents.filter { $0.status == .failed }
    #expect(failed.count == 1 && failed[0].source.contains("latin1-"), "\(failed)")
    let named = try Command("bash", ["-c", "'\(Places.product("docscan"))' \(name)"]).run()
    #expect(named.exitCode == 2 && named.errors.contains("is not UTF-8. Rename the file."), "\(named.summary)")
  }

  @Test("Keeps a complete earlier result when a later run fails")
  func failureKeepsResult() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/minutes.pdf")
    try work.run()
    let before = try work.results()
    try work.folder.write("%PDF-1.4\nbroken", to: "in/minutes.pdf")
    #expect(try work.run().exitCode == 1)
    #expect(try work.results() == before)
    #expect(try work.report().documents.first?.reason?.contains("kept") ?? false)
  }

  @Test("Names the command that installs a missing language")
  func missingLanguage() throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": "en+\#(MissingLanguage.tag)"}"#)
    let result = try work.run()
    #expect(result.exitCode == 5)
    #expect(result.errors.contains("apt-get install tesseract-ocr-\(MissingLanguage.pack)"))
    #expect(!work.folder.contains("out"))
  }

  @Test(
    "Suggests the intended language for an unknown one, and no package",
    arguments: [("germn", "\"German\" (deu)"), ("tlh", "\"deu\", \"de\" or \"German\""), ("egn", "\"eng\"")])
  func unknownLanguage(name: String, answer: String) throws {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize", "languages": "\#(name)"}"#)
    let result = try work.run()
    #expect(result.exitCode == 5)
    #expect(
      result.errors.contains("No language pack is named \"\(name)\"") && result.errors.contains(answer),
      "\(result.errors)")
    #expect(!result.errors.contains("apt-get"), "\(result.errors)")
  }

  @Test(
    "Exits with a separate code for each kind of mistake",
    arguments: [
      (["run", "PIPELINE", "/nonexistent/file.pdf", "-o", "OUT"], 4, "/nonexistent/file.pdf"),
      (["run", "/nonexistent/pipeline.json"], 3, "/nonexistent/pipeline.json"),
      (["run", "BROKEN"], 3, "line 1"),
      (["run"], 2, "scan.pdf"), (["rum"], 2, "run"), (["run", "PIPELINE", "--overwriet"], 2, "--overwrite"),
      (["run", "PIPELINE", "--pages", "x"], 2, "--pages"), (["run", "PIPELINE", "-j", "0"], 2, "-j"),
      (["run", "PIPELINE", "IN", "-o", "/dev/null/out"], 6, "/dev/null/out"),
    ] as [([String], Int32, String)])
  func exitCodes(arguments: [String], code: Int32, mention: String) throws {
    let work = try Workspace()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "in/minutes.pdf")
    try work.folder.write("{\"stages\": [", to: "broken.json")
    let places = [
      "PIPELINE": work.folder / "pipeline.json", "OUT": work.folder / "out", "IN": work.folder / "in",
      "BROKEN": work.folder / "broken.json",
    ]
    let result = try Command.product("docscan", arguments.map { places[$0] ?? $0 }).run()
    #expect(result.exitCode == code, "\(result.summary)")
    #expect(result.errors.contains(mention), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("Escapes hostile file names in the terminal and in the output folder")
  func hostileName() throws {
    let work = try Workspace()
    try work.folder.write("%PDF-1.4", to: "in/evil\u{1B}[2Jname.pdf")
    let result = try work.run(["--progress", "plain"])
    #expect(result.exitCode == 1)
    #expect(!(result.output + result.errors).contains("\u{1B}"))
    #expect(try work.folder.files(under: "out").allSatisfy { !$0.contains("\u{1B}") })
  }

  // libxml2 writes XML, libcurl requests translations, and libmicrohttpd serves results; none of them parses a document.
  @Test("Links no library that parses documents into docscan, and hardens both programs")
  func noParsers() throws {
    // Fixed addresses and checks of stacks and copies make bugs in C and C++ harder to exploit.
    for program in try [Places.product("docscan"), Places.product("docscan-worker")] {
      let dynamic = try Command("readelf", ["--wide", "--dynamic", "--program-headers", program]).check().output
      #expect(dynamic.contains("GNU_RELRO") && dynamic.contains("NOW"))
      let symbols = try Command("readelf", ["--wide", "--dyn-syms", program]).check().output
      #expect(symbols.contains("__stack_chk_fail") && symbols.contains("_chk@"))
    }
    let libraries = try Command("ldd", [try Places.product("docscan")]).check().output
    for parser in ["tesseract", "opencv", "poppler", "qpdf", "lept", "heif", "tiff", "jpeg", "cairo"] {
      #expect(!libraries.contains(parser), "\(parser)")
    }
  }
}
