// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the file of edits keeps every kind of decision, and each can be undone once.

import DocScanCore
import DocScanStore
import Foundation
import Testing

@Suite("Lists of decisions") struct EditListTests {
  /// Returns a decision of each kind, with the ids 1 to 6.
  private func decided() -> EditList {
    var list = EditList()
    let (by, at) = ("Kim", "2026-01-02T03:04:05Z")
    list.add(
      .text(
        Edit(
          id: list.nextID, source: "a.png", sourcePage: 1, sha256: "ab", quad: [], old: "rn", new: "m", by: by, at: at))
    )
    list.add(
      .page(PageEdit(id: list.nextID, source: "a.png", sha256: "ab", kind: .turn(degrees: 90), by: by, at: at)))
    list.add(.order(PageOrder(id: list.nextID, sha256: "ab", pages: [], leftOut: [], by: by, at: at)))
    list.add(.settings(SettingsEdit(id: list.nextID, changes: [], by: by, at: at)))
    list.add(.name(NameEdit(id: list.nextID, old: "a", new: "b", by: by, at: at)))
    list.add(.boundary(BoundaryEdit(id: list.nextID, sha256: "ab", page: 2, isCut: true, by: by, at: at)))
    return list
  }

  @Test("Writes a list for each kind of decision that exists")
  func file() throws {
    let list = decided()
    let json = try JSONText.pretty(list)
    guard case .object(let members) = try JSONFile.parse(json) else { throw CancellationError() }
    #expect(
      members.keys.sorted() == ["boundaries", "edits", "names", "orders", "pages", "schema", "settings"]
        && members["schema"] == "docscan-edits/1")
    #expect(try JSONDecoder().decode(EditList.self, from: json) == list)
    let empty = try JSONText.pretty(EditList())
    guard case .object(let members) = try JSONFile.parse(empty) else { throw CancellationError() }
    #expect(members.keys.sorted() == ["edits", "schema"])
  }

  @Test("Follows only settings of stages from a file, and no engine")
  func forgedSettings() throws {
    let keys = [
      "stages.recognize.languages", "hooks.webhook", "hooks.command", "limits.sandbox", "output.directory",
      "stages.recognize",
      "stages.recognize.engine", "stages.recognize.engine.command", "stages.0.engine.name", "pages.signed", "stages",
      "",
    ]
    let changes = keys.map { #"{"key": "\#($0)", "value": "x"}"# }.joined(separator: ", ")
    let json =
      #"{"schema": "docscan-edits/1", "edits": [], "settings": [{"id": "1", "changes": [\#(changes)], "by": "K", "at": "2026-01-02T03:04:05Z"}]}"#
    let list = try JSONDecoder().decode(EditList.self, from: Data(json.utf8))
    #expect(list.settings.first?.changes.count == keys.count)
    #expect(list.standingSettings.map(\.key) == ["stages.recognize.languages"])
  }

  @Test("Undoes a decision of any kind once, keeps the others, and never reuses its number")
  func takenBack() {
    for id in 1...6 {
      var list = decided()
      let isTaken = list.takeBack(["\(id)"], at: "2026-01-03T00:00:00Z")
      let isTakenAgain = list.takeBack(["\(id)"], at: "2026-01-04T00:00:00Z")
      #expect(isTaken && !isTakenAgain)
      #expect(list.standing.map(\.content.id) == (1...6).filter { $0 != id }.map(String.init))
      #expect(list.decisions[id - 1].content.undone == "2026-01-03T00:00:00Z" && list.nextID == "7")
    }
  }
}
