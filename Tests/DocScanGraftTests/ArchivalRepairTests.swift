// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: repairs for PDF/A are complete and change nothing else.

import DocScanFixtures
import Testing

@testable import DocScanNative

@Suite("Repairs for PDF/A")
struct ArchivalRepairTests {
  @Test("Leaves nothing to repair, and keeps links")
  func repairs() throws {
    let folder = try TemporaryFolder()
    var pdf = HandmadePDF()
    pdf.add("<</Type/Catalog/Pages 2 0 R>>")
    pdf.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 400 600]/Resources<</ProcSet[/PDF]>>>>")
    let link = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(x:there)>>>>"
    pdf.add("<</Type/Page/Parent 2 0 R/Annots[\(link)\(link)]>>")
    pdf.add("<</Type/Page/Parent 2 0 R/Resources<<>>>>")
    let path = try folder.write(pdf.data, to: "original.pdf")
    let repairs = try PDFArchival.report(InputFile(path: path)).repairs
    #expect(repairs == [.linkFlags(page: 1), .resources(page: 1)])
    let document = try PDFGraftDocument(InputFile(path: path))
    PDFArchival.apply(repairs, to: document)
    try document.write(to: folder / "repaired.pdf")
    let report = try PDFArchival.report(InputFile(path: folder / "repaired.pdf"))
    #expect(report.obstacles.isEmpty && report.repairs.isEmpty)
    let expanded = try Command("qpdf", ["--qdf", folder / "repaired.pdf", "-"]).check().output
    #expect(expanded.matches(of: /x:there/).count == 2)
  }
}
