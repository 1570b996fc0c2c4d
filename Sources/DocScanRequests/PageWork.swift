// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// The work of a worker for one request.
package struct PageWork: Sendable {
  /// The kind of request.
  package enum Question: Sendable {
    case pageCounts
    /// Process a page of the first file; the number counts from 1.
    case page(Int)
    /// Create a QR code for a text, without any file.
    case code(String)
  }

  package var question: Question
  package var sources: [PageSource]
  /// The stages in the format of pipeline files.
  package var stages: [JSONValue]
  package var pictures: Set<PictureRequest>
  /// The owner of the sources, or `nil`. Sources of different owners are never read by the same worker process.
  package var owner: String?

  /// Creates work for at most `Frame.mostFiles` files.
  package init(
    _ question: Question, of sources: [PageSource], stages: [JSONValue] = [], pictures: Set<PictureRequest> = []
  ) {
    (self.question, self.sources, self.stages, self.pictures) = (question, sources, stages, pictures)
  }
}
