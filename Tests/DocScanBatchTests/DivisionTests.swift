// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: separators split an input exactly, and no name from a code leads out of its folder.

import DocScanCore
import DocScanStore
import DocScanWire
import Testing

@testable import DocScanBatch
@testable import DocScanInput

@Suite("Splitting at separators")
struct DivisionTests {
  private let rules: SeparatorRules

  init() throws {
    let pipeline = try Pipeline(
      value: ["input": ["separators": "barcodes"]], stages: [], writers: [])
    rules = SeparatorRules(settings: try #require(pipeline.input.separators))
  }

  /// Splits pages, each given by its codes; `_` is a blank page.
  private func divide(_ codes: [[String]], reserved: Set<String> = []) -> Division {
    let pages = zip(1..., codes).map { number, codes in
      Division.Page(
        number: number, title: "Page \(number) of scan.pdf", untrustedCodes: codes == ["_"] ? [] : codes,
        isBlank: codes == ["_"])
    }
    return Division(pages, rules: rules, reserved: reserved)
  }

  private func names(_ codes: [[String]]) -> [String] { divide(codes).parts.map(\.name) }
  private func pages(_ codes: [[String]]) -> [[Int]] { divide(codes).parts.map(\.pages) }

  @Test("Splits nothing without separators, whatever other codes there are")
  func none() {
    let division = divide([[], ["4006381333931"], ["PATCHT 2"], ["XASN1"], ["docscan:old"]])
    #expect(division.parts.isEmpty && division.notes.isEmpty)
  }

  @Test("Omits separator sheets with a note, and makes no empty documents")
  func sheets() {
    #expect(pages([[], ["PATCHT"], [], []]) == [[1], [3, 4]])
    #expect(names([[], ["PATCHT"], [], []]) == ["1", "2"])
    #expect(pages([["PATCHT"], [], []]) == [[2, 3]])
    #expect(pages([["patcht "], [], ["docscan:new"], ["PATCHT"], [], ["PATCHT"]]) == [[2], [5]])
    let last = divide([[], ["PATCHT"], [], ["PATCHT"]])
    #expect(last.parts.map(\.pages) == [[1], [3]])
    #expect(last.parts[0].notes.isEmpty)
    #expect(
      last.parts[1].notes == [
        "Page 2 of scan.pdf is a separator sheet (PATCHT) and was left out.",
        "Page 4 of scan.pdf is a separator sheet (PATCHT) and was left out.",
      ])
    #expect(last.parts[1].separator == DocumentRecord.Separator(text: "PATCHT", page: 2))
    #expect(last.notes.count == 2)
  }

  @Test("Keeps an input that contains only separator sheets as one document")
  func sheetsAlone() {
    let division = divide([["PATCHT"], ["_"], ["PATCHT"]])
    #expect(division.parts.isEmpty)
    #expect(division.notes == ["It consists of separator sheets only, so it was not divided."])
  }

  @Test("Omits the blank back of a sheet, and keeps other blank pages")
  func backs() {
    #expect(pages([["PATCHT"], ["_"], [], ["_"], ["PATCHT"], ["_"], ["_"], []]) == [[3, 4], [7, 8]])
    #expect(pages([["ASN1"], ["_"], []]) == [[1, 2, 3]])
    // A sheet has its code on both sides.
    #expect(names([["docscan:new:A"], ["docscan:new:A"], [], ["docscan:new:B"], ["docscan:new"], []]) == ["A", "B"])
  }

  @Test("Keeps a page with an archive number, and names its document after it")
  func numbers() {
    #expect(pages([[], ["ASN00123"], [], ["asn7"], []]) == [[1], [2, 3], [4, 5]])
    #expect(names([[], ["ASN00123"], [], ["asn7"], []]) == ["1", "ASN00123", "asn7"])
    #expect(divide([["x"], ["ASN5", "PATCHT"]]).parts.map(\.pages) == [[1], [2]])
    // An equal number on each page of a document doesn't split it; later, it begins another document.
    #expect(pages([["ASN1"], ["ASN1"], [], ["ASN1"], ["ASN2"], ["ASN1"]]) == [[1, 2, 3, 4], [5], [6]])
    #expect(names([["ASN1"], ["ASN2"], ["ASN1"], ["PATCHT"], ["asn1"]]) == ["ASN1", "ASN2", "ASN1-2", "asn1-3"])
    #expect(names([["docscan:new:Lease"], ["ASN9"], []]) == ["Lease"])
  }

  @Test(
    "Names the following document by the code on the sheet",
    arguments: [
      ("docscan:new?name=Invoice%202024", "Invoice 2024"), ("docscan:new:Invoice 2024", "Invoice 2024"),
      ("DocScan:New?x=1&Name=A%2FB", "A_B"), ("docscan:new?name=%+5%zz", "%+5%zz"), ("docscan:new", "1"),
      ("docscan:new:", "1"), ("docscan:new?name=", "1"),
    ])
  func sheetNames(code: String, name: String) {
    #expect(names([[code], []]) == [name])
  }

  @Test(
    "Sanitizes hostile names from codes",
    arguments: [
      ("../../etc/passwd", "_._.._etc_passwd"), ("..", "1"), ("/", "1"), (".hidden", "_hidden"),
      ("a\nb\u{0}\u{1B}[2J", "a_b__[2J"), ("evil\u{202E}fdp.exe", "evil_fdp.exe"), ("\u{200B}", "1"), ("a\\b", "a_b"),
      ("  two   words ", "two words"), ("scan.JSON", "scan.JSON-2"),
    ])
  func hostileNames(wish: String, name: String) {
    #expect(divide([["docscan:new:" + wish], []], reserved: ["scan.json"]).parts.map(\.name) == [name])
  }

  @Test("Shortens names and notes from a code of ten thousand characters")
  func longNames() throws {
    let part = try #require(divide([["ASN" + String(repeating: "ü", count: 10_000)], []]).parts.first)
    #expect(part.name.utf8.count <= 200 && part.name.hasPrefix("ASNü"))
    let note = try #require(divide([["docscan:new:" + String(repeating: "x", count: 10_000)], []]).notes.first)
    #expect(note.count < 200)
  }

  @Test("Numbers equal names")
  func collisions() {
    #expect(names([["docscan:new:2"], [], ["PATCHT"], [], ["docscan:new:two"], []]) == ["2", "2-2", "two"])
  }

  @Test("Notes a page that couldn't be searched for separators")
  func unseen() {
    let page = Division.Page(number: 1, title: "Page 1 of scan.pdf", isSeen: false)
    #expect(Division([page], rules: rules).notes == ["Page 1 of scan.pdf could not be searched for separators."])
  }

  @Test("Asks for pages one by one after a crash, and skips the one that crashes again")
  func lostPages() throws {
    let input = InputDocument(name: "scan", source: "scan.pdf", identity: "/in/scan.pdf", paths: ["in/scan.pdf"])
    let survey = Survey(
      input, digest: InputDigest(files: [""]),
      inspection: Inspection(untrustedPageCounts: [6], canGraft: true), selection: .all)
    let first = try #require(survey.take())
    survey.lost(first)
    while let pages = survey.take() {
      guard pages != 1..<2 else {
        survey.lost(pages)
        continue
      }
      let answer = pages.map { SurveyedPage(untrustedCodes: $0 == 3 ? ["PATCHT"] : [], isBlank: false) }
      #expect(survey.complaint(about: answer, to: pages) == nil)
      #expect(survey.complaint(about: answer + answer, to: pages) != nil)
      survey.accept(answer, to: pages)
    }
    #expect(survey.isComplete)
    let division = survey.division(rules)
    #expect(division.parts.map(\.pages) == [[1, 2, 3], [5, 6]])
    #expect(division.parts[0].notes == ["Page 2 of scan.pdf could not be searched for separators."])
  }

  @Test("Separates at the codes that the user configured")
  func patterns() throws {
    let pipeline = try Pipeline(
      value: ["input": ["separators": "barcodes", "separatorSheets": ["*END*"], "separatorPages": ["INV-*-2024"]]],
      stages: [], writers: [])
    let rules = SeparatorRules(settings: try #require(pipeline.input.separators))
    #expect(rules.role(of: ["the end."]) == .sheet(code: "the end.", name: nil))
    #expect(rules.role(of: ["inv-7-1-2024"]) == .first(code: "inv-7-1-2024"))
    for code in ["INV-2024", "PATCHT", "INV-7-2024x", ""] { #expect(rules.role(of: [code]) == nil, "\(code)") }
  }
}
