// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: e-invoices are read with their PDFs, and contradictions between XML and pages are reported.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanStore
import FoundationEssentials
import Testing

@Suite("E-invoices")
struct EInvoiceTests {
  /// Returns the XML of the drawn invoice, with some values replaced.
  private static func xml(total: String = "1039.35", iban: String? = nil, before: String = "") -> String {
    let account = iban.map {
      "<cac:PaymentMeans><cac:PayeeFinancialAccount><cbc:ID>\($0)</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>"
    }
    return """
      \(before)<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="a" xmlns:cbc="b">
      <cbc:ID>2024-0387</cbc:ID><cbc:IssueDate>2024-05-21</cbc:IssueDate><cbc:DueDate>2024-06-04</cbc:DueDate>
      <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
      <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Kestrel Bicycle Works</cbc:Name></cac:PartyName></cac:Party></cac:AccountingSupplierParty>
      \(account ?? "")<cac:TaxTotal><cbc:TaxAmount>165.95</cbc:TaxAmount></cac:TaxTotal>
      <cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>873.40</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>\(total)</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal>
      <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity>6</cbc:InvoicedQuantity><cbc:LineExtensionAmount>35.70</cbc:LineExtensionAmount><cac:Item><cbc:Name>Inner tube</cbc:Name></cac:Item></cac:InvoiceLine>
      </Invoice>
      """
  }

  private func workspace() throws -> Workspace {
    let work = try Workspace()
    try work.pipeline(stages: "")
    return work
  }

  private func attach(_ files: [String: String], to name: String, in work: Workspace) throws {
    try PageDrawing.writePDF([try Documents.invoice()], to: work.folder / "plain.pdf")
    var arguments = [work.folder / "plain.pdf"]
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      try work.folder.write(text, to: file)
      arguments += ["--add-attachment", work.folder / file, "--"]
    }
    _ = try Command("qpdf", arguments + [work.folder / "in/\(name)"]).check()
  }

  private func docscan(_ work: Workspace, _ arguments: String...) throws -> CommandResult {
    var command = try Command.product("docscan", arguments)
    command.directory = work.folder.path
    return try command.run()
  }

  @Test("Reads the XML in a PDF into the document's invoice and the ledger")
  func attached() throws {
    let work = try workspace()
    try attach(["factur-x.xml": Self.xml()], to: "bill.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    let record = try work.record("bill")
    let invoice = try #require(record.invoice)
    #expect(invoice.source == .xml && invoice.format?.syntax == .ubl && invoice.differences == [])
    #expect(invoice.total?.value == "1039.35" && invoice.total?.page == 1 && invoice.dueDate?.value == "2024-06-04")
    #expect(invoice.lines?.first?.description == "Inner tube" && record.notes.isEmpty)
    let ledger = try docscan(work, "ledger", "out", "--csv").output
    #expect(ledger.contains("2024-05-21") && ledger.contains("Kestrel Bicycle Works") && ledger.contains("1039.35"))
    #expect(
      try Command("pdfdetach", ["-list", work.folder / "out/bill/bill.pdf"]).check().output.contains("factur-x.xml"))
  }

  @Test("Reports a contradiction in notes and review lists, and doesn't reprocess the document")
  func contradiction() throws {
    let work = try workspace()
    try PageDrawing.writePDF([try Documents.invoice()], to: work.folder / "in/bill.pdf")
    try work.folder.write(Self.xml(total: "1139.35"), to: "in/bill.xml")
    let plan = try work.run(["--dry-run"])
    #expect(plan.exitCode == 0 && plan.output.contains("1 page"), "\(plan.summary)")
    #expect(try work.run(["--review", "5"]).exitCode == 0)
    let sentence = "The XML says total 1139.35 EUR, page 1 shows 1039.35 EUR."
    #expect(try work.record("bill").notes.contains(sentence))
    #expect(try work.report().review?.pages.first?.reasons.contains(sentence) == true)
    let list = try docscan(work, "review", "out").output
    #expect(list.contains("bill: \(sentence)"), "\(list)")
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().documents.map(\.status) == [.unchanged])

    // Another XML makes it another document, as another PDF would.
    try work.folder.write(Self.xml(), to: "in/bill.xml")
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("bill-2").invoice?.differences == [])
  }

  @Test(
    "Corrects a field of an e-invoice, drops its contradiction, and brings the XML's value back when that is undone")
  func corrected() throws {
    let work = try workspace()
    try PageDrawing.writePDF([try Documents.invoice()], to: work.folder / "in/bill.pdf")
    try work.folder.write(Self.xml(total: "1139.35"), to: "in/bill.xml")
    #expect(try work.run().exitCode == 0)
    let before = try work.record("bill").invoice
    let ledger = try docscan(work, "ledger", "out").output
    // The forged amount is not offered for confirmation.
    #expect(ledger.contains("1139.35≠") && ledger.contains("bill:1:total=AMOUNT"), "\(ledger)")
    #expect(!ledger.contains("total=1139.35") && !ledger.contains("confirm"), "\(ledger)")
    let review = try docscan(work, "review", "out", "--field", "bill:1:total=1039.35")
    #expect(review.exitCode == 0 && review.output.contains("was \"1139.35\""), "\(review.summary)")
    let invoice = try #require(try work.record("bill").invoice)
    #expect(invoice.total?.value == "1039.35" && invoice.total?.isEdited == true && invoice.source == .xml)
    #expect(invoice.replaced == ["total": "1139.35"])
    let corrected = try docscan(work, "ledger", "out").output
    #expect(corrected.contains("1039.35  EUR") && !corrected.contains("≠"), "\(corrected)")
    let undo = try docscan(work, "undo", "out")
    #expect(undo.exitCode == 0, "\(undo.summary)")
    #expect(try work.record("bill").invoice == before)
    // The XML has no IBAN.
    let account = "DE89370400440532013000"
    #expect(try docscan(work, "review", "out", "--field", "bill:1:iban=\(account)").exitCode == 0)
    #expect(try work.record("bill").invoice?.ibans.map(\.value) == [account])
    #expect(try docscan(work, "undo", "out").exitCode == 0)
    #expect(try work.record("bill").invoice == before)
  }

  @Test("Ignores XML of other programs next to a PDF")
  func otherXML() throws {
    let work = try workspace()
    try PageDrawing.writePDF([try Documents.invoice()], to: work.folder / "in/bill.pdf")
    #expect(try work.run().exitCode == 0)
    let before = try work.record("bill")
    try work.folder.write("<alto><Layout/></alto>", to: "in/bill.xml")
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("bill") == before && before.invoice == nil)
  }

  @Test("Rejects an e-invoice without pages, and reads it together with its document")
  func alone() throws {
    let work = try workspace()
    try work.folder.write(Self.xml(), to: "in/bill.xml")
    let alone = "It is an e-invoice without pages. Put its PDF or scan next to it, as bill.pdf"
    for input in ["in/bill.xml", "in"] {
      let refused = try docscan(work, "run", "pipeline.json", input, "-o", "out")
      #expect(refused.exitCode == 4 && refused.errors.contains(alone), "\(refused.summary)")
    }
    try PageDrawing.writePDF([try Documents.invoice()], to: work.folder / "in/bill.pdf")
    let named = try docscan(work, "run", "pipeline.json", "in/bill.xml", "-o", "out")
    #expect(named.exitCode == 4 && named.errors.contains("Name bill.pdf instead"), "\(named.summary)")
    // The shell's "*" expands to both.
    let both = try docscan(work, "run", "pipeline.json", "in/bill.pdf", "in/bill.xml", "-o", "out")
    #expect(both.exitCode == 0, "\(both.summary)")
    #expect(try work.report().documents.map(\.name) == ["bill"])
    #expect(try work.record("bill").invoice?.source == .xml)
    // Among other inputs, the e-invoice is named and stops none of them.
    try work.folder.write(Self.xml(), to: "in/lonely.xml")
    let some = try docscan(work, "run", "pipeline.json", "in", "-o", "out")
    #expect(some.exitCode == 1 && some.errors.contains("lonely.xml"), "\(some.summary)")
  }

  @Test("Moves an e-invoice with its PDF in an inbox, and reports one without a PDF once")
  func inbox() throws {
    let space = try WatchSpace()
    let result = try space.whileWatching { running in
      try space.folder.write(Self.xml(), to: "inbox/bill.xml")
      try space.folder.write(Self.xml(), to: "inbox/lonely.xml")
      try PageDrawing.writePDF([try Documents.invoice()], to: space.folder / "inbox/bill.pdf")
      #expect(
        try running.wait {
          space.isProcessed("bill.pdf") && space.isProcessed("bill.xml") && running.errorsSoFar.contains("lonely.xml")
        })
    }
    #expect(!result.errors.contains("bill.xml"), "\(result.summary)")
    #expect(
      result.errors.components(separatedBy: "lonely.xml is ignored: It is an e-invoice without pages.").count == 2,
      "\(result.summary)")
    #expect(try space.left().contains("lonely.xml"))
  }

  @Test("Notes contradictory attached e-invoices, and survives hostile ones")
  func attachments() throws {
    let work = try workspace()
    try attach(["factur-x.xml": Self.xml(), "other.xml": Self.xml(total: "1.00")], to: "two.pdf", in: work)
    let bomb = Self.xml(before: "<!DOCTYPE r [<!ENTITY a \"ha\">]>")
    try attach(["factur-x.xml": bomb], to: "bomb.pdf", in: work)
    #expect(try work.run().exitCode == 0)
    #expect(try work.record("two").notes.contains("The XML says total 1039.35, other.xml says 1.00."))
    let bombed = try work.record("bomb")
    #expect(bombed.invoice == nil && bombed.status == .complete)
    #expect(bombed.notes.contains { $0.contains("factur-x.xml was not read: it declares a document type") })
  }
}
