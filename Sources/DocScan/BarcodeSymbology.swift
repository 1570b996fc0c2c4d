// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// The kinds of barcodes, by the names that Vision gives them; UPC-A has one of its own, where Vision takes it for EAN-13.
public enum BarcodeSymbology: String, Hashable, Sendable, CaseIterable {
  case aztec, codabar, code39, code93, code128, dataMatrix, ean8, ean13, itf14, pdf417, qr, upcA, upce

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
