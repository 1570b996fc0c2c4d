// SPDX-License-Identifier: GPL-3.0-or-later

/// Removes invisible text: in rendering mode 3 (ISO 32000-1, 9.3.6) or before `coveredUntil`, and only if the position is set before the next text.
struct PDFTextFilter {
  /// The text state set within hidden text, by operator. The state is written as soon as visible content could depend on it.
  private typealias PendingState = [(name: String, bytes: [UInt8])]
  private typealias Instruction = PDFContentScanner.Instruction

  private(set) var isChanged = false
  private(set) var draws = false
  private(set) var output: [UInt8] = []

  private let bytes: [UInt8]
  private let coveredUntil: Int
  private var mode: Int
  private var pending: PendingState = []
  private var saved: [(mode: Int, pending: PendingState)] = []
  private var block: [(instruction: Instruction, isHidden: Bool)]?

  /// Filters a stream in the given initial mode. `drawObject` filters a drawn object in the current mode, and returns whether it still draws.
  init(_ bytes: [UInt8], mode: Int, coveredUntil: Int, drawObject: (_ name: String, _ mode: Int) -> Bool) {
    (self.bytes, self.mode, self.coveredUntil) = (bytes, mode, coveredUntil)
    var scanner = PDFContentScanner(bytes)
    while let instruction = scanner.next() { take(instruction, drawObject) }
    if let block { for part in block { write(part.instruction) } }
  }

  static func fonts(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var scanner = PDFContentScanner(bytes)
    while let instruction = scanner.next() {
      if instruction.name == "Tf", let name = instruction.nameOperand { names.insert(name) }
    }
    return names
  }

  private mutating func take(_ instruction: Instruction, _ drawObject: (String, Int) -> Bool) {
    switch instruction.name {
    case "q": saved.append((mode, pending))
    case "Q": if let last = saved.popLast() { (mode, pending) = last }
    case "Tr": mode = Int(instruction.numbers.first ?? 0)
    case _: break
    }
    switch instruction.name {
    case "BT": block = [(instruction, false)]
    case "ET":
      guard var parts = block else { return write(instruction) }
      parts.append((instruction, false))
      block = nil
      finish(parts)
    case _ where block != nil:
      let isHidden = Self.showsText(instruction) && isHidden(at: instruction.range.lowerBound)
      block?.append((instruction, isHidden))
    case "Do":
      flush()
      guard let name = instruction.nameOperand, !drawObject(name, mode) else {
        draws = true
        return write(instruction)
      }
      isChanged = true
    case "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "EI":
      draws = true
      write(instruction)
    case _:
      pending.removeAll { $0.name == instruction.name }
      write(instruction)
    }
  }

  private mutating func finish(_ parts: [(instruction: Instruction, isHidden: Bool)]) {
    let shows = parts.filter { Self.showsText($0.instruction) }
    let hidden = shows.count { $0.isHidden }
    if hidden < shows.count { draws = true }
    if hidden == 0 {
      if !shows.isEmpty {
        // State that the block sets before showing text needs no earlier setting.
        let own = parts.prefix { !Self.showsText($0.instruction) }.map(\.instruction.name)
        pending.removeAll { own.contains($0.name) }
        flush()
      }
      for part in parts { write(part.instruction) }
    } else if hidden == shows.count {
      isChanged = true
      for part in parts { keepState(of: part.instruction) }
    } else {
      flush()
      for (index, part) in parts.enumerated() {
        if part.isHidden, Self.isPlaced(parts[(index + 1)...]) {
          isChanged = true
          writeMoves(of: part.instruction)
        } else {
          write(part.instruction)
        }
      }
    }
  }

  /// Keeps only the state that an invisible text object sets for later ones.
  private mutating func keepState(of instruction: Instruction) {
    switch instruction.name {
    case "BT", "ET", "Td", "Tm", "T*", "Tj", "TJ", "'": break
    case "TD": if instruction.numbers.count > 1 { setPending("TL", Self.text(-instruction.numbers[1]) + " TL") }
    case "\"":
      guard instruction.numbers.count > 1 else { break }
      setPending("Tw", Self.text(instruction.numbers[0]) + " Tw")
      setPending("Tc", Self.text(instruction.numbers[1]) + " Tc")
    case "Tf", "Tr", "Tc", "Tw", "Tz", "TL", "Ts":
      setPending(instruction.name, String(decoding: bytes[instruction.range], as: UTF8.self))
    case _: write(instruction)
    }
  }

  private mutating func setPending(_ name: String, _ text: String) {
    pending.removeAll { $0.name == name }
    pending.append((name, Array(text.utf8)))
  }

  private mutating func flush() {
    for state in pending { output += state.bytes + [10] }
    pending = []
  }

  private mutating func write(_ instruction: Instruction) { output += bytes[instruction.range] + [10] }

  private mutating func writeMoves(of instruction: Instruction) {
    let numbers = instruction.numbers
    switch instruction.name {
    case "'": output += Array("T*\n".utf8)
    case "\"" where numbers.count > 1:
      output += Array("\(Self.text(numbers[0])) Tw \(Self.text(numbers[1])) Tc T*\n".utf8)
    case _: break
    }
  }

  /// Formats a number for the stream. PDF has no exponents, which Swift writes below 0.0001.
  private static func text(_ number: Double) -> String { abs(number) < 1e-4 ? "0" : "\(number)" }

  private func isHidden(at position: Int) -> Bool { mode == 3 || position < coveredUntil }

  private static func showsText(_ instruction: Instruction) -> Bool {
    ["Tj", "TJ", "'", "\""].contains(instruction.name)
  }

  /// Returns whether the position is set again before the next text is shown.
  private static func isPlaced(_ rest: ArraySlice<(instruction: Instruction, isHidden: Bool)>) -> Bool {
    for (instruction, _) in rest {
      if ["Td", "TD", "Tm", "T*", "'", "\""].contains(instruction.name) { return true }
      if showsText(instruction) { return false }
    }
    return true
  }
}
