// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The kinds of barcodes, named as in Vision. Unlike Vision, which reports UPC-A codes as EAN-13, this enumeration has a case for UPC-A.
public enum BarcodeSymbology: String, Hashable, Sendable, CaseIterable {
  /// Aztec.
  case aztec
  /// A Codabar code, as on library books and blood bags.
  case codabar
  /// Code 39, with a check digit or without.
  case code39
  /// Code 93.
  case code93
  /// Code 128.
  case code128
  /// Data Matrix.
  case dataMatrix
  /// An EAN-8 code, the short form of EAN-13 for small products.
  case ean8
  /// EAN-13.
  case ean13
  /// Interleaved 2 of 5, of any length.
  case itf14
  /// PDF417.
  case pdf417
  /// QR code.
  case qr
  /// UPC-A.
  case upcA
  /// UPC-E.
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
