// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: charts show exact sums in words and pictures, and run nothing from receipts.

import DocScanCore
import DocScanFixtures
import DocScanLibrary
import DocScanStore
import FoundationEssentials
import Testing

@Suite("Spending charts") struct SpendingChartTests {
  private func library() throws -> ReceiptLibrary {
    let library = try ReceiptLibrary()
    try library.add("a", [.of("Bakery", "2024-01-05", "4.50"), .of("Station", "2024-03-05", "61.20")])
    try library.add("b", [.of("한강마트", "2024-03-09", "3560", "KRW"), .of("Kiosk", nil, "2.00")])
    return library
  }

  @Test("Describes the chart in words") func theChartSaysInWordsWhatItShows() throws {
    let folder = try TemporaryFolder()
    let chart = try SpendingChart(library().ledger(rules: "Fuel: station"))
    let file = try folder.write(chart.drawn(as: .svg), to: "chart.svg")
    try Command("xmllint", ["--noout", "--nonet", file]).check()
    func value(_ path: String) throws -> String { try Command("xmllint", ["--xpath", path, file]).check().output }
    #expect(try value("string(/*/@role)") == "img\n")
    let description = try value("string(/*/*[local-name()='desc'])")
    #expect(description.contains("3 receipts in EUR. By month: 2024-01 4.50, 2024-03 61.20."))
    #expect(description.contains("1 receipt in KRW. By month: 2024-03 3560. By merchant: 한강마트 3560."))
    let shown = try value("//*[local-name()='text']//text()")
    for text in ["Spending by month, EUR", "2024-02", "Fuel", "61.20", "Station", "한강마트"] {
      #expect(shown.contains(text), "\(text) is not in the picture")
    }
    #expect(chart.notes == ["1 receipt without a date: not among the months."])
  }

  @Test("Names months that don't fit") func monthsThatThereIsNoRoomForAreNamed() throws {
    let library = try library()
    try library.add("old", [.of("Hardware", "2019-05-05", "152.00")])
    let chart = try SpendingChart(library.ledger())
    #expect(
      chart.notes.contains { $0.hasPrefix("1 receipt in EUR before 2021-04 is not among the months") }, "\(chart.notes)"
    )
  }

  @Test("Draws charts as PNG, too") func picturesArePNGToo() throws {
    let png = try SpendingChart(library().ledger()).drawn(as: .png)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.count > 10_000)
  }

  @Test("Runs nothing that receipts contain") func whatReceiptsSayIsNeverRun() throws {
    let folder = try TemporaryFolder()
    let library = try ReceiptLibrary()
    let victim = folder / "victim"
    for (day, merchant) in zip(
      1...,
      [
        "`touch \(victim)`", "$(touch \(victim))", "\"; system(\"touch \(victim)\"); \"", "<script>alert(1)</script>",
        "a\\nplot x", "@victim", "x'y\"z\tq", "#hash", "{/Bold x}",
      ])
    { try library.add("d\(day)", [.of(merchant, "2024-01-0\(day)", "\(day).00")]) }
    let file = try folder.write(
      SpendingChart(library.ledger(rules: "`touch \(victim)`: x*, a*")).drawn(as: .svg), to: "chart.svg")
    try Command("xmllint", ["--noout", "--nonet", file]).check()
    #expect(try folder.files() == ["chart.svg"])
    #expect(try !folder.text("chart.svg").contains("<script"))
  }

  @Test("Replaces only its own unchanged chart") func onlyAChartOfItsOwnIsReplaced() throws {
    let library = try library()
    let folder = try TemporaryFolder()
    let chart = try SpendingChart(library.ledger()).drawn(as: .svg)
    let file = try folder.write("my own drawing", to: "chart.svg")
    #expect(throws: BatchError.self) { try Ledger.write(chart, to: file, library: Ledger.library(library.path)) }
    #expect(try folder.text("chart.svg") == "my own drawing")
    try folder.remove("chart.svg")
    try Ledger.write(chart, to: file, library: Ledger.library(library.path))
    try Ledger.write(chart + Data("<!-- newer -->".utf8), to: file, library: Ledger.library(library.path))
    #expect(try folder.text("chart.svg").hasSuffix("<!-- newer -->"))
    try folder.write("changed by hand", to: "chart.svg")
    #expect(throws: BatchError.self) { try Ledger.write(chart, to: file, library: Ledger.library(library.path)) }
  }

  @Test("Fails without receipts") func withoutReceiptsThereIsNothingToDraw() throws {
    let library = try ReceiptLibrary()
    try library.add("letter", [nil])
    #expect(throws: BatchError.self) { try SpendingChart(library.ledger()) }
  }
}
