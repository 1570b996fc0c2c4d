// SPDX-License-Identifier: GPL-3.0-or-later

/// The languages that pages are read in: named by the pipeline file, or found on each page.
public enum LanguageChoice: SettingValue, Hashable {
  /// Each page's own, among the installed packs.
  case found
  /// These packs, the most likely first.
  case given([String])

  /// What stands in the pipeline file for languages that are found.
  public static let word = "auto"

  public static var settingType: SettingType { .stringsOrWord }

  public init?(json: JSONValue) {
    switch json {
    case .string(Self.word): self = .found
    case .array: self = .given([String](json: json) ?? [])
    case .null, .boolean, .number, .string, .object: return nil
    }
  }

  public var json: JSONValue {
    switch self {
    case .found: .string(Self.word)
    case .given(let packs): packs.json
    }
  }
}
