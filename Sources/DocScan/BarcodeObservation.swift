// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A barcode on a page.
public struct BarcodeObservation: Codable, Hashable, Sendable {
  /// The decoded text, unchanged. Treat this as untrusted input: anyone can print a barcode.
  public let payloadString: String
  /// The kind of barcode.
  public let symbology: BarcodeSymbology
  /// The corners of the barcode, clockwise from its own top-left corner, so the order shows its rotation on the page.
  public let corners: RectangleObservation
  /// The structured meaning of the text, such as a payment or a contact, or `nil` if the text has no known format. Vision has no counterpart.
  public let payload: Barcode.Payload?

  /// The smallest upright rectangle that contains the barcode.
  public var boundingBox: NormalizedRect { corners.boundingBox }

  init?(_ barcode: Barcode, in size: RasterSize) {
    // Every format that decodes has a checksum that passed, so the confidence is 1.
    guard let corners = RectangleObservation(barcode.quad, confidence: 1, in: size) else { return nil }
    (self.corners, payloadString, payload) = (corners, barcode.text, barcode.payload)
    symbology = BarcodeSymbology(barcode.format)
  }
}
