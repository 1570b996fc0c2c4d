// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds the one-dimensional and two-dimensional barcodes on a page.
public struct DetectBarcodesRequest: ImageProcessingRequest {
  /// The kinds of barcodes to look for. The default is all kinds.
  public var symbologies = BarcodeSymbology.allCases

  /// Creates a request with the default values of its properties.
  public init() {}

  /// Finds the barcodes on a page.
  ///
  /// - Parameter page: The page to search.
  /// - Returns: The barcodes, in order of detection.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing, and a `CancellationError` if the task
  ///   was canceled.
  public func perform(on page: ScannedPage) async throws -> [BarcodeObservation] {
    let (found, size) = try await page.read([.object(["stage": .string("barcodes")])])
    return (found.barcodes ?? []).compactMap { BarcodeObservation($0, in: size) }.filter {
      symbologies.contains($0.symbology)
    }
  }
}
