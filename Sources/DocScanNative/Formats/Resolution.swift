// SPDX-License-Identifier: GPL-3.0-or-later

struct Resolution: Hashable, Sendable {
  var x: Double
  var y: Double

  init(_ dpi: Double) { (x, y) = (dpi, dpi) }

  /// Accepts a declared resolution, or returns `nil` if it isn't plausible for a page: 50 to 1200 pixels per inch, and a longer side of 1 to 200
  /// inches, the maximum of a PDF page. Cameras write 72 or 96 as a default, so below 100 the longer side is limited to 17 inches. Values that differ
  /// by less than 2% count as equal. A ratio of more than 4 to 1 is rejected.
  init?(x: Double, y: Double, width: Int, height: Int) {
    let range = 50.0...1200.0
    guard range.contains(x), range.contains(y), x < 4 * y, y < 4 * x else { return nil }
    let longer = max(Double(width) / x, Double(height) / y)
    guard longer >= 1, longer <= (min(x, y) < 100 ? 17 : 200) else { return nil }
    self.x = x
    self.y = abs(x - y) < 0.02 * x ? x : y
  }

  init(candidates: [(x: Double, y: Double)?], width: Int, height: Int) {
    let known = candidates.lazy.compactMap { $0 }.compactMap {
      Resolution(x: $0.x, y: $0.y, width: width, height: height)
    }
    self = known.first ?? Resolution(Self.estimate(width: width, height: height))
  }

  /// Estimates the resolution as if the longer side were A4's 11.7 inches, from 70 to 600, so that clippings stay small and huge photos large.
  static func estimate(width: Int, height: Int) -> Double {
    min(max((Double(max(width, height)) / 11.7).rounded(), 70), 600)
  }

  var turned: Resolution {
    var result = self
    (result.x, result.y) = (y, x)
    return result
  }
}
