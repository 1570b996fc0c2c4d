// SPDX-License-Identifier: GPL-3.0-or-later

/// The languages that pages are read in: named by the pipeline file, or found on each page.
///
/// They are named as people do, such as `"deu+eng"` or `["de", "English"]`; `LanguagePack` tells which packs are meant.
package enum LanguageChoice: SettingValue, Hashable {
  /// Each page's own, among the installed packs.
  case found
  /// These packs, the most likely first.
  case given([String])

  /// What the pipeline file says for languages that are found.
  package static let word = "auto"
  /// What stages call the setting.
  package static let settingName = "languages"

  package static var settingType: SettingType { .languages }

  /// The packs that were named; none where they are to be found.
  package var packs: [String] {
    switch self {
    case .found: []
    case .given(let packs): packs
    }
  }

  package init?(json: JSONValue) {
    switch json {
    case .string(Self.word): self = .found
    case .string(let text): self = .given(LanguagePack.packs(in: text))
    case .array: self = .given(LanguagePack.packs(in: [String](json: json) ?? []))
    case .null, .boolean, .number, .object: return nil
    }
  }

  package var json: JSONValue {
    switch self {
    case .found: .string(Self.word)
    case .given(let packs): packs.json
    }
  }
}
