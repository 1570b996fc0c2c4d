// SPDX-License-Identifier: GPL-3.0-or-later

/// A page that was read long ago, and what people decided about its text since: stages that look at text look again.
public struct ReviseRequest: JobRequest {
  public static let name = "revise"

  /// The page as it is now.
  public struct Reply: JobReply {
    /// The page with its new findings.
    public var page: RecognizedPage

    /// A page.
    public init(page: RecognizedPage) { self.page = page }
  }

  /// The page as its file has it, with the edits of before.
  public var page: RecognizedPage
  /// The edits that hold now, in order.
  public var edits: [Edit]

  /// A page, and the edits that hold on it now.
  public init(page: RecognizedPage, edits: [Edit]) { (self.page, self.edits) = (page, edits) }
}
