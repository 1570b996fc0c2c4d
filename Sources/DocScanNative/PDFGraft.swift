// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
public import DocScanCore

/// Puts recognized text and corrected pictures into a copy of a PDF, by qpdf.
public enum PDFGraft {
  /// The version of qpdf that is loaded, such as "11.3.0".
  public static var libraryVersion: String { unsafe String(cString: qpdf_get_qpdf_version()) }

  /// Writes `request.output`; on failure nothing is left behind.
  public static func graft(_ request: GraftRequest) throws(PageFailure) {
    throw PageFailure(kind: .engine, stage: "graft", message: "not built yet")
  }

  /// Whether the PDF has that many pages for qpdf too, so that its pages can be kept.
  public static func canGraft(path: String, pageCount: Int) -> Bool { false }
}
