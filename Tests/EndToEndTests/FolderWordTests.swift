// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every command that reads results accepts their folder in the same way.

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Naming a folder of results")
struct FolderWordTests {
  private func docscan(_ folder: TemporaryFolder, _ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = folder.path
    return try command.run()
  }

  /// Returns a folder with a one-page library.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let minutes = Places.package + "/Pipelines/sample/minutes.pdf"
    try Command.product("docscan", [minutes, "-o", folder / "library", "-q"]).check()
    return folder
  }

  @Test("Accepts the folder of results as an argument and with -o in every command")
  func commands() throws {
    let folder = try folder()
    for words in [
      ["search", "garden"], ["status"], ["review"], ["undo"], ["ledger"], ["verify"], ["export"], ["view"],
      ["index", "rebuild"],
    ] {
      var asWord = words
      asWord.insert("library", at: words[0] == "search" ? 1 : words.count)
      var forms = [asWord]
      if words[0] != "export" && words[0] != "verify" { forms.append(words + ["-o", "library"]) }
      for form in forms {
        var command = try Command.product("docscan", form)
        command.directory = folder.path
        let result = try command.run()
        #expect(result.exitCode == 0, "\(form): \(result.summary)")
      }
    }
    #expect(try docscan(folder, "search", "library", "garden").output.contains("minutes, page 1"))
  }

  @Test("Refers to the typed command in the message outside of a results folder")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    for words in [["undo"], ["review"], ["ledger"], ["view"], ["search", "garden"], ["index", "rebuild"]] {
      var command = try Command.product("docscan", words)
      command.directory = folder.path
      let result = try command.run()
      let others = ["undo", "review", "ledger", "view", "search", "index"].filter { $0 != words[0] }
      #expect(result.exitCode == 4 && result.errors.contains("is not a docscan output folder"), "\(result.summary)")
      #expect(!others.contains { result.errors.contains("docscan \($0) ") }, "\(result.summary)")
    }
  }

  @Test(
    "Suggests the option that adds a missing stage, which then needs no new recognition",
    arguments: [["--also", "detect"], ["--set", "stages.detect=true"]])
  func laterStage(option: [String]) throws {
    let folder = try folder()
    let none = try docscan(folder, "search", "library", "type:date")
    #expect(none.exitCode == 0 && (none.output + none.errors).contains("--also detect"), "\(none.summary)")
    let minutes = Places.package + "/Pipelines/sample/minutes.pdf"
    let added = try Command.product("docscan", [minutes, "-o", folder / "library", "-v"] + option).run()
    #expect(added.exitCode == 0 && added.output.contains("1 complete"), "\(added.summary)")
    let found = try docscan(folder, "search", "library", "type:date")
    #expect(found.output.contains("minutes, page 1"), "\(found.summary)")
  }

  @Test("Distinguishes a ledger without receipts from one without matches")
  func ledgerAdvice() throws {
    let folder = try folder()
    let none = try docscan(folder, "ledger", "library")
    #expect((none.output + none.errors).contains("docscan receipts "), "\(none.summary)")
    #expect(!(none.output + none.errors).contains("receipts.json"))
    let receipt = Places.package + "/Pipelines/sample/photo.jpg"
    try Command.product("docscan", ["receipts", receipt, "-o", folder / "receipts", "-q"]).check()
    try Command.product("docscan", ["review", folder / "receipts", "--field", "photo:1:total=17.00"]).check()
    let other = try docscan(folder, "ledger", "receipts", "--category", "Foo")
    #expect((other.output + other.errors).contains("No receipts match"), "\(other.summary)")
    #expect(!(other.output + other.errors).contains("docscan receipts PHOTOS"))
  }

  @Test("Calls a folder without results by its name in docscan status")
  func status() throws {
    let folder = try TemporaryFolder()
    let result = try Command.product("docscan", ["status", folder.path + "/"]).run()
    #expect(result.exitCode == 4 && result.errors.contains("is not a docscan output folder"), "\(result.summary)")
  }

  @Test("Translates if only the format is requested, and refuses a pipeline that only writes translations")
  func translation() throws {
    let folder = try TemporaryFolder()
    let pipeline = try Command.product("docscan", ["check", "text-only", "--also", "translation"]).check().output
    #expect(pipeline.contains("\"translate\""), "\(pipeline)")
    try folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"writers": [{"writer": "translation"}]}}"#, to: "pipeline.json")
    let check = try Command.product("docscan", ["check", folder / "pipeline.json"]).run()
    #expect(check.exitCode == 3 && check.errors.contains("needs the stage \"translate\""), "\(check.summary)")
  }
}
