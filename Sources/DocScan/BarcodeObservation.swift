// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// A barcode on a page.
public struct BarcodeObservation: Hashable, Sendable {
  /// What it says, unchanged. Do not trust it: anybody can print a code.
  public let payloadString: String
  /// Its kind.
  public let symbology: BarcodeSymbology
  /// Its corners, clockwise from its own top-left corner, which shows how it is turned.
  public let corners: RectangleObservation
  /// What the text means, where it is in a form that programs act on; nil elsewhere. Vision has nothing of the kind.
  public let payload: Barcode.Payload?

  /// The smallest upright rectangle around it.
  public var boundingBox: NormalizedRect { corners.boundingBox }

  init?(_ barcode: Barcode, in size: RasterSize) {
    // A code that is read passed its own check.
    guard let corners = RectangleObservation(barcode.quad, confidence: 1, in: size) else { return nil }
    (self.corners, payloadString, payload) = (corners, barcode.text, barcode.payload)
    symbology = BarcodeSymbology(barcode.format)
  }
}
