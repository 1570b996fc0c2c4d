// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules for the operators of a content stream: colors, fonts and inline pictures (ISO 19005-2, 6.2).
struct PDFArchivalContent {
  private static let operators: Set = [
    "b", "B", "b*", "B*", "BDC", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1", "Do", "DP", "EI", "EMC",
    "ET", "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "j", "J", "K", "k", "l", "m", "M", "MP", "n", "q", "Q", "re",
    "RG", "rg", "ri", "s", "S", "SC", "sc", "SCN", "scn", "sh", "T*", "Tc", "Td", "TD", "Tf", "Tj", "TJ", "TL", "Tm",
    "Tr", "Ts", "Tw", "Tz", "v", "w", "W", "W*", "y", "'", "\"", "true", "false", "null",
  ]
  /// The maximum nesting depth of saved graphics states (6.1.13).
  private static let deepestState = 28

  private let check: PDFArchivalCheck
  private let resources: PDFObject
  private let page: Int?

  private var shown: Set<String> = []

  init(check: PDFArchivalCheck, resources: PDFObject, page: Int?) {
    (self.check, self.resources, self.page) = (check, resources, page)
  }

  /// The text state that `q` saves.
  private struct State {
    var font: String?
    var isInvisible = false
  }

  mutating func run(_ content: [UInt8]) {
    var scanner = PDFContentScanner(content)
    var states = [State()]
    var usesResources = false
    while let instruction = scanner.next(), check.isGoingOn {
      let name = instruction.nameOperand.map { "/" + $0 }
      switch instruction.name {
      case "q": states.append(states[states.count - 1])
      case "Q": if states.count > 1 { states.removeLast() }
      case "Tr": states[states.count - 1].isInvisible = instruction.numbers.first == 3
      case "Tf": states[states.count - 1].font = name
      case "Tj", "TJ", "'", "\"": show(states[states.count - 1])
      case "gs": if let name { set(name, states[states.count - 1]) }
      case "k", "K": check.checkDeviceColor(.cmyk, page)
      case "rg", "RG": check.checkDeviceColor(.rgb, page)
      case "cs", "CS": if let name { check.checkDeviceColor(name, page) }
      case "ri":
        if let name, !PDFArchivalCheck.renderingIntents.contains(name) {
          check.note("has an unknown rendering intent", page)
        }
      case "EI": checkInline(instruction.pictureWords)
      case let other where !Self.operators.contains(other): check.note("has unknown operators", page)
      case _: break
      }
      if ["Tf", "Do", "gs", "sh"].contains(instruction.name) { usesResources = true }
      guard states.count <= Self.deepestState + 1 else {
        return check.note("saves graphics states too deeply", page)
      }
    }
    if usesResources, !resources.isDictionary { check.note("has a part without resources of its own", page) }
  }

  private mutating func show(_ state: State) {
    guard let font = state.font, shown.insert("\(font) \(state.isInvisible)").inserted else { return }
    check.checkFont(resources["/Font"][font], isVisible: !state.isInvisible, page)
  }

  /// Checks a font that a graphics state sets. The font counts as used.
  private mutating func set(_ name: String, _ state: State) {
    guard shown.insert("gs \(name) \(state.isInvisible)").inserted,
      let font = resources["/ExtGState"][name]["/Font"].items.first
    else { return }
    check.checkFont(font, isVisible: !state.isInvisible, page)
  }

  private func checkInline(_ words: [String]) {
    check.checkInlineColors(words, page)
    if words.contains("/LZW") || words.contains("/LZWDecode") || words.contains("/Crypt") {
      check.note("has data compressed in a way that PDF/A forbids (LZW)", page)
    }
    let place = words.firstIndex { $0 == "/I" || $0 == "/Interpolate" }
    if let place, place + 1 < words.count, words[place + 1] == "true" {
      check.note("has a picture that asks to be smoothed (Interpolate)", page)
    }
  }
}
