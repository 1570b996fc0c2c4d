// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: every command that the manual, the help, and messages suggest works as printed.

import DocScanFixtures
import FoundationEssentials
import Testing

@Suite("Suggested commands")
struct AdviceTests {
  @Test("Accepts every command that the manual and the help show")
  func manual() throws {
    var commands: [String] = []
    for page in try DocumentationTests.pages() {
      let text = String(decoding: try Data(contentsOf: URL(filePath: "\(Places.package)/\(page)")), as: UTF8.self)
      commands += Self.commands(inBlocksOf: text)
    }
    let help = try Command.product("docscan", ["--help"]).check().output
    let names = help.split(separator: "Commands:")[1].matches(of: #/(?m)^  ([a-z]+) +[A-Z]/#).map {
      String($0.output.1)
    }
    #expect(names.count > 15)
    for name in names {
      let text = try Command.product("docscan", ["help", name]).check().output
      commands += text.matches(of: #/\nExample:\n  (docscan .*)\n/#).map { String($0.output.1) }
    }
    #expect(commands.count > 70)
    for (command, code, errors) in try Sandbox().run(commands) {
      // A plan of one document can't have 400 shards.
      let isShort = errors.contains("Nothing was moved")
      #expect(isShort || ![2, 3, 127].contains(code), "\(command): exit code \(code), \(errors)")
    }
  }

  @Test("Suggests a command that works in each error message")
  func messages() throws {
    // Each mistake leads to a message that suggests a command.
    let mistakes = [
      "docscan scan.pdf new.pdf", "docscan watch trip", "docscan run receipts.json trip",
      "docscan ledger library", "docscan archive", "docscan check scan.pdf", "docscan -x.pdf", "docscan help photos",
    ]
    let sandbox = try Sandbox()
    var advised: [String] = []
    for (mistake, _, errors) in try sandbox.run(mistakes) {
      let advice = errors.matches(of: #/(?m): (docscan .*?)\.?(?: shows .*)? *(?:See: .*)?$/#).map {
        String($0.output.1)
      }
      #expect(!advice.isEmpty, "\(mistake) gives no advice: \(errors)")
      advised += advice.map { command in
        ["INPUT…", "PHOTOS", "…"].reduce(command) { $0.replacing($1, with: "trip") }
      }
    }
    for (command, code, errors) in try sandbox.run(advised) {
      #expect(![2, 3, 127].contains(code), "\(command): exit code \(code), \(errors)")
    }
  }

  /// Returns the commands in code blocks, without those that a page shows as mistakes.
  private static func commands(inBlocksOf text: String) -> [String] {
    var commands: [String] = []
    for block in text.matches(of: /(?m)^```(?:sh|console)\n((?s).*?)^```/) {
      let lines = block.output.1.replacing(/\\\n\s*/, with: "").split(separator: "\n")
      for (index, line) in lines.enumerated() {
        let words = line.hasPrefix("$ ") ? line.dropFirst(2) : line
        let isMistake = index + 1 < lines.count && lines[index + 1].hasPrefix("docscan: ")
        if words.hasPrefix("docscan "), !isMistake { commands.append(String(words)) }
      }
    }
    return commands
  }
}

/// A home with everything that examples name: small documents, and one folder of results under all names.
private struct Sandbox {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["bin", "work/inbox", "work/trip", "work/sample", "work/srv/scans", "work/Scans"] {
      try FileManager.default.createDirectory(atPath: folder / name, withIntermediateDirectories: true)
    }
    // Commands are tested here, and not reading, so most pages are small.
    let minutes = folder / "minutes.pdf"
    try ImagePDF([Documents.shortMinutes().raster(dpi: 100)], dpi: 100).write(to: minutes)
    for name in [
      "scan.pdf", "photo.jpg", "sample/photo.jpg", "trip/1.jpg", "inbox/a.pdf", "-x.pdf",
    ] {
      try FileManager.default.copyItem(atPath: minutes, toPath: folder / "work/\(name)")
    }
    for name in ["scans", "photos", "letters", "data"] { try link("work/\(name)", to: "trip") }
    for name in ["page1.jpg", "page2.jpg", "page3.jpg"] { try link("work/\(name)", to: "photo.jpg") }
    for (name, pages) in [
      ("sample/letter.pdf", "1,1,1"), ("sample/minutes.pdf", "1,1,1,1,1,1,1,1,1"), ("pile.pdf", "1,1,1,1,1"),
    ] {
      try Command("qpdf", ["--empty", "--pages", minutes, pages, "--", folder / "work/\(name)"]).check()
    }
    try folder.write("correct horse battery\n", to: "work/password")
    try Command("chmod", ["600", folder / "work/password"]).check()
    try folder.write(
      """
      {"stages": [{"stage": "recognize"}, {"stage": "about"}],
       "output": {"name": "{date} {title|input}", "writers": [{"writer": "json"}]}}
      """, to: "work/filing.json")
    try folder.write(
      #"{"stages": [{"stage": "recognize"}], "hooks": {"webhook": "https://localhost/documents"}}"#,
      to: "work/archive.json")
    try link("bin/docscan", to: Places.product("docscan"))
    _ = try run(["docscan sample -o out", "docscan check scan > work/mine.json"])
    for name in ["library", "archive", "results", "Receipts", "books", "receipts", "docscan-out", "srv/archive"] {
      try Command("cp", ["-r", folder / "work/out", folder / "work/\(name)"]).check()
    }
    // An uncut pile.
    _ = try run(["docscan pile.pdf -o out"])
    // Fields can only be corrected on recognized pages.
    let receipt = Places.package + "/Pipelines/sample/photo.jpg"
    try FileManager.default.copyItem(atPath: receipt, toPath: folder / "work/shop.jpg")
    _ = try run(["docscan receipts shop.jpg -o out --also tables", "docscan receipts shop.jpg -o Receipts"])
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder / name, withDestinationPath: target)
  }

  /// Runs commands in turn in one shell, and interrupts those that don't end.
  func run(_ commands: [String]) throws -> [(command: String, code: Int, errors: String)] {
    let lines = commands.map { command in
      // Tests can't write to the machine's top-level folders.
      let local = command.replacing(" /srv", with: " srv").replacing(" /data", with: " data")
      let ends = !["docscan watch ", "--serve", "--follow", "--watch scan"].contains(where: local.contains)
      return "limit=\(ends ? 60 : 2)\n{ " + local + "\n} </dev/null &>../said\n"
        + #"echo "$? $(head -c 2000 ../said | tr -d '\0' | tr '\n' ' ')""#
    }
    let program = folder / "bin/docscan"
    let limit = "docscan() { timeout --signal INT --kill-after 2 $limit '\(program)' " + #""$@"; }"# + "\n"
    var shell = Command("bash", ["-c", limit + lines.joined(separator: "\n") + "\ntrue"])
    shell.environment = try Command.recordedWorker().merging(
      ["HOME": folder / "work", "LC_ALL": "C.UTF-8", "BROWSER": "true", "TMPDIR": folder.path]
    ) { $1 }
    shell.directory = folder / "work"
    let answers = try shell.check().output.split(separator: "\n")
    return zip(commands, answers).map { command, answer in
      (command, Int(answer.prefix { $0 != " " }) ?? 127, String(answer.drop { $0 != " " }.dropFirst()))
    }
  }
}
