// SPDX-License-Identifier: GPL-3.0-or-later

/// A setting of a pipeline that the command line gives another value.
public struct SettingChange: Hashable, Sendable {
  /// The keys that lead to the setting, such as `stages`, `deskew`, `maximumAngle`.
  package let keys: [String]
  /// The value as it was written; the type of the setting decides what it means.
  package let text: String
  /// What messages call it, such as `--set pages.dpi`.
  package let option: String
  /// Whether it only replaces a value that the pipeline names, and does nothing elsewhere.
  package let replacesOnly: Bool

  /// A change of the setting with this key, such as `pages.dpi`.
  package init(_ key: String, to text: String, option: String, replacesOnly: Bool = false) {
    keys = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    (self.text, self.option, self.replacesOnly) = (text, option, replacesOnly)
  }

  /// Reads `KEY=VALUE`; nil when there is no key or no equals sign.
  public init?(assignment: String) {
    guard let mark = assignment.firstIndex(of: "="), mark > assignment.startIndex else { return nil }
    let key = String(assignment[..<mark])
    self.init(key, to: String(assignment[assignment.index(after: mark)...]), option: "--set \(key)")
  }
}
