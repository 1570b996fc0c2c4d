// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import FoundationEssentials

/// A network in the form of PP-OCR's recognizers, for a script of two letters: a block in the upper half of the line, and one in the lower half.
public enum SignalRecognizer {
  public static let high: Character = "▀"
  public static let low: Character = "▄"
  /// The characters of the network, one per line.
  public static let characters = "\(high)\n\(low)\n"
  private static let (height, width, step) = (48, 16, 8)
  private static let gain: Float = 12

  /// Returns the picture of a line with these letters, 48 pixels high.
  public static func line(_ text: String) -> PageDrawing {
    var page = PageDrawing(size: PageSize(width: Double(24 + 48 * text.count), height: Double(height)))
    for (index, letter) in text.enumerated() {
      page.area(Box(x: Double(24 + 48 * index), y: letter == high ? 0 : 24, width: 24, height: 24), ink: 1)
    }
    return page
  }

  /// Returns the network as an ONNX file: the darkness of the two halves of a window that moves along the line.
  public static func network() -> Data {
    let size = 3 * height * width
    let weights = [0, 1, 2].flatMap { letter in
      (0..<size).map { index -> Float in
        let isUpper = index / width % height < height / 2
        return letter == 0 || isUpper != (letter == 1) ? 0 : -gain * 2 / Float(size)
      }
    }
    let nodes = [
      node("Conv", ["x", "w", "b"], "c", attributes: [("strides", [height, step])]),
      node("Squeeze", ["c", "axes"], "s"),
      node("Transpose", ["s"], "t", attributes: [("perm", [0, 2, 1])]),
      node("Softmax", ["t"], "y"),
    ]
    let constants = [
      floats("w", [3, 3, height, width], weights), floats("b", [3], [1, 0, 0]),
      message([(1, .number(1)), (2, .number(7)), (8, .text("axes")), (9, .bytes(bytes(Int64(2))))]),
    ]
    let graph = message(
      nodes.map { (1, .bytes($0)) } + [(2, .text("signals"))] + constants.map { (5, .bytes($0)) } + [
        (11, .bytes(value("x", ["", "3", "\(height)", ""]))), (12, .bytes(value("y", ["", "", "3"]))),
      ])
    let operators = message([(1, .text("")), (2, .number(13))])
    return Data(message([(1, .number(7)), (8, .bytes(operators)), (7, .bytes(graph))]))
  }

  // MARK: Protocol buffers, with the numbers of onnx.proto

  private enum Field {
    case number(Int)
    case text(String)
    case bytes([UInt8])
  }

  private static func node(
    _ name: String, _ inputs: [String], _ output: String, attributes: [(name: String, values: [Int])] = []
  ) -> [UInt8] {
    message(
      inputs.map { (1, .text($0)) } + [(2, .text(output)), (4, .text(name))]
        + attributes.map { attribute in
          let numbers = attribute.values.map { (8, Field.number($0)) }
          return (5, .bytes(message([(1, .text(attribute.name)), (20, .number(7))] + numbers)))
        })
  }

  private static func floats(_ name: String, _ shape: [Int], _ values: [Float]) -> [UInt8] {
    message(
      shape.map { (1, .number($0)) } + [
        (2, .number(1)), (8, .text(name)), (9, .bytes(values.flatMap { bytes($0.bitPattern) })),
      ])
  }

  /// Returns the description of an input or output. A size that isn't a number is any size.
  private static func value(_ name: String, _ shape: [String]) -> [UInt8] {
    let sizes = shape.map { size in
      (1, Field.bytes(message([Int(size).map { (1, .number($0)) } ?? (2, .text("n"))])))
    }
    let tensor = message([(1, .number(1)), (2, .bytes(message(sizes)))])
    return message([(1, .text(name)), (2, .bytes(message([(1, .bytes(tensor))])))])
  }

  private static func message(_ fields: [(number: Int, field: Field)]) -> [UInt8] {
    fields.flatMap { number, field -> [UInt8] in
      switch field {
      case .number(let value): varint(number << 3) + varint(value)
      case .text(let text): varint(number << 3 | 2) + varint(text.utf8.count) + Array(text.utf8)
      case .bytes(let bytes): varint(number << 3 | 2) + varint(bytes.count) + bytes
      }
    }
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var (rest, bytes): (Int, [UInt8]) = (value, [])
    while rest > 127 {
      bytes.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// Returns the bytes of a number, the lowest first.
  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
