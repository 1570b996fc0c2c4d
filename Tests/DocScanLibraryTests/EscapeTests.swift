// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: hostile text stays text in every format, which each real program confirms.

import DocScanCore
import DocScanFiles
import DocScanFixtures
import DocScanLibrary
import FoundationEssentials
import Testing

@Suite("Escaping hostile text") struct EscapeTests {
  /// Hostile texts, equal in each run.
  private static let texts: [String] = {
    var numbers = SeededGenerator(seed: 32)
    return (0..<400).map { _ in HostileTexts.mixed(&numbers) } + HostileTexts.each
      + ["", "-", "=", "-5.00", "x.pdf\r\n1\r\n1\r\n", "\u{301}accent", "/\u{301}a/../\u{301}b"]
  }()

  /// Returns the result of a Python program for texts, both as JSON.
  private func python(_ script: String, _ value: JSONValue) throws -> JSONValue {
    var command = Command("python3", ["-c", "import sys,json\ndata=json.load(sys.stdin)\n" + script])
    command.standardInput = Array(try JSONText.compact(value))
    return try JSONFile.parse(Data(command.check().outputBytes))
  }

  private func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

  @Test("Writes CSV cells that read back unchanged except for hidden characters, without formulas")
  func csv() throws {
    let rows = Self.texts.map { "\(Escape.csvText($0)),\(Escape.csvNumber("-1.50")),\(Escape.csvText("end"))\r\n" }
    let found = try python(
      #"""
      import csv, io, unicodedata, re
      wrong = []
      for text, row in zip(data["texts"], data["rows"]):
          cells = list(csv.reader(io.StringIO(row, newline="")))
          if len(cells) != 1 or len(cells[0]) != 3 or cells[0][1:] != ["-1.50", "end"] \
             or cells[0][0].replace("'", "") != text.replace("'", ""):
              wrong.append(["cells", text, row])
          for delimiter in ";\t,":
              for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
                  if delimiter == "," and quoting == csv.QUOTE_NONE: continue
                  for cell in (c for r in csv.reader(io.StringIO(row, newline=""), delimiter=delimiter, quoting=quoting) for c in r):
                      cell = cell.split(',-1.50,')[0].rstrip('"')
                      seen = "".join(c for c in cell if unicodedata.category(c) not in ("Cf", "Mn", "Me", "Mc", "Cc", "Zs", "Zl", "Zp"))
                      if re.match('"*[=+@-]', seen) and not re.fullmatch(r"-?[0-9.]+", seen.strip('"')):
                          wrong.append(["formula", delimiter, quoting, text, row])
      print(json.dumps(wrong[:5]))
      """#, ["texts": list(Self.texts.map(Escape.cellText)), "rows": list(rows)])
    #expect(found == .array([]))
    let hidden: [Unicode.Scalar] = [
      "\u{202E}", "\u{2066}", "\u{200F}", "\u{61C}", "\u{9B}", "\u{7F}", "\u{2028}", "\u{1B}",
    ]
    for scalar in hidden {
      #expect(
        Escape.csvText("a\(scalar)\tb\r\n") == "\"a\\u{\(String(scalar.value, radix: 16, uppercase: true))}\tb\r\n\"")
    }
  }

  /// Returns the number of cells that LibreOffice considers formulas, with a separator by its ASCII number.
  private func formulas(in csv: String, separator: Int) throws -> (cells: Int, formulas: Int) {
    let folder = try TemporaryFolder()
    let file = try folder.write(csv, to: "a.csv")
    var command = Command(
      "soffice",
      [
        "-env:UserInstallation=file://\(folder / "profile")", "--headless", "--convert-to", "fods",
        "--infilter=CSV:\(separator),34,76", "--outdir", folder.path, file,
      ])
    command.environment["HOME"] = folder.path
    try command.check()
    let sheet = try folder.text("a.fods")
    return (sheet.matches(of: /<table:table-cell/).count, sheet.matches(of: /table:formula=/).count)
  }

  @Test(
    "Writes text that LibreOffice never reads as a formula, with any separator",
    arguments: [",", ";", "\t"])
  func office(separator: Character) throws {
    let number = Int(separator.asciiValue ?? 0)
    let control = try formulas(in: "SHOP\(separator)=1+1\r\n", separator: number)
    #expect(control.formulas == 1)
    let rows = Self.texts.map { "\(Escape.csvText($0)),\(Escape.csvNumber("-1.50")),\(Escape.csvText("end"))\r\n" }
    let found = try formulas(in: rows.joined(), separator: number)
    #expect(found.formulas == 0 && found.cells > 100, "\(found)")
  }

  @Test("Quotes a name as one word of a shell", arguments: ["bash", "C"])
  func shell(locale: String) throws {
    let folder = try TemporaryFolder()
    let names = Self.texts.filter { !$0.isEmpty }
    let script = try folder.write("printf '%s\\0' " + names.map(Escape.shellWord).joined(separator: " "), to: "script")
    var command = Command("bash", [script])
    if locale == "C" { command.environment["LC_ALL"] = "C" }
    #expect(try command.check().outputBytes == names.flatMap { Array($0.utf8) + [0] })
    // No name can control the terminal from which it is copied.
    #expect(!names.contains { Escape.shellWord($0).unicodeScalars.contains(where: \.actsOnTerminal) })
  }

  @Test("Writes text into XML without new elements")
  func xml() throws {
    let folder = try TemporaryFolder()
    let texts = Self.texts + ["a\0b\u{1}"]
    let elements = texts.map { text in
      "<t a=\"\(Escape.xmlAttribute(text))\" b='\(Escape.xmlAttribute(text))'>\(Escape.xmlText(text))</t>"
    }
    let file = try folder.write("<r>\(elements.joined())</r>", to: "a.xml")
    try Command("xmllint", ["--noout", "--nonet", file]).check()
    let found = try python(
      #"""
      import xml.etree.ElementTree as E
      wrong = []
      for text, element in zip(data["texts"], E.parse(data["file"]).getroot()):
          clean = "".join(c if c in "\t\n\r" or c >= " " and c not in "\ufffe\uffff" else "\ufffd" for c in text)
          if [element.get("a"), element.get("b"), element.text or ""] != [clean] * 3 or len(element): wrong.append(text)
      print(json.dumps(wrong[:5]))
      """#, ["texts": list(texts), "file": .string(file)])
    #expect(found == .array([]))
  }

  @Test("Keeps lines, addresses, labels, and hOCR properties as one value each")
  func values() throws {
    for text in Self.texts {
      #expect(!Escape.line(text).utf8.contains(10) && !Escape.line(text).utf8.contains(13))
      #expect(!Escape.cell(text).utf8.contains { [9, 10, 13, 34].contains($0) })
    }
    // Names in a line of a plan are read back byte for byte.
    let back = Escape.lines(Escape.joined(Self.texts))
    #expect(back.map { Array($0.utf8) } == Self.texts.map { Array($0.utf8) })
    let found = try python(
      #"""
      import re, urllib.parse
      wrong = []
      for text, percent, label, hocr in zip(*(data[k] for k in ("texts", "percent", "label", "hocr"))):
          if urllib.parse.unquote(percent) != text or not re.fullmatch("[A-Za-z0-9._~%-]*", percent): wrong.append(["percent", text])
          found = re.fullmatch(r'"((?:[^"\\\n]|\\["\\n])*)"', label, re.S)
          if not found or re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], found[1]) != text: wrong.append(["label", text])
          if hocr.count('"') != 2 or "\n" in hocr or "\r" in hocr: wrong.append(["hocr", text])
      print(json.dumps(wrong[:5]))
      """#,
      [
        "texts": list(Self.texts), "percent": list(Self.texts.map(Escape.percent)),
        "label": list(Self.texts.map { "\"\(Escape.metricsLabel($0))\"" }), "hocr": list(Self.texts.map(Escape.hocr)),
      ])
    #expect(found == .array([]))
  }

  @Test("Splits paths by bytes")
  func paths() {
    #expect(path("lib/\u{301}accent", below: "lib") == "\u{301}accent")
    #expect(path("library/x", below: "lib") == nil)
    #expect(path("/x", below: "/") == "x")
    #expect(leadsElsewhere("a/../\u{301}b") && leadsElsewhere("..") && leadsElsewhere("a//b"))
    #expect(!leadsElsewhere("a/..b/.c"))
    #expect(fileName("a/\u{301}b") == "\u{301}b" && parentFolder(of: "a/\u{301}b") == "a")
  }

  @Test("Prevents a merchant's name from adding entries or breaking the chart")
  func accounting() throws {
    let folder = try TemporaryFolder()
    let library = try ReceiptLibrary()
    let merchants = Self.texts.filter { $0.contains { !$0.isWhitespace } }.enumerated()
      .filter { $0.offset.isMultiple(of: 23) }.map(\.element)
    let hostile =
      merchants + ["ACME \"\u{301} STORE", "C;\u{301} D\n    evil:account  5", "#hash", "(code", "* x", "! y", "(c) z"]
    for (number, merchant) in hostile.enumerated() {
      let day = String(number % 28 + 101).suffix(2)
      try library.add("scan \(number)", [.of(merchant, "2024-0\(number / 28 % 9 + 1)-\(day)", "\(number + 1).25")])
    }
    let ledger = try library.ledger(rules: "Food \u{D4E}; 100: ACME")
    #expect(ledger.receipts.count == hostile.count)
    for text in [
      ledger.csv, PlainTextAccounting.hledger.text(of: ledger), PlainTextAccounting.beancount.text(of: ledger),
    ] {
      #expect(!text.unicodeScalars.contains { $0.actsOnTerminal && !"\t\r\n".unicodeScalars.contains($0) })
    }
    let journal = try folder.write(PlainTextAccounting.hledger.text(of: ledger), to: "a.journal")
    let entries = try JSONFile.parse(
      Data(Command("hledger", ["-f", journal, "print", "-O", "json"]).check().outputBytes))
    guard case .array(let list) = entries else { throw FixtureError("no list") }
    #expect(list.count == hostile.count)
    let accounts = try Command("hledger", ["-f", journal, "accounts"]).check().output
    #expect(accounts.split(separator: "\n").allSatisfy { $0.hasPrefix("expenses:") || $0 == "assets:unknown" })
    for case .object(let entry) in list { #expect(entry["tcode"] == "" && entry["tcomment"] != nil) }
    let beans = try folder.write(PlainTextAccounting.beancount.text(of: ledger), to: "a.beancount")
    #expect(try Command("bean-check", [beans]).check().output == "")
    let identifiers = try Command("bean-query", ["-f", "csv", beans, "select distinct id"]).check().output
    // Includes the line with the column's name.
    #expect(identifiers.split(whereSeparator: \.isNewline).count == hostile.count + 1)
    let chart = try SpendingChart(ledger)
    let svg = try folder.write(chart.drawn(as: .svg), to: "chart.svg")
    try Command("xmllint", ["--noout", "--nonet", svg]).check()
  }
}
