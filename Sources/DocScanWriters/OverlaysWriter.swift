// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes one JPEG per page, `overlays/0001.jpg`: the original with the stages' results on it. A page that couldn't be loaded has no picture.
package final class OverlaysWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "overlays",
    abstract: "One picture for each page: the original, with the results of the stages drawn over it.",
    settings: [])

  /// The picture of a page, in a size for viewing on a screen.
  private static let picture = PictureRequest(.overlay, as: .jpeg(quality: 75), longestSide: 1600)

  private let folder: PictureFolder

  package static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> { [picture] }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = PictureFolder(Self.description.name, of: Self.picture, in: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) { try folder.append(page) }
}
