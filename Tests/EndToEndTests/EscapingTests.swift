// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: text from documents can't control terminals, browsers, or parsers.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Glibc
import Testing

@Suite("Escaping documents' text")
struct EscapingTests {
  private static let nasty =
    "\u{1B}]0;owned\u{7}\u{1B}[31m<script>alert(1)</script>]]>\"'&\u{202E}\u{2028}\u{9B}m\n\u{8}"

  /// Returns a workspace with documents whose names, metadata, and text attack terminals, browsers, and parsers.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    let writers = ["pdf", "text", "json", "jsonl", "hocr", "alto", "page", "tsv", "markdown"].map {
      #"{"writer": "\#($0)"}"#
    }
    try work.folder.write(
      #"{"stages": [{"stage": "recognize"}], "output": {"verify": 1, "writers": [\#(writers.joined(separator: ", "))]}}"#,
      to: "pipeline.json")
    let title = Self.nasty.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>")
    pdf.add("<</Type/Pages/Count 1/Kids[4 0 R]/MediaBox[0 0 400 600]/Resources 3 0 R>>")
    pdf.add("<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>")
    pdf.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R>>")
    pdf.add(
      stream:
        "BT /F 12 Tf 20 300 Td (<script>alert\\(1\\)</script> ]]> & \\033[31m <img src=x onerror=a> `x` | y) Tj ET")
    pdf.add("<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>")
    pdf.add("<</Title<feff\(title)>/Parent 6 0 R/Dest[4 0 R/Fit]>>")
    pdf.add("<</Title<feff\(title)>/Author<feff\(title)>/Subject<feff\(title)>/Keywords<feff\(title)>>>")
    let text = String(decoding: pdf.data, as: UTF8.self).replacing("/Root 1 0 R", with: "/Root 1 0 R/Info 8 0 R")
    let names = [
      "plain", "\u{1B}[31mred", "line\nfeed\r", "rtl\u{202E}fdp", "sep\u{2028}c1\u{9B}31m", "<script>x", "]]>&amp;\"'",
      "x" + String(repeating: "\u{301}", count: 120),
    ]
    // The bytes after the end make each a separate document.
    for (number, name) in names.enumerated() {
      try work.folder.write(Data("\(text)% \(number)\n".utf8), to: "in/\(name).pdf")
    }
    // Files that fail, so that messages contain their names and bytes.
    try work.folder.write("%PDF-1.4\n\u{1B}[2J<script>\u{202E}", to: "in/broken\u{1B}[2J.pdf")
    try work.folder.write("nothing", to: "in/\u{7}other\u{202E}.jpg")
    return work
  }

  private func expectHarmless(_ text: String, _ what: String, allowing allowed: Set<Unicode.Scalar> = ["\n"]) {
    let harmful = text.unicodeScalars.filter { scalar in
      let isControl = scalar.properties.generalCategory == .control && !allowed.contains(scalar)
      return isControl || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
    #expect(harmful.isEmpty, "\(what): \(harmful.map { String($0.value, radix: 16) }) in \(text.debugDescription)")
  }

  @Test("Prints nothing that controls the terminal", arguments: ["plain", "bar", "json", "none"])
  func terminal(progress: String) throws {
    let work = try workspace()
    let result = try work.run(["--progress", progress])
    #expect(result.exitCode == 1, "\(result.summary)")
    expectHarmless(result.output, "standard output")
    let bar = result.errors.replacing("\r\u{1B}[K", with: "")
    expectHarmless(progress == "bar" ? bar : result.errors, "standard error")
    for arguments in [["verify", work.folder / "out"], ["verify", work.folder / "out", "--json"]] {
      let verified = try Command.product("docscan", arguments).run()
      expectHarmless(verified.output, "verify")
      expectHarmless(verified.errors, "verify")
    }
    let wrong = try Command.product("docscan", ["run", work.folder / "pipeline.json", "no\u{1B}[31m\u{202E}file"]).run()
    #expect(wrong.exitCode == 4)
    expectHarmless(wrong.errors, "an error")
  }

  @Test("Escapes documents' text in names, XML, HTML, and Markdown")
  func files() throws {
    let work = try workspace()
    #expect(try work.run().exitCode == 1)
    let files = try work.folder.files(under: "out").filter { !$0.hasPrefix(".docscan") }
    for file in files { expectHarmless(file, "a name", allowing: []) }
    #expect(try work.report().totals.complete == 8)
    let xml = files.filter { $0.hasSuffix(".hocr") || $0.hasSuffix(".xml") }.map { work.folder / "out/\($0)" }
    #expect(xml.count == 24)
    try Command("xmllint", ["--noout", "--nonet"] + xml).check()
    for file in xml where file.hasSuffix(".hocr") {
      let hocr = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
      // docscan's own script.
      #expect(hocr.components(of: "<script").count == 2 && !hocr.contains("<img"), "\(file)")
      let read = try Command("xmllint", ["--html", "--xpath", "count(//script | //img)", file]).run()
      #expect(read.output.hasPrefix("1"), "\(read.summary)")
    }
    for file in files where file.hasSuffix(".md") {
      let markdown = try work.folder.text("out/\(file)")
      // Without docscan's own page mark.
      let text = markdown.replacing("<!-- page 1 -->", with: "").replacing("\\<", with: "")
      #expect(!text.contains("<"), "\(markdown)")
    }
    for file in files where file.hasSuffix(".txt") || file.hasSuffix(".tsv") {
      let text = try work.folder.text("out/\(file)")
      #expect(!text.contains("\u{1B}"))
    }
    for file in files where file.hasSuffix(".pdf") {
      let information = try Command("pdfinfo", ["-meta", work.folder / "out/\(file)"]).check().output
      #expect(!information.contains("<script"), "\(information)")
    }
  }
}

extension String {
  /// Returns the parts between separators.
  fileprivate func components(of mark: String) -> [Substring] {
    split(separator: mark, omittingEmptySubsequences: false)
  }
}
