// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

extension AnySetting {
  /// A value as a person writes it on a command line; one that does not fit stays a text, which the check refuses.
  func value(from text: String) -> JSONValue {
    if text == "null", defaultValue == .null { return .null }
    switch type {
    case .boolean, .booleanOrChoice: return text == "true" ? true : text == "false" ? false : .string(text)
    case .integer, .number: return Double(text).map { .number($0) } ?? .string(text)
    case .string: return .string(text)
    case .languages: return json(in: text) ?? .string(text)
    case .strings: return json(in: text) ?? .array(Self.parts(of: text).map { .string($0) })
    case .numbers:
      return json(in: text)
        ?? .array(Self.parts(of: text).map { part in Double(part).map { .number($0) } ?? .string(part) })
    case .points, .choiceOrObject: return json(in: text) ?? .string(text)
    }
  }

  /// A list or an object that is written as JSON; nil when it is neither.
  private func json(in text: String) -> JSONValue? {
    guard let first = text.first, "[{".contains(first) else { return nil }
    do {
      return try JSONFile.parse(Data(text.utf8))
    } catch {
      return nil
    }
  }

  private static func parts(of text: String) -> [String] { text.split(separator: ",").map(String.init) }
}
