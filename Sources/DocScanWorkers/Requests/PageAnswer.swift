// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import FoundationEssentials

/// What came of a request.
package struct PageAnswer: Sendable {
  /// The number of pages of each file; empty if a page was asked for.
  package var pageCounts: [Int] = []
  /// The rows of a QR code, dark where true; empty if none was asked for.
  package var code: [[Bool]] = []
  /// The page with its size on paper; nil if numbers of pages were asked for.
  package var result: PageResult?
  /// What was read of it.
  package var page: RecognizedPage? { result?.page }
  /// The files of its pictures.
  package var pictures: [PictureRequest: Data] = [:]
}
