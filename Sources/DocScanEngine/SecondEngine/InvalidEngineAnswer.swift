// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// Something that an engine said and that cannot be right: what it is, as a part of a sentence.
struct InvalidEngineAnswer: Error {
  let text: String

  init(_ text: String) { self.text = text }

  /// The members of a line that is a JSON object.
  static func object(_ line: Data) throws(InvalidEngineAnswer) -> [String: JSONValue] {
    let value: JSONValue
    do {
      value = try JSONFile.parse(line)
    } catch {
      throw InvalidEngineAnswer("a line is not JSON (\(printable(error.message)), column \(error.column))")
    }
    guard case .object(let members) = value else { throw InvalidEngineAnswer("a line is not an object") }
    return members
  }
}
