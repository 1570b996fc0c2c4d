// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The kinds of barcodes, named as in Vision. Unlike Vision, which reports UPC-A codes as EAN-13, this enumeration has a case for UPC-A.
public enum BarcodeSymbology: String, Codable, Hashable, Sendable, CaseIterable {
  /// An Aztec code, as on train tickets.
  case aztec
  /// A Codabar code, as on library books and blood bags.
  case codabar
  /// A Code 39 code, with or without a check digit.
  case code39
  /// A Code 93 code, a denser form of Code 39.
  case code93
  /// A Code 128 code, as on shipping labels.
  case code128
  /// A Data Matrix code, as on medicine and electronic parts.
  case dataMatrix
  /// An EAN-8 code, the short form of EAN-13 for small products.
  case ean8
  /// An EAN-13 code, as on retail products.
  case ean13
  /// An Interleaved 2 of 5 code of any length.
  case itf14
  /// A PDF417 code, as on boarding passes.
  case pdf417
  /// A QR code.
  case qr
  /// A UPC-A code, as on retail products in North America.
  case upcA
  /// A UPC-E code, the short form of UPC-A for small products.
  case upce

  init(_ format: Barcode.Format) {
    self =
      switch format {
      case .aztec: .aztec
      case .codabar: .codabar
      case .code39: .code39
      case .code93: .code93
      case .code128: .code128
      case .dataMatrix: .dataMatrix
      case .ean8: .ean8
      case .ean13: .ean13
      case .itf: .itf14
      case .pdf417: .pdf417
      case .qrCode: .qr
      case .upcA: .upcA
      case .upcE: .upce
      }
  }
}
