// SPDX-License-Identifier: GPL-3.0-or-later

/// A page that was read long ago, and what people decided about its text since: stages that look at text look again.
package struct ReviseRequest: JobRequest {
  package static let name = "revise"

  /// The page as it is now.
  package struct Reply: JobReply {
    /// The page with its new findings.
    package var page: RecognizedPage

    /// A page.
    package init(page: RecognizedPage) { self.page = page }
  }

  /// The page as its file has it, with the edits of before.
  package var page: RecognizedPage
  /// The edits that hold now, in order.
  package var edits: [Edit]

  /// A page, and the edits that hold on it now.
  package init(page: RecognizedPage, edits: [Edit]) { (self.page, self.edits) = (page, edits) }
}
