// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import FoundationEssentials

/// The answer to a request.
package struct PageAnswer: Sendable {
  /// The number of pages in each file, if the request asked for it.
  package var pageCounts: [Int] = []
  /// The rows of a QR code, with true for dark modules, if the request asked for it.
  package var code: [[Bool]] = []
  /// The page with its paper size, if the request asked for it.
  package var result: PageResult?
  package var page: RecognizedPage? { result?.page }
  package var pictures: [PictureRequest: Data] = [:]
}
