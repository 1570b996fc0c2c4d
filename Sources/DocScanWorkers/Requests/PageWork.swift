// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// What a worker is to do for one request.
package struct PageWork: Sendable {
  /// What is asked.
  package enum Question: Sendable {
    /// The number of pages of each file.
    case pageCounts
    /// What the stages make of a page of the first file, from 1.
    case page(Int)
    /// A QR code that says something; it is about no file.
    case code(String)
  }

  package var question: Question
  package var sources: [PageSource]
  /// The stages, as a pipeline file has them.
  package var stages: [JSONValue]
  /// Pictures of the page.
  package var pictures: Set<PictureRequest>

  /// Work on files; at most `Frame.mostFiles` of them.
  package init(
    _ question: Question, of sources: [PageSource], stages: [JSONValue] = [], pictures: Set<PictureRequest> = []
  ) {
    (self.question, self.sources, self.stages, self.pictures) = (question, sources, stages, pictures)
  }
}
