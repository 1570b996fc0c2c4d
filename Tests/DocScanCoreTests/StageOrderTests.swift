// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import Testing

@Suite("The order of stages")
struct StageOrderTests {
  /// A reader that wants the picture to stay where it is, two that move it, and one that minds nothing.
  private static let stages = [
    ComponentDescription(name: "turn", abstract: "", settings: [], order: StageOrder(effects: [.movesPicture])),
    ComponentDescription(
      name: "split", abstract: "", settings: [], order: StageOrder(effects: [.movesPicture, .dividesPage])),
    ComponentDescription(
      name: "judge", abstract: "", settings: [],
      order: StageOrder(needs: [.init(.dividesPage, otherwise: "loses what was judged")])),
    ComponentDescription(
      name: "read", abstract: "", settings: [],
      order: StageOrder(needs: [.init(.movesPicture, otherwise: "moves the words")])),
    ComponentDescription(name: "other", abstract: "", settings: []),
  ]
  private static let writers = [ComponentDescription(name: "pdf", abstract: "", settings: [])]

  private func complaint(_ stages: [String], writers: [String] = ["pdf"]) throws -> String? {
    func list(_ names: [String], _ key: String) -> JSONValue { .array(names.map { .object([key: .string($0)]) }) }
    let pipeline = try Pipeline(
      value: ["stages": list(stages, "stage"), "output": ["writers": list(writers, "writer")]], stages: Self.stages,
      writers: Self.writers)
    do {
      try pipeline.checkIsWorkable(stages: Self.stages)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "Any order that works is taken",
    arguments: [
      ["read"], ["turn", "read"], ["other", "split", "judge", "turn", "read"],
      ["turn", "split", "judge", "read", "other"],
      ["judge", "turn", "other", "read"], ["read", "judge"],
    ])
  func works(stages: [String]) throws { #expect(try complaint(stages) == nil) }

  @Test(
    "One that cannot work is refused, with the place, the reason and an order that works",
    arguments: [
      (["read", "turn"], "stages[1]: \"turn\" must come before \"read\": it moves the words.", "turn, read."),
      (
        ["judge", "other", "read", "split", "turn"],
        "stages[3]: \"split\" must come before \"judge\": it loses what was judged.",
        "other, split, judge, turn, read."
      ),
      (["other", "read", "turn"], "stages[2]: \"turn\"", "other, turn, read."),
    ])
  func fails(stages: [String], place: String, order: String) throws {
    let complaint = try #require(try complaint(stages))
    #expect(complaint.hasPrefix(place) && complaint.hasSuffix("This order works: \(order)"), "\(complaint)")
  }

  @Test("A pipeline that does or writes nothing says what is missing")
  func missing() throws {
    let stages = try #require(try complaint([]))
    #expect(stages.hasPrefix("stages: ") && stages.contains("recognize"), "\(stages)")
    let writers = try #require(try complaint(["read"], writers: []))
    #expect(writers.hasPrefix("output.writers: ") && writers.contains("\"pdf\""), "\(writers)")
  }
}
