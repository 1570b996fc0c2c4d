// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the pages of a stack are numbered in every language of the word lists.

import Testing

@testable import DocScanLayout

@Suite("Page numbers with their total")
struct PageSignsTests {
  @Test(
    "Reads the number and the total",
    arguments: [
      "Page 2 of 5", "Seite 2 von 5", "Blatt 2/5", "Página 2 de 5", "Pagina 2 van 5", "Pagina 2 din 5", "Strona 2 z 5",
      "Stranica 2 od 5", "Halaman 2 dari 5", "Sivu 2/5", "Sayfa 2 / 5", "Bill 4711, page 2 of 5", "2 / 5",
    ])
  func counted(text: String) throws {
    let number = try #require(PageSigns.counted(in: text))
    #expect(number.page == 2 && number.count == 5)
  }

  @Test(
    "Takes no other numbers for page numbers", arguments: ["2 of 5 parts were sent", "2,5 / 7", "9 / 5", "Room 2 of 5"])
  func other(text: String) {
    #expect(PageSigns.counted(in: text) == nil)
  }
}
