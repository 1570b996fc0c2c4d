// SPDX-License-Identifier: GPL-3.0-or-later

/// A request to compare the text that a page of a file already has with the picture of the page.
package struct TextCheckRequest: JobRequest {
  package static let name = "checkText"

  /// The result for the page.
  package struct Reply: JobReply {
    /// The number of pages in the file.
    package var untrustedPageCount: Int
    /// The result; `nil` if the page has no text.
    package var check: TextCheck?
    /// The number of words on the page.
    package var words: Int

    /// A result.
    package init(pageCount: Int, check: TextCheck?, words: Int) {
      (untrustedPageCount, self.check, self.words) = (pageCount, check, words)
    }
  }

  /// The file's name.
  package var file: String
  /// The page's number, from 1.
  package var page: Int
  /// Whether lines are read even if nothing speaks against the text.
  package var isThorough: Bool

  /// A page of a file.
  package init(file: String, page: Int, isThorough: Bool = false) {
    (self.file, self.page, self.isThorough) = (file, page, isThorough)
  }

  package var fileNames: [String] { [file] }
}
