// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import Glibc

extension Raster {
  /// The part of the picture within a box, widened to whole pixels; one pixel at least.
  public func cropped(to box: Box) throws(PageFailure) -> Raster {
    let left = min(max(Int(box.x.rounded(.down)), 0), width - 1)
    let top = min(max(Int(box.y.rounded(.down)), 0), height - 1)
    let right = min(max(Int(box.maxX.rounded(.up)), left + 1), width)
    let bottom = min(max(Int(box.maxY.rounded(.up)), top + 1), height)
    let bytes = (right - left) * channels.rawValue
    return try unsafe Raster(
      width: right - left, height: bottom - top, channels: channels, isBitonal: isBitonal
    ) { target in
      unsafe withUnsafePixels { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<(bottom - top) {
          unsafe memcpy(
            target + row * bytes, source + (top + row) * stride + left * channels.rawValue, bytes)
        }
      }
    }
  }
}
