// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: invisible text is removed without moving or changing visible text.

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanWire
import Testing

@Suite("Removing invisible text")
struct HiddenTextTests {
  /// Returns a page with this content before its word, without its hidden text; objects 6 and 7 are a form and a picture.
  private func cleared(_ content: String) throws -> Graft {
    let resources = """
      /Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/G<</Type/Font/Subtype/Type1\
      /BaseFont/Courier>>>>/XObject<</Form 6 0 R/Picture 7 0 R>>>>
      """
    var pdf = HandmadePDF.pages(page: resources, content: content)
    pdf.add(
      stream: "q 3 Tr BT /G 9 Tf 60 60 Td (hidden) Tj ET Q",
      entries: "/Type/XObject/Subtype/Form/BBox[0 0 400 600]")
    pdf.add(
      stream: "\u{1}",
      entries: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8")
    return try Graft(pdf.data, [(1, .original)], removesHiddenText: true)
  }

  @Test(
    "Removes hidden text, and keeps visible text in place",
    arguments: [
      // Text in rendering mode 3, alone and with its state restored.
      "q BT 3 Tr /G 20 Tf 50 50 Td (hidden) Tj ET Q",
      "BT /G 20 Tf 3 Tr 1 0 0 1 50 50 Tm [(hid) -20 (den)] TJ T* (hidden) ' 0 Tr ET",
      "3 Tr BT /G 20 Tf 50 50 Td (hidden) Tj ET 0 Tr",
      // In a form that draws nothing else.
      "q 1 0 0 1 5 5 cm /Form Do Q",
      // Covered by a picture.
      "q BT /G 20 Tf 50 50 Td (hidden) Tj ET Q q 400 0 0 600 0 0 cm /Picture Do Q",
    ])
  func removed(content: String) throws {
    let graft = try cleared(content)
    #expect(try graft.text(page: 1) == ["original1"])
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: graft.original))
    if content.contains("/G") { #expect(try !graft.expanded().contains("/Courier")) }
  }

  @Test("Keeps state that hidden text sets for later text")
  func keepsState() throws {
    let graft = try cleared("BT 3 Tr /G 30 Tf 9 Tc 50 50 Td (hidden) Tj ET BT 0 Tr 50 400 Td (seen) Tj ET 0 Tc")
    #expect(try graft.text(page: 1).joined() == "seenoriginal1")
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: graft.original))
  }

  @Test("Keeps the place of visible text after hidden text")
  func keepsPlaces() throws {
    let graft = try cleared(
      "BT /F 20 Tf 50 450 Td 3 Tr (hidden) Tj 0 30 Td (stays) Tj 0 Tr (behind) Tj ET")
    let text = try graft.text(page: 1).joined(separator: " ")
    #expect(!text.contains("hidden") && text.contains("behind"))
    #expect(try graft.drawing(of: graft.output) == graft.drawing(of: graft.original))
  }

  @Test("Keeps a content stream without hidden text byte by byte")
  func untouched() throws {
    let graft = try cleared("q 1 0 0 1 0 0 cm Q %  as it was")
    #expect(try graft.expanded().contains("q 1 0 0 1 0 0 cm Q %  as it was"))
  }
}
