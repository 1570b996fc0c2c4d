// SPDX-License-Identifier: GPL-3.0-or-later

/// A word that was read where there is none, and is not part of the page's text.
public struct DroppedText: Codable, Hashable, Sendable {
  /// What was taken for a word.
  public enum Reason: String, Codable, CaseIterable, Sendable {
    /// A part of a picture, or a logo.
    case picture
    /// A line, a border or a row of dashes.
    case rule
    /// A dot or stain.
    case speck
    /// Something that nobody can read.
    case unreadable
  }

  /// What was read.
  public var text: String
  /// 0 to 1.
  public var confidence: Double
  /// Around it, in pixels of the corrected page.
  public var box: Box
  /// Why it counts as noise.
  public var reason: Reason

  /// Something that was read and is not text.
  package init(text: String, confidence: Double, box: Box, reason: Reason) {
    (self.text, self.confidence, self.box, self.reason) = (text, confidence, box, reason)
  }
}
