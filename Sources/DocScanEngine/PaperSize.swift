// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Paper sizes (ISO 216, ANSI Y14.1).
enum PaperSize: String, CaseIterable, Sendable {
  case a3, a4, a5, letter, legal

  /// The maximum relative difference between the aspect ratios of a sheet and a paper size. Flattened photographs seldom differ more.
  private static let mostDifferent = 0.06

  private var upright: PageSize {
    switch self {
    case .a3: PageSize(width: 841.89, height: 1190.55)
    case .a4: PageSize(width: 595.28, height: 841.89)
    case .a5: PageSize(width: 419.53, height: 595.28)
    case .letter: PageSize(width: 612, height: 792)
    case .legal: PageSize(width: 612, height: 1008)
    }
  }

  func size(fitting sheet: PageSize) -> PageSize? {
    guard sheet.width > 0, sheet.height > 0 else { return nil }
    let paper = sheet.width <= sheet.height ? upright : PageSize(width: upright.height, height: upright.width)
    let ratio = (sheet.width / sheet.height) / (paper.width / paper.height)
    return abs(ratio - 1) < Self.mostDifferent ? paper : nil
  }
}
