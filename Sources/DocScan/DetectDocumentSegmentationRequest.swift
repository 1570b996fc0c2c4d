// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// Finds the corners of the sheet of paper in a photograph.
public struct DetectDocumentSegmentationRequest: ImageProcessingRequest {
  /// The lowest confidence, from 0 to 1, at which a sheet is returned.
  public var minimumConfidence = 0.5

  /// Creates a request with the default values of its properties.
  public init() {}

  /// Finds the corners of the sheet in the picture as it was loaded, before any straightening.
  ///
  /// The corners are in the sheet's own orientation, starting at its top left, even if the sheet is rotated in the picture. Unlike Vision, docscan
  /// doesn't create a mask.
  ///
  /// - Parameter page: The page to search.
  /// - Returns: The corners as fractions of the loaded picture, or `nil` if no sheet is visible, as on a scan without borders.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing or ``minimumConfidence`` is invalid, and
  ///   a `CancellationError` if the task was canceled.
  public func perform(on page: ScannedPage) async throws -> RectangleObservation? {
    let stage = JSONValue.object([
      "stage": .string("perspective"), "minimumConfidence": .number(minimumConfidence),
    ])
    let found = try await page.read(
      [stage], straightened: false, properties: ["perspective.minimumConfidence": "minimumConfidence"]
    ).page
    guard let correction = found.corrections.first, let quad = correction.quad, let size = found.source else {
      return nil
    }
    return RectangleObservation(quad, confidence: correction.confidence, in: size)
  }
}
