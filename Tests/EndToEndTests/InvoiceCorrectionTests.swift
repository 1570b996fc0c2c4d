// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: a corrected field of an invoice is corrected in every result.

import DocScanCore
import DocScanFixtures
import DocScanStore
import Testing

@Suite("Corrections of invoices reach every file")
struct InvoiceCorrectionTests {
  /// Returns a workspace with an invoice over two pages.
  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: #"{"stage": "recognize"}, {"stage": "receipt"}"#)
    let font = PageFont.sans(10)
    var last = PageDrawing()
    try last.line("Invoice number 2024-0387", at: Point(x: 64, y: 80), font: font)
    for (row, text) in ["Please pay to", "Bank details", "Kestrel Savings Bank"].enumerated() {
      try last.line(text, at: Point(x: 64, y: 120 + Double(row) * 18), font: font)
    }
    try PageDrawing.writePDF([try Documents.invoice(), last], to: work.folder / "in/bill.pdf")
    #expect(try work.run().exitCode == 0)
    return work
  }

  private func docscan(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  /// Returns the fields of an invoice, and whether they were corrected, without confidences: their evidence is rounded in the files.
  private static func values(of invoice: Invoice) -> [String: String] {
    DecidedField.allCases.reduce(into: [:]) { values, field in
      values[field.rawValue] = invoice.value(of: field).map { $0 + (invoice[field]?.isEdited == true ? " edited" : "") }
    }
  }

  private static func values(_ work: Workspace) throws -> [String: String] {
    values(of: try #require(try work.record("bill").invoice))
  }

  @Test("Writes corrected fields of either page into the invoice and the ledger, and undoes them")
  func corrected() throws {
    let work = try workspace()
    let before = try #require(try work.record("bill").invoice)
    #expect(before.pages == [1, 2] && before.total?.value == "1039.35")
    #expect(before.net?.value == "873.40" && before.tax?.value == "165.95")
    let fields = [
      "1:merchant=Kestrel Bicycles Ltd", "2:tax=39.35", "2:net=1000.00", "1:dueDate=2024-07-01", "1:buyer=Riverside",
      "2:iban=DE89 3704 0044 0532 0130 00",
    ]
    for field in fields {
      let review = try docscan(work, "review", "out", "--field", "bill:\(field)")
      #expect(review.exitCode == 0, "\(review.summary)")
    }
    let invoice = try #require(try work.record("bill").invoice)
    #expect(invoice.seller?.value == "Kestrel Bicycles Ltd" && invoice.seller?.isEdited == true)
    #expect(invoice.net?.value == "1000.00" && invoice.tax?.value == "39.35" && invoice.dueDate?.value == "2024-07-01")
    #expect(invoice.buyer?.value == "Riverside" && invoice.ibans.map(\.value) == ["DE89370400440532013000"])
    let ledger = try docscan(work, "ledger", "out", "--csv").output
    let none = try docscan(work, "ledger", "out", "--kind", "creditNote", "-o", "none.xlsx")
    #expect(none.errors.contains("0 documents written to none.xlsx.\nNo receipts match"), "\(none.summary)")
    #expect(ledger.contains("Kestrel Bicycles Ltd") && ledger.contains("1000.00,39.35"), "\(ledger)")
    // A new run keeps them.
    #expect(try work.run(["--overwrite"]).exitCode == 0)
    #expect(try Self.values(work) == Self.values(of: invoice))
    let wrong = try docscan(work, "review", "out", "--field", "bill:1:iban=4711")
    #expect(wrong.exitCode == 2 && wrong.errors.contains("an account such as"), "\(wrong.summary)")
    #expect(try docscan(work, "undo", "out", "--all").exitCode == 0)
    #expect(try Self.values(work) == Self.values(of: before))
  }
}
