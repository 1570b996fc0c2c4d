// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that a stage finds on a page, beside its text: the page JSON has it under a key of its own.
public protocol Finding: Codable, Hashable, Sendable {
  /// The key in the page JSON, and what is there.
  static var description: FindingDescription { get }
}

/// One of several things of a kind that a stage finds on a page: a list of them is a finding.
public protocol ListedFinding: Codable, Hashable, Sendable {
  /// The list's key in the page JSON, and what is there.
  static var description: FindingDescription { get }
}

extension Array: Finding where Element: ListedFinding {
  /// What the elements say of their list.
  public static var description: FindingDescription { Element.description }
}
