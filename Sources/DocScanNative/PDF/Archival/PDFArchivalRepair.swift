// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

/// Changes that PDF/A asks for and no reader notices.
extension PDFArchival {
  private static let printFlag: Int64 = 4

  /// Makes the repairs in an open document whose pages are still numbered as they were when it was checked.
  ///
  /// Decryption comes with writing.
  static func apply(_ repairs: Set<Repair>, to document: PDFGraftDocument) {
    let pdf = unsafe document.handle
    for repair in repairs {
      switch repair {
      case .decryption: break
      case .resources(let page):
        let page = unsafe qpdf_get_page_n(pdf, page - 1)
        unsafe qpdf_oh_replace_key(pdf, page, "/Resources", document.inherited("/Resources", of: page))
      case .linkFlags(let page):
        let annotations = unsafe PDFObject(qpdf_oh_get_key(pdf, qpdf_get_page_n(pdf, page - 1), "/Annots"), of: pdf)
        for link in annotations.items where link["/Subtype"].name == "/Link" {
          let flags = (link["/F"].integer ?? 0) | printFlag
          unsafe qpdf_oh_replace_key(pdf, link.handle, "/F", qpdf_oh_new_integer(pdf, flags))
        }
      }
      unsafe qpdf_oh_release_all(pdf)
    }
  }
}
