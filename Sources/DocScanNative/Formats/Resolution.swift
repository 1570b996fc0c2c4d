// SPDX-License-Identifier: GPL-3.0-or-later

/// The pixels per inch of a picture, along each axis.
struct Resolution: Hashable, Sendable {
  var x: Double
  var y: Double

  /// Along both axes.
  init(_ dpi: Double) { (x, y) = (dpi, dpi) }

  /// What a file says; nil when no page can have it.
  ///
  /// Believed are 50 to 1200 pixels per inch that make a page whose longer side is 1 to 200 inches, the most that a page of
  /// a PDF has. Cameras write 72 or 96 when they know nothing, so below 100 the longer side may be 17 inches at most. Values
  /// that differ by less than 2% count as equal, and more than 4 to 1 is nonsense.
  init?(x: Double, y: Double, width: Int, height: Int) {
    let range = 50.0...1200.0
    guard range.contains(x), range.contains(y), x < 4 * y, y < 4 * x else { return nil }
    let longer = max(Double(width) / x, Double(height) / y)
    guard longer >= 1, longer <= (min(x, y) < 100 ? 17 : 200) else { return nil }
    self.x = x
    self.y = abs(x - y) < 0.02 * x ? x : y
  }

  /// The first candidate that can be believed, or else an estimate.
  init(candidates: [(x: Double, y: Double)?], width: Int, height: Int) {
    let known = candidates.lazy.compactMap { $0 }.compactMap {
      Resolution(x: $0.x, y: $0.y, width: width, height: height)
    }
    self = known.first ?? Resolution(Self.estimate(width: width, height: height))
  }

  /// The resolution of a picture that does not say: its longer side is taken for that of an A4 sheet, 11.7 inches.
  ///
  /// Never less than 70 or more than 600, so small clippings stay small and huge photographs large.
  static func estimate(width: Int, height: Int) -> Double {
    min(max((Double(max(width, height)) / 11.7).rounded(), 70), 600)
  }

  /// The same after a quarter turn.
  var turned: Resolution {
    var result = self
    (result.x, result.y) = (y, x)
    return result
  }
}
