// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds the corners of the sheet of paper in a photograph.
public struct DetectDocumentSegmentationRequest: ImageProcessingRequest {
  /// Below this, 0 to 1, nothing is found.
  public var minimumConfidence = 0.5

  /// A request with the properties' defaults.
  public init() {}

  /// The corners in the page as it was loaded, before it was straightened; nil if no sheet shows, as on a scan without borders.
  ///
  /// The corners are the sheet's own, its top-left one first, even where it lies on its side only in perspective. Vision gives a
  /// mask as well, which is not made here.
  public func perform(on page: ScannedPage) async throws -> RectangleObservation? {
    let stage = JSONValue.object([
      "stage": .string("perspective"), "minimumConfidence": .number(minimumConfidence),
    ])
    let found = try await page.read([stage], straightened: false).page
    guard let correction = found.corrections.first, let quad = correction.quad, let size = found.source else {
      return nil
    }
    return RectangleObservation(quad, confidence: correction.confidence, in: size)
  }
}
