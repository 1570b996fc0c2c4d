// SPDX-License-Identifier: GPL-3.0-or-later

package import FoundationEssentials

/// The one way docscan writes JSON: sorted keys, and lines that a person can read.
package enum JSONText {
  /// A container that fits into this many columns stays on one line.
  private static let lineWidth = 120

  /// One value as text for a file or a terminal, with a line feed at the end.
  package static func pretty(_ value: some Encodable) throws -> Data { laidOut(try compact(value)) }

  /// One value as an element of a larger one that is written piece by piece; `depth` containers are around it.
  package static func element(_ value: some Encodable, depth: Int) throws -> Data {
    laidOut(try compact(value), depth: depth).dropLast()
  }

  /// One value on one line, without a line feed.
  package static func compact(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// Breaks compact JSON into lines: containers that fit on a line stay whole, others hold one element a line.
  static func laidOut(_ compact: Data, depth outer: Int = 0) -> Data {
    let bytes = [UInt8](compact)
    let ends = containerEnds(bytes)
    var output = Data(capacity: bytes.count * 5 / 4)
    var depth = outer
    func breakLine() {
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
    var index = 0
    // Where the container ends that stays whole; before the index outside of such containers.
    var wholeUntil = -1
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        let end = stringEnd(bytes, from: index)
        output.append(contentsOf: bytes[index...end])
        index = end
      case UInt8(ascii: ":"),
        UInt8(ascii: ",") where index < wholeUntil:
        output.append(byte)
        output.append(UInt8(ascii: " "))
      case UInt8(ascii: ","):
        output.append(byte)
        breakLine()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        output.append(byte)
        guard index > wholeUntil, let end = ends[index] else { break }
        if end - index + depth * 2 <= lineWidth {
          wholeUntil = end
        } else {
          depth += 1
          breakLine()
        }
      case UInt8(ascii: "]") where index > wholeUntil, UInt8(ascii: "}") where index > wholeUntil:
        depth -= 1
        breakLine()
        output.append(byte)
      case _: output.append(byte)
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
}
