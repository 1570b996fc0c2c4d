// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that a ``DataScanner`` found on a page.
public enum RecognizedItem: Hashable, Sendable {
  /// Text of a page.
  public struct Text: Hashable, Sendable {
    /// The text on the page, as it was read.
    public let transcript: String
    /// The normalized value of typed data, such as "+12125550142" or "2024-03-01"; any other text as it is. VisionKit
    /// leaves that to the program.
    public let value: String
    /// 0 to 1.
    public let confidence: Double
    /// Around the text: 0 to 1 of the picture, with the origin at its lower left. VisionKit gives corners in a view, which there
    /// is not.
    public let boundingBox: NormalizedRect
    /// The kind of data; nil for a line of text.
    public let textContentType: DataScanner.TextContentType?
    /// The ISO 4217 code of an amount, such as "EUR"; nil for all else, and where the page does not say.
    public let currencyCode: String?
  }

  /// A barcode.
  public struct Barcode: Hashable, Sendable {
    /// What it says. VisionKit has nil for codes that hold no text, which are not reported here.
    public let payloadStringValue: String
    /// All that is known of it.
    public let observation: BarcodeObservation
  }

  /// A line of text, or typed data.
  case text(Text)
  /// A barcode.
  case barcode(Barcode)
}
