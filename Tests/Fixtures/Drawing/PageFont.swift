// SPDX-License-Identifier: GPL-3.0-or-later

/// A font by family, size and style.
public struct PageFont: Hashable, Sendable {
  /// Families in Debian's fonts-dejavu-core, fonts-ipafont-gothic, and fonts-wqy-microhei.
  public enum Family: String, Sendable {
    case serif = "DejaVu Serif"
    case sans = "DejaVu Sans"
    case mono = "DejaVu Sans Mono"
    case japanese = "IPAGothic"
    /// Also for Hangul.
    case chinese = "WenQuanYi Micro Hei"
  }

  public var family: Family
  /// The size, in points.
  public var size: Double
  public var isBold: Bool
  /// The ink, from white (0) to black (1).
  public var ink: Double

  public init(_ family: Family, size: Double, isBold: Bool = false, ink: Double = 0.95) {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.ink = ink
  }

  /// Returns a serif font, as books and letters use.
  public static func serif(_ size: Double) -> PageFont { PageFont(.serif, size: size) }

  /// Returns a sans-serif font.
  public static func sans(_ size: Double) -> PageFont { PageFont(.sans, size: size) }

  /// Returns a font whose characters all have the same width.
  public static func mono(_ size: Double) -> PageFont { PageFont(.mono, size: size) }

  /// The font in bold.
  public var bold: PageFont { PageFont(family, size: size, isBold: true, ink: ink) }
}
