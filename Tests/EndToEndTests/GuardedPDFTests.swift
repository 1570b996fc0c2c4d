// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: signed, encrypted, and dynamic PDFs are never broken silently.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Signed and encrypted PDFs")
struct GuardedPDFTests {
  /// Writes a scanned letter as a PDF, and a pipeline.
  private func scan(_ work: Workspace, as name: String) throws {
    try ImagePDF([try Documents.shortLetter()[0].raster(dpi: 150)], dpi: 150).write(to: work.folder / name)
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
  }

  @Test("Keeps a signed PDF unchanged, with its text in other files, unless the pipeline allows changes")
  func signed() throws {
    let work = try Workspace()
    let signature = "/AcroForm<</SigFlags 3/Fields[<</FT/Sig/T(s)/V<</Type/Sig/Contents<00>>>>>]>>"
    // With its text read again, the page would get a text layer.
    var pdf = HandmadePDF.pages(
      content: "BT /F 20 Tf 60 300 Td (The keeper signed this letter) Tj ET", catalog: signature)
    pdf.add("null")
    try work.folder.write(pdf.data, to: "in/signed.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#, more: #""pages": {"existingText": "force"},"#)
    #expect(try work.run().exitCode == 0)
    #expect(try work.folder.data("out/signed/signed.pdf") == work.folder.data("in/signed.pdf"))
    #expect(try work.page("signed", 1).text.contains("signed this letter"))
    #expect(try work.record("signed").notes.contains { $0.contains("signed and stays as it is") })

    try work.pipeline(
      stages: #"{"stage": "recognize"}"#, more: #""pages": {"existingText": "force", "signed": "change"},"#)
    let result = try work.run()
    #expect(result.exitCode == 0 && result.output.contains("no longer valid"))
    #expect(try work.folder.data("out/signed/signed.pdf") != work.folder.data("in/signed.pdf"))
  }

  @Test("Opens an encrypted PDF with a password file, and suggests that option without one")
  func encrypted() throws {
    let work = try Workspace()
    try scan(work, as: "plain.pdf")
    try Command(
      "qpdf", ["--encrypt", "s3cret", "owner", "256", "--", work.folder / "plain.pdf", work.folder / "in/locked.pdf"]
    ).check()
    #expect(try work.run().exitCode == 1)
    #expect(try work.record("locked").failure?.message.contains("--password-file") == true)

    try work.folder.write("wrong\n", to: "passwords")
    #expect(try work.run(["--password-file", work.folder / "passwords"]).exitCode == 1)
    #expect(try work.record("locked").failure?.message.contains("none of the passwords") == true)

    try work.folder.write("wrong\ns3cret\n", to: "passwords")
    let result = try work.run(["--password-file", work.folder / "passwords"])
    #expect(result.exitCode == 0, "\(result.summary)")
    #expect(try work.record("locked").notes.contains { $0.contains("encrypted") })
    #expect(try Command("qpdf", ["--is-encrypted", work.folder / "out/locked/locked.pdf"]).run().exitCode == 2)
    #expect(try work.pdfText("locked").contains("reading room"))
  }

  @Test("Accepts an encrypted PDF with its password in run, verify, and view")
  func encryptedDigital() throws {
    let work = try Workspace()
    try work.folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"verify": 1, "writers": [{"writer": "pdf"}, {"writer": "json"}]}}"#,
      to: "pipeline.json")
    try PageDrawing.writePDF([try Documents.shortMinutes()], to: work.folder / "plain.pdf")
    try Command(
      "qpdf", ["--encrypt", "s3cret", "owner", "256", "--", work.folder / "plain.pdf", work.folder / "in/locked.pdf"]
    ).check()
    try work.folder.write("s3cret\n", to: "passwords")
    let password = ["--password-file", work.folder / "passwords"]
    let result = try work.run(password)
    #expect(result.exitCode == 0, "\(result.summary)")
    let verified = try Command.product("docscan", ["verify", work.folder / "out"] + password).run()
    #expect(verified.exitCode == 0 && verified.output.contains("locked: sound"), "\(verified.summary)")
    let locked = try Command.product("docscan", ["verify", work.folder / "out"]).run()
    #expect(locked.output.contains("the same command with --password-file"), "\(locked.summary)")
    #expect(!locked.output.contains("move its folder away"))
    let blind = try Command.product("docscan", ["view", work.folder / "out"]).run()
    #expect(blind.errors.contains("locked.pdf") && !blind.errors.contains("1 documents"), "\(blind.summary)")
    let shown = try Command.product("docscan", ["view", work.folder / "out"] + password).run()
    #expect(shown.exitCode == 0 && !shown.errors.contains("failed"), "\(shown.summary)")
  }

  @Test("Gives passwords only to workers that have read nothing but the encrypted PDF")
  func passwordsOfWorkers() throws {
    let work = try Workspace()
    for number in [1, 2, 4] {
      let page = try Documents.shortLetter()[0].raster(dpi: Double(70 + number))
      try ImagePDF([page], dpi: 70).write(to: work.folder / "in/\(number).pdf")
    }
    try Command(
      "qpdf", ["--encrypt", "s3cret", "owner", "256", "--", work.folder / "in/2.pdf", work.folder / "in/3.pdf"]
    ).check()
    try work.folder.write("wrong\ns3cret\n", to: "passwords")
    try work.pipeline(stages: #"{"stage": "fault", "kind": "beg"}"#)
    let result = try work.command(
      ["--password-file", work.folder / "passwords"], workers: 1, faultyWorker: true
    ).run()
    #expect(result.exitCode == 1, "\(result.summary)")
    let said = try ["1", "2", "3", "4"].map { name in
      try #require(try work.record(name).pages.first?.failure?.message).split(separator: " ").map(String.init)
    }
    // The password that fits comes first.
    #expect(said.map(\.first) == ["nothing", "nothing", "s3cret", "nothing"], "\(said)")
    #expect(!said.indices.contains { $0 != 2 && said[$0].last == said[2].last }, "\(said)")
  }

  @Test("Rejects a missing or empty password file as a usage error")
  func passwordFile() throws {
    let work = try Workspace()
    try work.folder.write("", to: "empty")
    for file in ["missing", "empty"] {
      let result = try work.run(["--password-file", work.folder / file])
      #expect(result.exitCode == 2 && result.errors.contains("--password-file"), "\(result.summary)")
    }
  }

  @Test("Reports a form whose pages need a form engine")
  func dynamicForm() throws {
    let work = try Workspace()
    let form = "/NeedsRendering true/AcroForm<</Fields[]/XFA(<xdp/>)>>"
    try work.folder.write(HandmadePDF.pages(catalog: form).data, to: "in/form.pdf")
    try work.pipeline(stages: #"{"stage": "recognize"}"#)
    let result = try work.run()
    #expect(result.exitCode == 0 && result.output.contains("dynamic XFA"))
  }
}
