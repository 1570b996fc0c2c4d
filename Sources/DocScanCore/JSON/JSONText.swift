// SPDX-License-Identifier: GPL-3.0-or-later

public import FoundationEssentials

/// The one way docscan writes JSON: sorted keys, and lines that a person can read.
public enum JSONText {
  /// A container that fits into this many columns stays on one line.
  private static let lineWidth = 120

  /// One value as text for a file or a terminal, with a line feed at the end.
  public static func pretty(_ value: some Encodable) throws -> Data {
    laidOut(try compact(value))
  }

  /// One value on one line, without a line feed.
  public static func compact(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// Breaks compact JSON into lines: containers that fit on a line stay whole, others hold one element a line.
  static func laidOut(_ compact: Data) -> Data {
    let bytes = [UInt8](compact)
    let ends = containerEnds(bytes)
    var output = Data(capacity: bytes.count * 5 / 4)
    var depth = 0
    func breakLine() {
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let end = ends[index] {
        if end - index + depth * 2 <= lineWidth {
          appendSpaced(bytes[index...end], to: &output)
          index = end + 1
          continue
        }
        output.append(byte)
        depth += 1
        breakLine()
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
        breakLine()
        output.append(byte)
      } else if byte == UInt8(ascii: ",") {
        output.append(byte)
        breakLine()
      } else if byte == UInt8(ascii: ":") {
        output.append(contentsOf: [byte, UInt8(ascii: " ")])
      } else if byte == UInt8(ascii: "\"") {
        let end = stringEnd(bytes, from: index)
        output.append(contentsOf: bytes[index...end])
        index = end
      } else {
        output.append(byte)
      }
      index += 1
    }
    output.append(UInt8(ascii: "\n"))
    return output
  }

  /// Maps the index of each opening bracket to that of its closing one.
  private static func containerEnds(_ bytes: [UInt8]) -> [Int: Int] {
    var ends: [Int: Int] = [:]
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = stringEnd(bytes, from: index)
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if let start = open.popLast() { ends[start] = index }
      case _: break
      }
      index += 1
    }
    return ends
  }

  /// The index of the quote that ends the string whose first quote stands at `start`.
  private static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count - 1)
  }

  /// Appends a container on one line, with a space after each comma and colon outside of strings.
  private static func appendSpaced(_ bytes: ArraySlice<UInt8>, to output: inout Data) {
    var inString = false
    var escaped = false
    for byte in bytes {
      output.append(byte)
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        inString = true
      } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        output.append(UInt8(ascii: " "))
      }
    }
  }
}
