// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanNative

extension Raster {
  /// The page, in grey, as if it were printed on another ground, or as if a part of it had one, from a place downwards.
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
