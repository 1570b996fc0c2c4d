// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: stages only run in an order that works.

import DocScanCore
import Testing

@Suite("The order of stages")
struct StageOrderTests {
  /// A reader that needs a stationary picture, two stages that move it, and one without requirements.
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
    "Accepts any order that works",
    arguments: [
      ["read"], ["turn", "read"], ["other", "split", "judge", "turn", "read"],
      ["turn", "split", "judge", "read", "other"],
      ["judge", "turn", "other", "read"], ["read", "judge"],
    ])
  func works(stages: [String]) throws { #expect(try complaint(stages) == nil) }

  @Test(
    "Rejects an impossible order with position, reason, and a correct order",
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

  @Test("Names the missing part of a pipeline without stages or writers")
  func missing() throws {
    let stages = try #require(try complaint([]))
    #expect(stages.hasPrefix("stages: ") && stages.contains("recognize"), "\(stages)")
    let writers = try #require(try complaint(["read"], writers: []))
    #expect(writers.hasPrefix("output.writers: ") && writers.contains("\"pdf\""), "\(writers)")
  }
}
