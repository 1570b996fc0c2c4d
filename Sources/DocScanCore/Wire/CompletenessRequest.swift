// SPDX-License-Identifier: GPL-3.0-or-later

/// Look whether files are complete: a copy that is still under way lacks the end that its format demands.
package struct CompletenessRequest: JobRequest {
  package static let name = "completeness"

  /// Which of the files are not complete.
  package struct Reply: JobReply {
    /// By their numbers in the request, from 0.
    package var incomplete: [Int]

    /// The numbers of files, from 0.
    package init(incomplete: [Int]) { self.incomplete = incomplete }
  }

  /// At most `Frame.mostFiles`.
  package var fileNames: [String]

  /// Files, in the order in which they come with the message.
  package init(fileNames: [String]) { self.fileNames = fileNames }

  package func seconds(perPage: Double) -> Double { perPage * Double(fileNames.count) }
}
