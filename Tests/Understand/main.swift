// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints what docscan finds in the text of pages that were read before: a line of JSON for each page JSON that is named,
//
//   swift run Understand '{"detect": {"mask": false}}' pages/0001.json…
//
// with settings of the stages before them, so that a change to a stage that looks at text can be measured in seconds.

internal import DocScanCore
internal import DocScanEngine
internal import DocScanUnderstanding
internal import FoundationEssentials
internal import Glibc

struct Line: Encodable {
  let path: String
  let findings: PageFindings
}

// What speaks for the fields of receipts, for Tests/receipts.py: `swift run Understand receipt-evidence PAGE.json…`.
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

// What the pages of each document say of an invoice, for Tests/invoices.py: `swift run Understand invoices DOCUMENT/pages/0001.json…`.
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

let settings = try JSONDecoder().decode(
  [String: [String: JSONValue]].self, from: Data((CommandLine.arguments.dropFirst().first ?? "{}").utf8))
let stages = try builtInStages.compactMap { $0 as? any TextStage.Type }.map { type in
  try type.init(settings: type.description.table.resolve(settings[type.description.name] ?? [:], path: ""))
}

for path in CommandLine.arguments.dropFirst(2) {
  let page = try JSONDecoder().decode(RecognizedPage.self, from: Data(contentsOf: URL(filePath: path)))
  var findings = PageFindings()
  for stage in stages {
    if let found = try stage.look(at: page) { try findings.set(found) }
    if let found = try stage.lookFurther(at: page) { try findings.set(found) }
  }
  print(String(decoding: try JSONText.compact(Line(path: path, findings: findings)), as: UTF8.self))
}
