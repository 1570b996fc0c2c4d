// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: documents get names from their content, and a user's choice of name is permanent.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Naming documents by content")
struct NamingTests {
  private static let template = "{date:yyyy}/{date} {total|\\\"\\\"}"

  private func workspace(name: String = template) throws -> Workspace {
    let work = try Workspace()
    try pipeline(work, name: name)
    return work
  }

  private func pipeline(_ work: Workspace, name: String, recognize: String = "", more: String = "") throws {
    try work.folder.write(
      """
      {"stages": [{"stage": "recognize"\(recognize)}, {"stage": "receipt"}, {"stage": "about"}], \(more)
       "output": {"name": "\(name)", "verify": 1,
         "writers": [{"writer": "pdf"}, {"writer": "text"}, {"writer": "json"}, {"writer": "mets"}, {"writer": "alto"}]}}
      """, to: "pipeline.json")
  }

  private func draw(_ page: PageDrawing, _ name: String, in work: Workspace) throws {
    try PageDrawing.writePDF([page], to: work.folder / "in/\(name)")
  }

  private func docscan(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  /// Returns the paths of documents in the library, found by their records.
  private func names(_ work: Workspace) throws -> [String] {
    try work.folder.files(under: "out").filter { file in
      let parts = file.split(separator: "/")
      return parts.count > 1 && parts.last == "\(parts[parts.count - 2]).json" && parts[0] != ".docscan"
    }.map { String($0.split(separator: "/").dropLast().joined(separator: "/")) }.sorted()
  }

  /// Returns the number of published documents during a run; files may appear and disappear in the meantime.
  private func published(in work: Workspace) -> Int {
    do { return try names(work).count } catch { return 0 }
  }

  private static let (bill, bakery) = (
    "2024/2024-05-21 1039.35", "2024/2024-05-18 23.14"
  )

  @Test("Names an invoice and a receipt in every file, and finds them again in the next run")
  func named() throws {
    let work = try workspace()
    try draw(try Documents.invoice(), "scan1.pdf", in: work)
    try draw(try Documents.receipt(), "scan2.pdf", in: work)
    let plan = try work.run(["--dry-run"])
    #expect(plan.output.contains("\(Self.bill): 1 page, new"), "\(plan.summary)")
    #expect(plan.output.contains("\(Self.bakery): 1 page, new") && !work.folder.contains("out"))
    let run = try work.run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try names(work) == [Self.bakery, Self.bill])
    let record = try work.record(Self.bill)
    #expect(record.name == Self.bill && record.naming?.input == "scan1" && record.naming?.reason == nil)
    #expect((record.naming?.confidence ?? 0) >= 0.9 && record.source == ["scan1.pdf"])
    #expect(record.about?.kind.value == .invoice && record.about?.sender?.value == record.invoice?.seller?.value)
    #expect(try work.page(Self.bill, 1).document.name == Self.bill)
    #expect(try work.record(Self.bakery).about?.kind.value == .receipt)
    let base = "out/\(Self.bill)/2024-05-21 1039.35"
    for ending in ["pdf", "txt"] { #expect(work.folder.contains("\(base).\(ending)"), "\(ending)") }
    #expect(work.folder.contains("out/\(Self.bill)/mets.xml"))
    let before = try work.results()
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged, .unchanged])
    #expect(try work.results() == before)
    // Another pipeline rebuilds them in their places.
    try pipeline(work, name: "{kind}/{number}", recognize: #", "customWords": ["Kestrel"]"#)
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try names(work) == [Self.bakery, Self.bill])
    // A document finds its place even without the journal.
    try FileManager.default.removeItem(atPath: work.folder / "out/.docscan/journal.sqlite")
    try pipeline(work, name: Self.template, recognize: #", "customWords": ["Kestrel"]"#)
    #expect(try work.run().exitCode == 0)
    #expect(try names(work) == [Self.bakery, Self.bill])
  }

  @Test("Names a German invoice and a German receipt")
  func german() throws {
    let work = try workspace()
    try pipeline(work, name: "{date} {merchant|sender|input} {total}", recognize: #", "languages": ["deu"]"#)
    try draw(try Self.rechnung(), "eins.pdf", in: work)
    try draw(try Self.kassenbon(), "zwei.pdf", in: work)
    let run = try work.run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(
      try names(work) == [
        "2024-03-08 Holzbau Ritter GmbH 476.00", "2024-03-14 Bäckerei Sommer 12.40",
      ])
  }

  @Test("Numbers documents with the same name in the order of files, and keeps other files")
  func clash() throws {
    let work = try workspace(name: "{date} {total}")
    try draw(try Documents.receipt(), "b.pdf", in: work)
    var other = try Documents.receipt()
    try other.line("Copy", at: Point(x: 16, y: 400), font: .mono(8.4))
    try draw(other, "a.pdf", in: work)
    let name = "2024-05-18 23.14"
    try FileManager.default.createDirectory(
      atPath: work.folder / "out/\(name)", withIntermediateDirectories: true)
    try work.folder.write("mine", to: "out/\(name)/note.txt")
    let run = try work.run()
    #expect(run.exitCode == 0, "\(run.summary)")
    #expect(try names(work) == [name + "-2", name + "-3"])
    #expect(try work.record(name + "-2").source == ["a.pdf"])
    #expect(try work.record(name + "-3").source == ["b.pdf"])
    #expect(String(decoding: try work.folder.data("out/\(name)/note.txt"), as: UTF8.self) == "mine")
  }

  @Test("Keeps the input's name if a required field is missing, and reports why")
  func unsure() throws {
    let work = try workspace(name: "{total}")
    try PageDrawing.writePDF(try Documents.shortLetter(), to: work.folder / "in/letter.pdf")
    let run = try work.run()
    #expect(run.exitCode == 0)
    #expect(run.output.contains("Not named  letter: No total was found."), "\(run.summary)")
    #expect(run.output.contains("--names suggests names"), "\(run.summary)")
    #expect(try work.record("letter").naming?.reason == "No total was found.")
    #expect(try work.report().documents.first?.unnamed == "No total was found.")
    let again = try work.run()
    #expect(again.output.contains("Not named  letter: No total was found."))
  }

  @Test("Keeps corrected fields, chosen names, and their undoing in later runs")
  func decided() throws {
    let work = try workspace()
    try draw(try Documents.invoice(), "scan1.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    let rename = try docscan(work, "review", "out", "--rename", "\(Self.bill)=Bikes/May.pdf")
    #expect(rename.exitCode == 0, "\(rename.summary)")
    #expect(
      try docscan(work, "review", "out", "--rename", "scan1=June").errors.contains("It is named \"Bikes/May\" now"))
    #expect(try names(work) == ["Bikes/May"] && work.folder.contains("out/Bikes/May/May.pdf"))
    #expect(try work.record("Bikes/May").name == "Bikes/May" && work.page("Bikes/May", 1).document.name == "Bikes/May")
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged])
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try names(work) == ["Bikes/May"])
    let undo = try docscan(work, "undo", "out", "--document", "Bikes/May")
    #expect(undo.exitCode == 0 && undo.output.contains("the name \"Bikes/May\" is undone"), "\(undo.summary)")
    #expect(try names(work) == [Self.bill])
    #expect(!work.folder.contains("out/Bikes"), "the folder of the earlier name is empty")
    // The generated name can be undone, too, and stays undone.
    let given = try docscan(work, "review", "out", "--rename", "\(Self.bill)=")
    #expect(given.exitCode == 0, "\(given.summary)")
    #expect(try names(work) == ["scan1"])
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try names(work) == ["scan1"])
    #expect(try docscan(work, "verify", "out").exitCode == 0)
    let found = try docscan(work, "search", "Kestrel", "-o", "out")
    #expect(found.output.contains("scan1") && !found.output.contains("Bikes"), "\(found.summary)")
  }

  @Test("Names a document as soon as a field that its name lacked is corrected, and keeps the name in later runs")
  func corrected() throws {
    let work = try workspace(name: "{total}")
    try PageDrawing.writePDF(try Documents.shortLetter(), to: work.folder / "in/letter.pdf")
    #expect(try work.run().exitCode == 0)
    #expect(try names(work) == ["letter"])
    let review = try docscan(work, "review", "out", "--field", "letter:1:total=12.50")
    #expect(review.exitCode == 0, "\(review.summary)")
    #expect(try names(work) == ["12.50"])
    let naming = try #require(try work.record("12.50").naming)
    #expect(naming.name == "12.50" && naming.reason == nil && naming.input == "letter")
    // A former name leads to the new one, and the sender is the merchant.
    let former = try docscan(work, "review", "out", "--field", "letter:1:total=12.60")
    #expect(former.exitCode != 0 && former.errors.contains("It is named \"12.50\" now."), "\(former.summary)")
    let sender = try docscan(work, "review", "out", "--field", "12.50:1:sender=Muster & Co.")
    #expect(sender.exitCode == 0 && sender.output.contains("Muster & Co."), "\(sender.summary)")
    #expect(try docscan(work, "undo", "out").exitCode == 0)
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged])
    #expect(try names(work) == ["12.50"])
    // The name was made from this field, so it goes with it.
    #expect(try docscan(work, "undo", "out").exitCode == 0)
    #expect(try names(work) == ["letter"])
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged])
  }

  @Test("Takes a document for the kind that a reviewer set, in its name, the ledger, and the search")
  func kind() throws {
    let work = try workspace(name: "{kind}")
    try draw(try Documents.receipt(), "bakery.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    let unknown = try docscan(work, "review", "out", "--field", "receipt:1:kind=bill")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("Write a kind: letter, invoice"), "\(unknown.summary)")
    func isKind(_ kind: String, inLedger count: Int, at line: Int = #line) throws {
      #expect(try names(work) == [kind], "line \(line)")
      let ledger = try docscan(work, "ledger", "out", "--kind", "invoice", "--csv")
      #expect(ledger.output.split(whereSeparator: \.isNewline).count == 1 + count, "line \(line): \(ledger.summary)")
      let found = try docscan(work, "search", "kind:\(kind)", "-o", "out")
      #expect(found.output.contains("\(kind), page 1"), "line \(line): \(found.summary)")
    }
    _ = try docscan(work, "review", "out", "--field", "receipt:1:kind=invoice")
    try isKind("invoice", inLedger: 1)
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    try isKind("invoice", inLedger: 1)
    let letter = try docscan(work, "review", "out", "--field", "invoice:1:kind=letter")
    #expect(letter.output.contains("kind is \"letter\" (was \"invoice\")"), "\(letter.summary)")
    try isKind("letter", inLedger: 0)
    #expect(try docscan(work, "ledger", "out", "--csv").output.split(whereSeparator: \.isNewline).count == 1)
    for _ in 0..<2 { #expect(try docscan(work, "undo", "out").exitCode == 0) }
    try isKind("receipt", inLedger: 0)
    #expect(try docscan(work, "ledger", "out", "--csv").output.split(whereSeparator: \.isNewline).count == 2)
  }

  @Test("Renames a document after a field of its name is corrected, but not against the user's own name")
  func renamed() throws {
    let work = try workspace(name: "{total}")
    try draw(try Documents.receipt(), "bakery.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    #expect(try names(work) == ["23.14"])
    let review = try docscan(work, "review", "out", "--field", "23.14:1:total=32.41")
    #expect(review.exitCode == 0 && review.output.contains("32.41"), "\(review.summary)")
    #expect(try names(work) == ["32.41"])
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged])
    _ = try docscan(work, "review", "out", "--rename", "32.41=Bread")
    _ = try docscan(work, "review", "out", "--field", "Bread:1:total=32.40")
    #expect(try names(work) == ["Bread"])
    // Without the user's own name, it follows the content again.
    for _ in 0..<2 { #expect(try docscan(work, "undo", "out").exitCode == 0) }
    #expect(try names(work) == ["32.41"])
    _ = try docscan(work, "review", "out", "--field", "32.41:1:total=32.42")
    #expect(try names(work) == ["32.42"])
    for name in ["32.41", "23.14"] {
      #expect(try docscan(work, "undo", "out").exitCode == 0)
      #expect(try names(work) == [name])
    }
  }

  @Test("Lists documents without a name with suggestions, and names them as the user decides")
  func namesByDialog() throws {
    let work = try workspace(name: "{date:yyyy}/{date} {number|title}")
    for (name, page) in [("bill", try Documents.receipt()), ("letter", try Documents.shortLetter()[0])] {
      try draw(page, "\(name).pdf", in: work)
    }
    try draw(try Documents.shortMinutes(), "minutes.pdf", in: work)
    try pipeline(work, name: "{total} {date}")
    #expect(try work.run(["--set", "output.nameConfidence=1"]).exitCode == 0)
    #expect(try names(work) == ["bill", "letter", "minutes"])
    let listed = try docscan(work, "review", "out", "--names", "--json")
    let list = try JSONFile.parse(Data(listed.outputBytes))
    let schema = try JSONFile.parse(Data(Command.product("docscan", ["schema", "names"]).check().outputBytes))
    #expect(SchemaValidator(schema).complaints(list) == [])
    #expect(listed.output.contains("\"suggestion\": \"23.14 2024-05-18\""), "\(listed.summary)")
    var dialog = try Command.product("docscan", ["review", "out", "--names"])
    dialog.directory = work.folder.path
    // Accepts the first suggestion, skips the letter, and types a name for the minutes.
    dialog.standardInput = Array("\ns\nClub/Minutes of May\n".utf8)
    let said = try dialog.run()
    #expect(said.exitCode == 0 && said.output.contains("Suggestion: 23.14 2024-05-18"), "\(said.summary)")
    #expect(said.output.contains("2 documents named, 1 left"), "\(said.summary)")
    #expect(try names(work) == ["23.14 2024-05-18", "Club/Minutes of May", "letter"])
    let again = try docscan(work, "review", "out", "--names", "--json")
    #expect(again.output.contains("\"letter\"") && !again.output.contains("Minutes of May"), "\(again.summary)")
    #expect(try docscan(work, "verify", "out").exitCode == 0)
  }

  @Test("Keeps apart documents that exchanged their names, and gives each its own name back")
  func exchanged() throws {
    let work = try workspace(name: "{total}")
    try draw(try Documents.shortLetter()[0], "letter.pdf", in: work)
    try draw(try Documents.shortMinutes(), "minutes.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    for rename in ["letter=first", "minutes=letter"] {
      let renamed = try docscan(work, "review", "out", "--rename", rename)
      #expect(renamed.exitCode == 0, "\(renamed.summary)")
    }
    let run = try work.run()
    #expect(run.output.contains("2 unchanged") && !run.output.contains("Not named"), "\(run.summary)")
    #expect(try names(work) == ["first", "letter"])
    #expect(try docscan(work, "review", "out", "--rename", "first=minutes").exitCode == 0)
    #expect(try work.record("letter").source == ["minutes.pdf"])
    let undo = try docscan(work, "undo", "out", "--all")
    #expect(undo.exitCode == 0, "\(undo.summary)")
    #expect(try names(work) == ["letter", "minutes"])
    #expect(try work.record("letter").source == ["letter.pdf"])
    #expect(try docscan(work, "verify", "out").exitCode == 0)
  }

  @Test("Undoes one name after another, down to the input's name")
  func namesInTurn() throws {
    let work = try workspace(name: "{total}")
    try draw(try Documents.receipt(), "bakery.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    #expect(try docscan(work, "undo", "out", "--document", "23.14").exitCode == 0)
    #expect(try docscan(work, "review", "out", "--rename", "bakery=../../Bread").errors.contains("cannot be the name"))
    for rename in ["bakery=Bread?", "Bread="] {
      #expect(try docscan(work, "review", "out", "--rename", rename).exitCode == 0)
    }
    #expect(try names(work) == ["bakery"])
    for name in ["Bread", "bakery"] {
      let undo = try docscan(work, "undo", "out")
      #expect(try undo.exitCode == 0 && names(work) == [name], "\(undo.summary)")
    }
    #expect(try docscan(work, "undo", "out").errors.contains("nothing to undo"))
  }

  @Test("Undoes a generated name with docscan undo")
  func undone() throws {
    let work = try workspace()
    try draw(try Documents.receipt(), "scan.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    try work.folder.write("mine", to: "out/\(Self.bakery)/note.txt")
    let undo = try docscan(work, "undo", "out", "--document", Self.bakery)
    #expect(undo.exitCode == 0, "\(undo.summary)")
    #expect(try names(work) == ["scan"])
    // Other files next to the results move along.
    #expect(work.folder.contains("out/scan/note.txt") && !work.folder.contains("out/\(Self.bakery)"))
    #expect(try work.run().exitCode == 0)
    #expect(try names(work) == ["scan"])
  }

  @Test("Names documents of an older library when they are processed again")
  func before() throws {
    let work = try workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    try draw(try Documents.receipt(), "scan.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    try work.folder.write("mine", to: "out/scan/note.txt")
    try pipeline(work, name: Self.template)
    #expect(try work.run().exitCode == 0)
    #expect(try names(work) == [Self.bakery] && work.folder.contains("out/\(Self.bakery)/note.txt"))
    #expect(!work.folder.contains("out/scan"))
  }

  @Test("Gives the same names and files after any number of kills")
  func killed() throws {
    let work = try workspace(name: "{date} {total}")
    for number in 1...3 {
      var page = try Documents.receipt()
      try page.line("Copy \(number)", at: Point(x: 16, y: 400), font: .mono(8.4))
      try draw(page, "scan\(number).pdf", in: work)
    }
    try PageDrawing.writePDF(try Documents.shortLetter(), to: work.folder / "in/letter.pdf")
    #expect(try work.run().exitCode == 0)
    let wanted = try work.results()
    for kills in 0..<4 {
      try FileManager.default.removeItem(atPath: work.folder / "out")
      for kill in 0...kills {
        let running = try work.command().start()
        // A run with nothing left to do may end earlier.
        _ = try running.wait { published(in: work) > kill }
        running.send(signal: SIGKILL)
        _ = try running.wait()
      }
      #expect(try work.run().exitCode == 0)
      let found = try work.results()
      let differing = Set(found.keys).union(wanted.keys).filter { found[$0] != wanted[$0] }.sorted()
      #expect(differing.isEmpty, "\(kills)")
    }
  }

  @Test(
    "Rejects a template with a mistake before reading anything",
    arguments: [
      ("{dat}", "Did you mean {date}?"), ("all", "has no field"), ("{date", "without a \\\"}\\\""),
      ("{date:MMM}", "{date:MMM}"),
      ("{title:0}", "1 to 200"),
    ])
  func mistakes(name: String, expected: String) throws {
    let work = try workspace(name: name)
    try draw(try Documents.receipt(), "scan.pdf", in: work)
    let run = try work.run()
    #expect(run.exitCode == 3 && run.errors.contains(expected.replacing("\\", with: "")), "\(run.summary)")
    #expect(!work.folder.contains("out"))
  }
}
