// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanEngine
import DocScanNative

/// Finds a red stamp on the corrected page.
final class StampStage: Stage {
  private static let strength = Setting(
    "strength", default: 60, in: 1...255, help: "How much redder than green and blue a pixel has to be.")

  static let description = ComponentDescription(
    name: "stamp", abstract: "Finds a red stamp.", settings: [strength.erased],
    // docscan rejects a pipeline in which a later stage would move the picture away from the box.
    order: StageOrder(needs: [.init(.movesPicture, otherwise: "moves the picture, and the stamp would be elsewhere")]),
    finding: Stamp.description)

  /// The minimum side of a square, in inches. Smaller red areas are dirt.
  private static let leastSide = 0.1
  private let strength: Int

  init(settings: ResolvedSettings) throws(PipelineError) { strength = settings[Self.strength] }

  func process(_ page: PageContext) throws(PageFailure) {
    let image = try page.image()
    guard image.channels == .rgb else { return }
    var (left, top, right, bottom, count) = (image.width, image.height, -1, -1, 0)
    unsafe image.withUnsafePixels { pixels in
      for y in 0..<image.height {
        for x in 0..<image.width {
          let place = y * image.stride + 3 * x
          let (red, green, blue) = unsafe (Int(pixels[place]), Int(pixels[place + 1]), Int(pixels[place + 2]))
          guard red - max(green, blue) >= strength else { continue }
          (left, right) = (min(left, x), max(right, x))
          (top, bottom) = (min(top, y), max(bottom, y))
          count += 1
        }
      }
    }
    let side = Self.leastSide * page.size.dpi
    guard Double(count) > side * side else { return }
    try page.note(
      Stamp(
        box: Box(x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1)),
        share: (Double(count) / Double(image.width * image.height) * 1e4).rounded() / 1e4))
  }
}
