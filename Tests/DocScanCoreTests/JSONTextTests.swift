// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: formatted JSON is compact, stable, and lossless.

import DocScanCore
import FoundationEssentials
import Testing

@Suite("JSON text")
struct JSONTextTests {
  private func pretty(_ value: JSONValue) throws -> String {
    String(decoding: try JSONText.pretty(value), as: UTF8.self)
  }

  @Test("Keeps short containers on one line")
  func short() throws {
    #expect(try pretty(["b": [1, 2.5], "a": "x"]) == "{\"a\": \"x\", \"b\": [1, 2.5]}\n")
  }

  @Test("Writes long containers with one element per line and sorted keys")
  func long() throws {
    let word = JSONValue.string(String(repeating: "w", count: 70))
    let text = try pretty(["z": [word, word], "a": 1])
    #expect(text == "{\n  \"a\": 1,\n  \"z\": [\n    \(word.shortText),\n    \(word.shortText)\n  ]\n}\n")
  }

  @Test(
    "Leaves brackets, colons, and quotes in strings unchanged",
    arguments: [
      "a: b, [c] {d}", "quote \" and \\ backslash", "\\\"", "[", "}", "ü €", "\u{1F600}", "line\nfeed",
    ])
  func textsSurvive(text: String) throws {
    let filler = JSONValue.string(String(repeating: "f", count: 130))
    let value = JSONValue.object(["k": [.string(text), filler], text: .string(text)])
    let parsed = try JSONDecoder().decode(JSONValue.self, from: JSONText.pretty(value))
    #expect(parsed == value)
  }
}
