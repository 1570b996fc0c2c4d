// SPDX-License-Identifier: GPL-3.0-or-later

/// What was done because text lay outside of what a correction would have kept.
public enum TextOutside: String, Codable, Hashable, Sendable, CaseIterable {
  /// More was kept than the stage had found.
  case widened
  /// The page stayed as it was.
  case dropped
}
