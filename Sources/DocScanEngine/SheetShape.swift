// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A sheet's true proportions, computed from its corners, assuming a pinhole camera with square pixels and a centered principal point.
/// Source: Z. Zhang, L. He, *Whiteboard scanning and image enhancement*, Digital Signal Processing 17 (2007), section 3.
struct SheetShape {
  let size: RasterSize

  private static let formats: [(ratio: Double, inches: Double)] = [(297.0 / 210, 297 / 25.4), (11.0 / 8.5, 11)]

  private static let formatTolerance = 0.025

  /// Computes the shape from corners in pixels, clockwise from the top left. Returns `nil` for non-rectangles and sides below 16 pixels.
  init?(corners: [Point], in image: RasterSize) {
    guard corners.count == 4, let ratio = Self.ratioOfWidthToHeight(corners, in: image) else { return nil }
    let across = max(distance(corners[0], corners[1]), distance(corners[3], corners[2]))
    let down = max(distance(corners[0], corners[3]), distance(corners[1], corners[2]))
    guard across >= 16, down >= 16 else { return nil }
    let simple = across / down
    let longOverShort = Self.isBent(ratio, simple) ? max(simple, 1 / simple) : max(ratio, 1 / ratio)
    let format = Self.formats.min { abs($0.ratio - longOverShort) < abs($1.ratio - longOverShort) }
    let isFormat = format.map { abs($0.ratio / longOverShort - 1) <= Self.formatTolerance } ?? false
    let snapped = isFormat ? (format?.ratio ?? longOverShort) : longOverShort
    let isWide = Self.isBent(ratio, simple) ? simple >= 1 : ratio >= 1
    let widthOverHeight = isWide ? snapped : 1 / snapped
    // Neither direction loses pixels.
    let width = max(across, down * widthOverHeight)
    let height = width / widthOverHeight
    let dpi = isFormat ? max(width, height) / (format?.inches ?? 11) : image.dpi
    size = RasterSize(
      width: Int(width.rounded()), height: Int(height.rounded()), dpi: min(max(dpi, 50), 1200).rounded(toPlaces: 2))
  }

  /// Returns whether the proportions can't be those of a flat sheet, because a sheet bent in a hand seems longer than any paper. No paper size is as
  /// long as 1.8; of 23 photographs with known corners, none has sides that differ by more than a third from the proportions.
  private static func isBent(_ ratio: Double, _ simple: Double) -> Bool {
    max(ratio / simple, simple / ratio) > 1.8 && max(ratio, 1 / ratio) > max(1.8, simple, 1 / simple)
  }

  private static func ratioOfWidthToHeight(_ corners: [Point], in image: RasterSize) -> Double? {
    let center = image.bounds.center
    let vectors = corners.map { SIMD3($0.x - center.x, $0.y - center.y, 1) }
    let (m1, m2, m4, m3) = (vectors[0], vectors[1], vectors[2], vectors[3])
    let k2 = m1.cross(m4).dot(m3) / m2.cross(m4).dot(m3)
    let k3 = m1.cross(m4).dot(m2) / m3.cross(m4).dot(m2)
    guard k2.isFinite, k3.isFinite else { return nil }
    let n2 = m2 * k2 - m1
    let n3 = m3 * k3 - m1
    let longest = Double(max(image.width, image.height))
    // If both pairs of sides are nearly parallel, the focal length is undetermined, but hardly matters, so a typical
    // one is used.
    var focalSquared = -(n2.x * n3.x + n2.y * n3.y) / (n2.z * n3.z)
    let plausible = (0.4 * longest * 0.4 * longest)...(4 * longest * 4 * longest)
    if !focalSquared.isFinite || !plausible.contains(focalSquared) { focalSquared = 1.1 * longest * 1.1 * longest }
    func length(_ n: SIMD3<Double>) -> Double { ((n.x * n.x + n.y * n.y) / focalSquared + n.z * n.z).squareRoot() }
    let ratio = length(n2) / length(n3)
    return ratio.isFinite && ratio > 0.05 && ratio < 20 ? ratio : nil
  }
}

extension SIMD3<Double> {
  fileprivate func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  fileprivate func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
}

private func distance(_ a: Point, _ b: Point) -> Double {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}
