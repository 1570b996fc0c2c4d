// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanVision

extension Raster {
  /// Returns the page in gray, as if printed on another background, from a position downwards.
  public func on(_ ground: Ground, dpi: Double, seed: UInt64, from top: Double = 0) throws -> Raster {
    let tone = ground.tone(dpi: dpi, seed: seed)
    let page = try reading { page in
      try Self.drawn(width: width, height: height) { x, y in
        y < top ? page(x, y) : page(x, y) * min(max(tone(x, y), 0), 255) / 255
      }
    }
    return ground == .bitonal ? try page.bitonal(threshold: 128) : page
  }
}
