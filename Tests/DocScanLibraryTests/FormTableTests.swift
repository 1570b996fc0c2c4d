// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: the table of forms says which values are doubtful.

import DocScanCore
import DocScanLibrary
import Testing

@Suite("Tables of forms")
struct FormTableTests {
  @Test("Writes a row for each document, and names the columns with doubtful values")
  func rows() throws {
    let library = try SearchLibrary()
    for (name, confidence) in [("a", 1.0), ("b", 0.7)] {
      var form = page("Name Ada\nType House")
      let box = Box(x: 0, y: 0, width: 100, height: 20)
      try form.findings.set([
        FormField(label: "Name", value: "Ada", kind: .text, confidence: 1, box: box),
        FormField(label: "Type", value: "House", kind: .text, confidence: confidence, box: box),
      ])
      try library.add(name, form)
    }
    var lines: [String] = []
    #expect(try FormTable(library: library.path).run { lines.append($0) } == 2)
    #expect(
      lines.map { $0.replacing("\"", with: "") } == [
        "document,Name,Type,doubtful\r\n", "a,Ada,House,\r\n", "b,Ada,House,Type\r\n",
      ])
  }
}
