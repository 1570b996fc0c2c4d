// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import FoundationEssentials

/// The answer to a request about pages.
package struct PageAnswer: Sendable {
  /// The number of pages in each file, if the request asked for page counts.
  package var pageCounts: [Int] = []
  /// The rows of a QR code, with `true` for dark modules, if the request asked for a code.
  package var code: [[Bool]] = []
  /// The page with its paper size, or `nil` if the request didn't ask for a page.
  package var result: PageResult?
  package var page: RecognizedPage? { result?.page }
  package var pictures: [PictureRequest: Data] = [:]
}
