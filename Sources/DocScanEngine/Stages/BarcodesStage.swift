// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanNative

/// Reads the barcodes of a page.
public final class BarcodesStage: Stage {
  public static let description = ComponentDescription(
    name: "barcodes", abstract: "Reads barcodes and QR codes, and lists them with their positions in the page JSON.",
    settings: [])

  public init(settings: ResolvedSettings) throws(PipelineError) {}

  public func process(_ page: PageInHand) throws(PageFailure) {
    let large = try Barcodes.read(try page.image())
    // In a small view codes are found that are blurred, or larger than the reader expects.
    let (view, scale) = try page.view()
    let small = scale < 1 ? try Barcodes.read(view).map { $0.moved { Point(x: $0.x / scale, y: $0.y / scale) } } : []
    let added = small.filter { code in !large.contains { $0.isSame(as: code) } }
    page.barcodes = (large + added).map { $0.moved(by: page.map.source) }
  }
}

extension PageInHand {
  /// The barcodes that lie on the page, with places in pixels of the corrected page; stages after the reading may have moved it.
  var placedBarcodes: [Barcode]? {
    let (width, height) = (Double(size.width), Double(size.height))
    return barcodes?.compactMap { barcode in
      let quad = barcode.moved(by: map.image).quad
      let middle = Point(x: quad.reduce(0) { $0 + $1.x } / 4, y: quad.reduce(0) { $0 + $1.y } / 4)
      guard (0...width).contains(middle.x), (0...height).contains(middle.y) else { return nil }
      return barcode.moved { point in
        let place = map.image(point)
        return Point(
          x: min(max(place.x, 0), width).rounded(toPlaces: 2), y: min(max(place.y, 0), height).rounded(toPlaces: 2))
      }
    }
  }
}

extension Barcode {
  /// Whether it is the same code, found a second time.
  fileprivate func isSame(as other: Barcode) -> Bool {
    let (xs, ys) = (quad.map(\.x), quad.map(\.y))
    let middle = Point(x: other.quad.reduce(0) { $0 + $1.x } / 4, y: other.quad.reduce(0) { $0 + $1.y } / 4)
    guard format == other.format, text == other.text, let left = xs.min(), let right = xs.max(), let top = ys.min(),
      let bottom = ys.max()
    else { return false }
    return (left...right).contains(middle.x) && (top...bottom).contains(middle.y)
  }

  /// The same code at another place.
  fileprivate func moved(by map: (Point) -> Point) -> Barcode {
    Barcode(format: format, text: text, quad: quad.map(map))
  }
}
