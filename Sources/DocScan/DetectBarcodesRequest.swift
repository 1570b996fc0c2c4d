// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds the barcodes on a page, of one dimension and of two.
public struct DetectBarcodesRequest: ImageProcessingRequest {
  /// The kinds to look for; all there are, unless said.
  public var symbologies = BarcodeSymbology.allCases

  /// A request with the properties' defaults.
  public init() {}

  /// The barcodes, in the order in which they were found.
  public func perform(on page: ScannedPage) async throws -> [BarcodeObservation] {
    let (found, size) = try await page.read([.object(["stage": .string("barcodes")])])
    return (found.barcodes ?? []).compactMap { BarcodeObservation($0, in: size) }.filter {
      symbologies.contains($0.symbology)
    }
  }
}
