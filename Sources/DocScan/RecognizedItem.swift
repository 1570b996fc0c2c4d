// SPDX-License-Identifier: GPL-3.0-or-later

/// An item that a ``DataScanner`` found on a page.
public enum RecognizedItem: Codable, Hashable, Sendable {
  /// A line of text, or typed data, on a page.
  public struct Text: Codable, Hashable, Sendable {
    /// The text as it appears on the page.
    public let transcript: String
    /// The normalized value of typed data, such as "+12125550142" or "2024-03-01". For a line of text, this is the transcript. VisionKit has no
    /// counterpart.
    public let value: String
    /// The confidence, from 0 to 1.
    public let confidence: Double
    /// The rectangle around the text, as fractions of the picture with the origin at its lower left. VisionKit has corners in view coordinates
    /// instead.
    public let boundingBox: NormalizedRect
    /// The kind of data, or `nil` for a line of text.
    public let textContentType: DataScanner.TextContentType?
    /// The ISO 4217 code of an amount, such as "EUR", or `nil` for other text and for amounts whose currency the page doesn't show.
    public let currencyCode: String?
  }

  /// A barcode on a page.
  public struct Barcode: Codable, Hashable, Sendable {
    /// The decoded text. Unlike VisionKit, docscan doesn't report codes without text, so this isn't optional.
    public let payloadStringValue: String
    /// The kind, corners, and meaning of the barcode.
    public let observation: BarcodeObservation
  }

  /// A line of text, or typed data.
  case text(Text)
  /// A barcode.
  case barcode(Barcode)
}
