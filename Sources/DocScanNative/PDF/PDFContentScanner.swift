// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits a PDF content stream into instructions.
struct PDFContentScanner {
  struct Instruction {
    var name: String
    var numbers: [Double] = []
    var nameOperand: String?
    var pictureSize = (width: 0.0, height: 0.0)
    var range = 0..<0
    /// The names and other words of an inline picture's dictionary, such as "/CMYK" or "true".
    var pictureWords: [String] = []
  }

  private static let largestNumber = 1e9

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Instruction? {
    skipSpace()
    let start = position
    var instruction = readInstruction()
    instruction?.range = start..<position
    return instruction
  }

  private mutating func readInstruction() -> Instruction? {
    var instruction = Instruction(name: "")
    while let byte = peek() {
      switch byte {
      case 0, 9, 10, 12, 13, 32, UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: ")"):
        position += 1
      case UInt8(ascii: "%"): skip { $0 != 10 && $0 != 13 }
      case UInt8(ascii: "("): skipString()
      case UInt8(ascii: "<"), UInt8(ascii: ">"): skipAngle(byte)
      case UInt8(ascii: "/"):
        position += 1
        instruction.nameOperand = Self.unescaped(word())
      case _:
        let token = word()
        if let number = Self.number(token) {
          // No operator takes more, so further numbers belong to an array.
          if instruction.numbers.count < 8 { instruction.numbers.append(number) }
        } else if token == "BI" {
          return inlinePicture()
        } else {
          instruction.name = token
          return instruction
        }
      }
    }
    return nil
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek() {
      switch byte {
      case 0, 9, 10, 12, 13, 32: position += 1
      case UInt8(ascii: "%"): skip { $0 != 10 && $0 != 13 }
      case _: return
      }
    }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while let byte = peek(), condition(byte) { position += 1 }
  }

  private static func isRegular(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32: false
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      false
    case _: true
    }
  }

  private mutating func word() -> String {
    let start = position
    skip(while: Self.isRegular)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Parses a decimal number, limited to a range that is safe to calculate with.
  private static func number(_ token: String) -> Double? {
    // Swift also accepts "nan", "inf" and "0x1p3".
    let isPlain = token.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }
    guard isPlain, let value = Double(token) else { return nil }
    return min(max(value, -largestNumber), largestNumber)
  }

  private static func unescaped(_ name: String) -> String {
    guard name.contains("#") else { return name }
    var result: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "#"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func skipString() {
    var depth = 0
    while let byte = peek() {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return }
    }
  }

  /// Skips a hexadecimal string, or only the brackets of a dictionary.
  private mutating func skipAngle(_ byte: UInt8) {
    position += 1
    if peek() == byte {
      position += 1
    } else if byte == UInt8(ascii: "<") {
      skip { $0 != UInt8(ascii: ">") }
      position += 1
    }
  }

  /// Reads an inline picture: a dictionary without brackets, `ID`, and data up to `EI`.
  private mutating func inlinePicture() -> Instruction {
    var picture = Instruction(name: "EI")
    var key = ""
    while let byte = peek() {
      if byte == UInt8(ascii: "/") {
        position += 1
        key = word()
        picture.pictureWords.append("/" + key)
      } else if Self.isRegular(byte) {
        let token = word()
        if token == "ID" { break }
        picture.pictureWords.append(token)
        if key == "W" || key == "Width" { picture.pictureSize.width = Self.number(token) ?? 0 }
        if key == "H" || key == "Height" { picture.pictureSize.height = Self.number(token) ?? 0 }
      } else {
        position += 1
      }
    }
    while position + 2 < bytes.count {
      position += 1
      guard bytes[position] == UInt8(ascii: "E"), bytes[position + 1] == UInt8(ascii: "I"),
        !Self.isRegular(bytes[position - 1]), position + 2 >= bytes.count || !Self.isRegular(bytes[position + 2])
      else { continue }
      position += 2
      return picture
    }
    position = bytes.count
    return picture
  }
}
