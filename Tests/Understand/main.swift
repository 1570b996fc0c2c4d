// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints what docscan finds in the text of recognized pages, as a line of JSON for each given page JSON:
//
//   swift run Understand '{"detect": {"mask": false}}' pages/0001.json…
//
// The first argument has the stages' settings. A change to a text stage can thus be measured in seconds.

internal import DocScanCore
internal import DocScanEngine
internal import DocScanLayout
import DocScanTables
internal import DocScanUnderstanding
internal import FoundationEssentials
internal import Glibc

struct Line: Encodable {
  let path: String
  let findings: PageFindings
}

// Prints the evidence for the fields of receipts, for Tests/Tools/fit/values.py: `swift run Understand receipt-evidence PAGE.json…`.
struct EvidenceLine: Encodable {
  struct Field: Encodable {
    let value: String
    let features: [Double]
  }

  let path: String
  let fields: [String: Field]
}

if CommandLine.arguments.dropFirst().first == "receipt-evidence" {
  for path in CommandLine.arguments.dropFirst(2) {
    let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
    let fields = ReceiptReader().evidence(on: page).mapValues {
      EvidenceLine.Field(value: $0.value, features: $0.features)
    }
    print(String(decoding: try JSONText.compact(EvidenceLine(path: path, fields: fields)), as: UTF8.self))
  }
  exit(0)
}

// Prints the invoice of each document, for Tests/Tools/fit/values.py: `swift run Understand invoices DOCUMENT/pages/0001.json…`.
struct InvoiceLine: Encodable {
  let path: String
  let invoice: Invoice?
  let evidence: [String: EvidenceLine.Field]
}

if CommandLine.arguments.dropFirst().first == "invoices" {
  let paths = CommandLine.arguments.dropFirst(2)
  let documents = Dictionary(grouping: paths) { URL(filePath: $0).deletingLastPathComponent().path }
  for (folder, paths) in documents.sorted(by: { $0.key < $1.key }) {
    let pages = try paths.sorted().compactMap { path -> Invoice.Page? in
      let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
      return InvoicePageReader().read(page).map { (page.page.number, $0) }
    }
    let evidence = Invoice.evidence(pages: pages).mapValues {
      EvidenceLine.Field(value: $0.value, features: $0.features)
    }
    let line = InvoiceLine(path: folder, invoice: Invoice(pages: pages), evidence: evidence)
    print(String(decoding: try JSONText.compact(line), as: UTF8.self))
  }
  exit(0)
}

// Prints the evidence for the kinds of pages, for Tests/Tools/fit/values.py: `swift run Understand kind-evidence PAGE.json…`.
if CommandLine.arguments.dropFirst().first == "kind-evidence" {
  for path in CommandLine.arguments.dropFirst(2) {
    let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
    let found = AboutReader().evidence(on: page)
    let fields = ["kind": EvidenceLine.Field(value: found.kind.rawValue, features: found.features)]
    print(String(decoding: try JSONText.compact(EvidenceLine(path: path, fields: fields)), as: UTF8.self))
  }
  exit(0)
}

// Prints documents' kinds and their names by a template, for Tests/Tools/measure/naming.py: `swift run Understand names TEMPLATE LEAST
// DOCUMENT/pages/0001.json…`.
struct NameLine: Encodable {
  let path: String
  let about: About?
  let name: String?
  let confidence: Double?
  let reason: String?
}

if CommandLine.arguments.dropFirst().first == "names" {
  var template = try NameTemplate(CommandLine.arguments[2])
  template.least = Double(CommandLine.arguments[3]) ?? NameTemplate.leastConfidence
  let documents = Dictionary(grouping: CommandLine.arguments.dropFirst(4)) {
    URL(filePath: $0).deletingLastPathComponent().path
  }
  for (folder, paths) in documents.sorted(by: { $0.key < $1.key }) {
    var (about, invoices, receipts): ([About.Page], [Invoice.Page], [(number: Int, says: Receipt)]) = ([], [], [])
    for path in paths.sorted() {
      let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
      if let says = AboutReader().read(page) { about.append((page.page.number, says)) }
      if let says = InvoicePageReader().read(page) { invoices.append((page.page.number, says)) }
      if let says = ReceiptReader().read(page), says.total != nil { receipts.append((page.page.number, says)) }
    }
    let invoice = Invoice(pages: invoices)
    let found = About(pages: about, invoice: invoice, receipt: receipts.count == 1 ? receipts.first : nil)
    var values = NameValues(input: URL(filePath: folder).deletingLastPathComponent().lastPathComponent)
    values.take(
      about: found, invoice: invoice, receipts: NameValues.Receipts(count: receipts.count, first: receipts.first?.says))
    let line =
      switch template.name(from: values) {
      case .name(let name, let confidence):
        NameLine(path: folder, about: found, name: name, confidence: confidence, reason: nil)
      case .unsure(let reason): NameLine(path: folder, about: found, name: nil, confidence: nil, reason: reason)
      }
    print(String(decoding: try JSONText.compact(line), as: UTF8.self))
  }
  exit(0)
}

// Prints the evidence for a boundary between two pages, for Tests/Tools/fit/piles.py: `swift run Understand boundaries`. Each line of
// the input contains the paths of two page JSONs, separated by a tab.
struct BoundaryLine: Encodable {
  let features: [Double]
  let probability: Double
}

if CommandLine.arguments.dropFirst().first == "boundaries" {
  var known: [String: PageSigns] = [:]
  func signs(of path: String) throws -> PageSigns {
    if let found = known[path] { return found }
    let found = PageSigns(try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path))))
    known[path] = found
    return found
  }
  while let line = readLine() {
    let paths = line.split(separator: "\t").map(String.init)
    let (before, after) = (try signs(of: paths[0]), try signs(of: paths[1]))
    let found = BoundaryLine(
      features: BoundaryModel.features(before, after), probability: BoundaryModel.fitted.probability(before, after))
    print(String(decoding: try JSONText.compact(found), as: UTF8.self))
  }
  exit(0)
}

// Prints the evidence for tables, for Tests/Tools/fit/tables.py: `swift run Understand table-evidence PAGE.json…`.
struct TableLine: Encodable {
  struct Candidate: Encodable {
    let box: Box
    let features: [Double]
  }

  let path: String
  let candidates: [Candidate]
}

if CommandLine.arguments.dropFirst().first == "table-evidence" {
  for path in CommandLine.arguments.dropFirst(2) {
    let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
    let candidates = TableReader().evidence(on: page).map { TableLine.Candidate(box: $0.box, features: $0.features) }
    print(String(decoding: try JSONText.compact(TableLine(path: path, candidates: candidates)), as: UTF8.self))
  }
  exit(0)
}

// Prints the tables of pages, for Tests/Tools/fit/tables.py: `swift run Understand tables PAGE.json…`.
if CommandLine.arguments.dropFirst().first == "tables" {
  for path in CommandLine.arguments.dropFirst(2) {
    let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
    var findings = PageFindings()
    try findings.set(TableReader().tables(of: page))
    print(String(decoding: try JSONText.compact(Line(path: path, findings: findings)), as: UTF8.self))
  }
  exit(0)
}

// Prints the forms of pages: `swift run Understand form PAGE.json…`.
if CommandLine.arguments.dropFirst().first == "form" {
  for path in CommandLine.arguments.dropFirst(2) {
    let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
    var findings = PageFindings()
    if let fields = FormReader(page).fields { try findings.set(fields) }
    print(String(decoding: try JSONText.compact(Line(path: path, findings: findings)), as: UTF8.self))
  }
  exit(0)
}

let settings = try JSONDecoder().decode(
  [String: [String: JSONValue]].self, from: Data((CommandLine.arguments.dropFirst().first ?? "{}").utf8))
let stages = try builtInStages.compactMap { $0 as? any TextStage.Type }.map { type in
  try type.init(settings: type.description.table.resolve(settings[type.description.name] ?? [:], path: ""))
}

for path in CommandLine.arguments.dropFirst(2) {
  let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
  var findings = PageFindings()
  for stage in stages {
    for found in try stage.findings(on: page) { try findings.set(found) }
  }
  print(String(decoding: try JSONText.compact(Line(path: path, findings: findings)), as: UTF8.self))
}
