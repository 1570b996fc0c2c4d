// SPDX-License-Identifier: GPL-3.0-or-later

/// What was done because text lay outside of what a correction would have kept.
public enum TextOutside: String, Codable, Hashable, Sendable, CaseIterable {
  /// More was kept than the stage had found.
  case widened
  /// The page stayed as it was.
  case dropped
  /// The correction was made, text of the source had no place in its result or could no longer be read there, and it was undone.
  case undone
}
