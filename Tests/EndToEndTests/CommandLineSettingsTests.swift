// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: options of the command line change exactly the settings they name.

import DocScan
import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Settings and messages of a command line")
struct CommandLineSettingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: folder / "scan.pdf")
  }

  private func docscan(_ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = folder.path
    return try command.run()
  }

  /// Returns the pipeline that results from a preset and these options.
  private func stages(_ arguments: String...) throws -> String {
    var command = try Command.product("docscan", ["check"] + arguments)
    command.directory = folder.path
    let result = try command.run()
    return result.exitCode == 0 ? result.output : result.errors
  }

  @Test("Shows the effect of options and --set in check, without changing the file")
  func settings() throws {
    let text = try stages(
      "archive", "-l", "deu+eng", "--dpi", "200", "--existing-text", "redo", "--pdfa", "2b", "--set",
      "stages.deskew.maximumAngle=20", "--set", "output.pdf.tagged=true", "--also", "hocr,tsv", "--also", "markdown")
    for part in [
      "\"languages\": [\"deu\", \"eng\"]", "\"dpi\": 200", "\"existingText\": \"redo\"", "\"pdfa\": \"2b\"",
      "\"maximumAngle\": 20", "\"tagged\": true", "\"writer\": \"hocr\"", "\"writer\": \"tsv\"",
      "\"writer\": \"markdown\"",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    #expect(try stages("archive").contains("\"dpi\": 300"))
  }

  @Test("Adds what a format needs, and the stages that a name needs") func addsWhatIsNeeded() throws {
    let iiif = try stages("archive", "--also", "iiif")
    #expect(iiif.contains("\"writer\": \"iiif\"") && iiif.contains("\"writer\": \"web\""), "\(iiif)")
    let mets = try stages("archive", "--also", "mets,page")
    #expect(mets.contains("\"writer\": \"page\"") && !mets.contains("\"writer\": \"alto\""), "\(mets)")
    #expect(mets.contains("\"writer\": \"images\""), "\(mets)")
    let named = try stages("archive", "--name-by", "{date:yyyy}/{sender|input}")
    for part in ["\"name\": \"{date:yyyy}/{sender|input}\"", "\"stage\": \"about\"", "\"stage\": \"receipt\""] {
      #expect(named.contains(part), "\(part) in \(named)")
    }
    #expect(try !stages("archive", "--name-by", "x {input}").contains("\"stage\": \"about\""))
    let wrong = try docscan("scan.pdf", "--name-by", "{dat}")
    #expect(
      wrong.exitCode == 2 && wrong.errors.contains("--name-by: ") && wrong.errors.contains("Did you mean {date}?"))
  }

  @Test("Says which settings later runs keep, and which files a run without their format removes")
  func saysWhatIsKeptAndRemoved() throws {
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: folder / "other.pdf")
    #expect(try docscan("other.pdf", "-o", "out").exitCode == 0)
    let first = try docscan("scan.pdf", "-o", "out", "-l", "eng", "--also", "alto")
    #expect(first.output.contains("Later runs keep its settings: stages.recognize.languages=eng"), "\(first.summary)")
    let preview = try docscan("scan.pdf", "-o", "out", "--dry-run")
    #expect(preview.output.contains("files of alto"), "\(preview.summary)")
    let second = try docscan("scan.pdf", "-o", "out")
    #expect(second.output.contains("files of alto from an earlier run are removed"), "\(second.summary)")
    #expect(second.output.contains("--also alto") && !second.output.contains("Later runs keep"))
  }

  @Test("Accepts languages in all common forms", arguments: ["deu+eng", "de,en", "German,english", "de-AT+en-GB"])
  func languages(text: String) throws {
    #expect(try stages("scan", "-l", text).contains("\"languages\": [\"deu\", \"eng\"]"))
    #expect(try stages("archive", "-l", "auto").contains("\"languages\": \"auto\""))
  }

  @Test("Applies -l to an orientation stage with its own languages, too")
  func orientation() throws {
    try folder.write(
      #"{"stages": [{"stage": "orientation", "languages": ["eng"]}, {"stage": "recognize"}]}"#, to: "own.json")
    let text = try stages("own.json", "-l", "deu")
    #expect(!text.contains("\"languages\": [\"eng\"]"), "\(text)")
  }

  @Test(
    "Reports invalid settings as usage errors, and a missing language as a missing part",
    arguments: [
      (["--set", "stages.deskew.maximumAngel=3"], 2, "Did you mean \"maximumAngle\"?"),
      (["--set", "pages.dpi=9"], 2, "--set pages.dpi: 9 is out of range"), (["--dpi", "9"], 2, "--dpi: 9 is out of"),
      (["--existing-text", "reod"], 2, "Did you mean \"redo\"?"), (["--pdfa", "1"], 2, "Allowed: "),
      (["--set", "stages.clean.output=grey"], 2, "Allowed: false, paper, photographs, true"),
      (["--also", "text,hocrr"], 2, "Did you mean \"hocr\"?"),
      (["-l", MissingLanguage.pack], 5, "tesseract-ocr-\(MissingLanguage.pack)"),
    ] as [([String], Int32, String)])
  func mistakes(arguments: [String], code: Int32, part: String) throws {
    var command = try Command.product("docscan", ["scan.pdf"] + arguments)
    command.directory = folder.path
    let result = try command.run()
    #expect(result.exitCode == code, "\(result.summary)")
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(!folder.contains("docscan-out"))
  }

  @Test("Prints nothing with -q, every page with -v, and logs every run with --log")
  func messages() throws {
    let quiet = try docscan("scan.pdf", "-q", "--log", "docscan.log")
    #expect(quiet.exitCode == 0 && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet.summary)")
    let verbose = try docscan("scan.pdf", "-v", "--overwrite", "--log", "docscan.log", "--existing-text", "force")
    #expect(verbose.errors.contains("scan: page 1: recognized"), "\(verbose.errors)")
    #expect(verbose.output.contains("Stages     ") && verbose.output.contains("recognize "))
    try folder.write("%PDF-1.4 nothing", to: "bad.pdf")
    #expect(try docscan("bad.pdf", "-q", "--log", "docscan.log").exitCode == 1)
    #expect(try docscan("scan.pdf", "-l", MissingLanguage.pack, "-q", "--log", "docscan.log").exitCode == 5)
    let log = try folder.text("docscan.log").split(separator: "\n")
    #expect(log.allSatisfy { $0.first?.isNumber ?? false })
    #expect(log.filter { $0.contains("scan: complete, 1 page") }.count == 2)
    #expect(
      log.contains { $0.contains("bad: failed: ") }
        && log.contains { $0.contains("tesseract-ocr-\(MissingLanguage.pack)") })
    #expect(try docscan("scan.pdf", "-q", "-v").exitCode == 2)
    #expect(try docscan("scan.pdf", "--log", "nowhere/log").exitCode == 6)
  }
}
