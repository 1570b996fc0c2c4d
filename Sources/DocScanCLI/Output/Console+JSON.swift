// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

extension Console {
  /// Writes a value as JSON that a person can read.
  func writeJSON(_ value: some Encodable) throws(CommandError) {
    let json: Data
    do {
      json = try JSONText.pretty(value)
    } catch {
      throw .output("the result cannot be written as JSON: \(visibleText("\(error)"))")
    }
    try writeOutput(visibleJSON(String(decoding: json, as: UTF8.self)))
  }
}
