// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import FoundationEssentials

/// JSON data wrapped in a script. Pages opened from disk can load scripts but can't fetch JSON.
enum DataScript {
  /// Returns `docscan.take("name", {…});`. No text in the value can end the script or its line.
  static func of(_ name: String, _ value: JSONValue) throws -> Data {
    let (beginning, end) = try frame(of: name)
    return beginning + escaped(try JSONText.compact(value)) + end
  }

  static func frame(of name: String) throws -> (beginning: Data, end: Data) {
    (Data("docscan.take(".utf8) + escaped(try JSONText.compact(name)) + Data(",".utf8), Data(");\n".utf8))
  }

  /// Escapes `<` and the line separators that JSON allows in strings but older JavaScript engines don't. These characters occur only inside strings.
  private static func escaped(_ json: Data) -> Data {
    var output = Data(capacity: json.count)
    var index = json.startIndex
    while index < json.endIndex {
      let byte = json[index]
      if byte == UInt8(ascii: "<") {
        output += Data("\\u003c".utf8)
      } else if byte == 0xE2, index + 2 < json.endIndex, json[index + 1] == 0x80, json[index + 2] & 0xFE == 0xA8 {
        // U+2028 and U+2029 in UTF-8.
        output += Data((json[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
        index += 2
      } else {
        output.append(byte)
      }
      index += 1
    }
    return output
  }
}
