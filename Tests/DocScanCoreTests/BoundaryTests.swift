// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: boundaries in a stack of pages are proposed from evidence, and the user's decisions hold.

import DocScanCore
import DocScanLayout
import DocScanStore
import Testing

@Suite("Boundaries in stacks")
struct BoundaryTests {
  /// Returns a page with lines from top to bottom.
  private func page(_ lines: [String], size: RasterSize = .init(width: 1654, height: 2339, dpi: 200)) -> RecognizedPage
  {
    let step = Double(size.height) / Double(max(lines.count, 1) + 2)
    let placed = zip(1..., lines).map { number, text in
      let box = Box(x: 150, y: Double(number) * step, width: 900, height: 30)
      let words = text.split(separator: " ").map { Word(text: String($0), confidence: 0.95, box: box) }
      return Line(text: text, confidence: 0.95, box: box, baseline: [], words: words)
    }
    let block = Block(kind: .paragraph, box: Box(x: 150, y: 0, width: 900, height: Double(size.height)), lines: placed)
    return RecognizedPage(
      document: DocumentReference(name: "pile", sha256: "", pageCount: 1),
      page: PageReference(number: 1, source: "pile.pdf", sourcePage: 1),
      status: lines.isEmpty ? .blank : .recognized, source: size, image: size, blocks: lines.isEmpty ? [] : [block])
  }

  private func proposals(_ pages: [RecognizedPage]) -> [Boundary] {
    var finder = BoundaryFinder()
    for (number, page) in zip(1..., pages) { finder.take([page], number: number) }
    return finder.proposals
  }

  private let harbor = [
    "Harbor Works Limited", "Invoice 4711-2024", "the pump and the valves were delivered to the northern quay,",
    "with seals and gaskets for each of the pumps,",
  ]
  private let garden = [
    "Botanical Garden Society", "Dear members", "our spring meeting takes place among the magnolias again.",
    "Flowers, trees and shrubs are shown by volunteers.",
  ]

  @Test("Proposes a boundary if page numbers restart, but not if they continue")
  func numbers() {
    let pile = [
      page(harbor + ["Page 1 of 2"]), page(harbor + ["Page 2 of 2"]), page(garden + ["Page 1 of 3"]),
      page(garden + ["Page 2 of 3"]), page(garden + ["Page 3 of 3"]),
    ]
    #expect(proposals(pile).filter { $0.probability >= 0.5 }.map(\.page) == [3])
  }

  @Test("Assigns a blank back to the previous page, and compares the next page with that one")
  func blank() {
    let pile = [
      page(harbor + ["Page 1 of 2"]), page([]), page(harbor + ["Page 2 of 2"]), page([]),
      page(garden + ["Page 1 of 2"]),
    ]
    #expect(proposals(pile).filter { $0.probability >= 0.5 }.map(\.page) == [5])
  }

  @Test("Proposes a boundary at a sheet of another size with other words")
  func size() {
    let slip = RasterSize(width: 640, height: 1800, dpi: 200)
    #expect(proposals([page(harbor), page(garden, size: slip)]).map(\.page) == [2])
    #expect(proposals([page(harbor), page(garden, size: slip)]).allSatisfy { $0.probability > 0.9 })
  }

  @Test("Doesn't cut a page of another size off the report that it belongs to, whose words it shares")
  func plan() {
    let plan = RasterSize(width: 3307, height: 2339, dpi: 200)
    let report = harbor + ["the work on the northern quay goes on with the pump and the valves"]
    let found = proposals([page(report), page(report.reversed(), size: plan), page(Array(report.dropFirst(2)))])
    #expect(found.allSatisfy { !$0.isCut && $0.probability < BoundaryModel.leastCut }, "\(found)")
  }

  @Test("Cuts a likely boundary before another invoice number")
  func otherInvoiceNumber() throws {
    func invoice(_ lines: [String], _ number: String) throws -> RecognizedPage {
      var page = page(lines)
      let candidate = InvoicePage.Candidate(
        value: number, strength: 1, words: 1, box: Box(x: 0, y: 0, width: 1, height: 1))
      try page.findings.set(
        InvoicePage(
          title: 1, dayFirst: true, tellsOrder: false, isOrderGuessed: false, currency: nil,
          candidates: [.number: [candidate]]))
      return page
    }
    let next = ["Garden Tools Limited", "Invoice 5-88123", "Spades and rakes, as ordered by telephone in March."]
    func cuts(_ number: String) throws -> [Bool] {
      let last = page(harbor + ["Total amount due 1,234.50"])
      return try proposals([invoice(harbor, "4711-2024"), last, invoice(next, number)]).map(\.isCut)
    }
    #expect(try cuts("4711-2024").allSatisfy { !$0 })
    #expect(try cuts("5-88123").contains(true))
  }

  @Test("Proposes no boundary at empty or failed pages")
  func empty() {
    #expect(proposals([page([]), page([]), page([])]).isEmpty)
    #expect(proposals([]).isEmpty)
  }

  @Test("Applies the user's last decision at every page, whatever the probability")
  func decided() throws {
    let pile = [
      page(harbor + ["Page 1 of 2"]), page(harbor + ["Page 2 of 2"]), page(garden + ["Page 1 of 3"]),
      page(garden + ["Page 2 of 3"]), page([]),
    ]
    var list = EditList()
    let decisions = [(3, true), (2, true), (3, false), (5, true), (1, true), (4, true)]
    for decision in decisions {
      list.add(
        .boundary(
          BoundaryEdit(
            id: list.nextID, sha256: "", page: decision.0, isCut: decision.1, by: "Kim", at: "2024-01-01T00:00:00Z")))
    }
    #expect(list.takeBack(["6"], at: "2024-01-02T00:00:00Z") && !list.takeBack(["6"], at: "2024-01-03T00:00:00Z"))
    #expect(list.nextID == "7" && list.standingForRun == ["5", "2", "3", "4"])
    for cuts in [true, false] {
      var finder = BoundaryFinder(cuts: cuts, decided: list.standingBoundaries)
      for (number, page) in zip(1..., pile) { finder.take([page], number: number) }
      // No document begins before the first page.
      let found = finder.proposals.filter { $0.by == "Kim" }
      #expect(found.map(\.page) == [2, 3, 5] && found.map(\.isCut) == [true, false, true])
      #expect(cuts || finder.proposals.count == 3)
    }
  }
}
