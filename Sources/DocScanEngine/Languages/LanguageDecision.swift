// SPDX-License-Identifier: GPL-3.0-or-later

/// The packs that a page is read with.
struct LanguageDecision {
  /// The most likely first.
  var packs: [String]
  /// 0 where there was too little text to tell.
  var confidence: Double
  /// Whether lines run downwards.
  var isVertical = false
}
