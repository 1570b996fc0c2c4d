// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanReading
internal import DocScanTypedData
internal import DocScanVision

package final class BarcodesStage: Stage {
  package static let description = ComponentDescription(
    name: "barcodes",
    abstract: "Reads barcodes and QR codes, and lists them with their meanings and positions in the page JSON.",
    settings: [], order: StageOrder(effects: [.worksBesideEmbeddedText]), finding: Barcode.description)

  package init(settings: ResolvedSettings) throws(PipelineError) {}

  package func process(_ page: PageContext) throws(PageFailure) {
    let codes = try Barcodes.read(try page.image())
    try page.note(
      codes.map { barcode in
        var barcode = barcode.moved(by: page.map.source)
        barcode.payload = Barcode.Payload(of: barcode)
        return barcode
      })
  }

  /// Converts positions to the corrected page, and removes barcodes outside it. Later stages may have moved or cropped the page.
  package func finish(_ page: PageContext) throws(PageFailure) {
    let whole = page.size.bounds
    guard let found = page.findings.get([Barcode].self) else { return }
    try page.note(
      found.map { $0.moved(by: page.map.image) }.filter { whole.contains($0.middle) }.map { barcode in
        barcode.moved { Point(x: min(max($0.x, 0), whole.width), y: min(max($0.y, 0), whole.height)).rounded }
      })
  }

  package static func outlines(on page: RecognizedPage) -> [[Point]] { (page.barcodes ?? []).map(\.quad) }
}

extension Barcode {
  fileprivate var middle: Point { Point(x: quad.reduce(0) { $0 + $1.x } / 4, y: quad.reduce(0) { $0 + $1.y } / 4) }

  func moved(by map: (Point) -> Point) -> Barcode {
    Barcode(format: format, text: text, quad: quad.map(map), payload: payload)
  }
}
