// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// A request to compare the text that a page of a file already has with the picture of the page.
package struct TextCheckRequest: JobRequest {
  package static let name = "checkText"

  /// The result for the page.
  package struct Reply: JobReply {
    package var untrustedPageCount: Int
    package var check: TextCheck?
    package var words: Int

    package init(pageCount: Int, check: TextCheck?, words: Int) {
      (untrustedPageCount, self.check, self.words) = (pageCount, check, words)
    }
  }

  package var file: String
  package var page: Int
  /// Whether lines are read even if the other measurements show no problem.
  package var isThorough: Bool

  package init(file: String, page: Int, isThorough: Bool = false) {
    (self.file, self.page, self.isThorough) = (file, page, isThorough)
  }

  package var fileNames: [String] { [file] }
}
