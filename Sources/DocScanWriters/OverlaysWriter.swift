// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore

/// Writes one JPEG for each page, `overlays/0001.jpg`: the original with what the stages found drawn over it.
///
/// A page that could not be loaded has none.
package final class OverlaysWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "overlays", abstract: "One picture for each page: the original, with what the stages found drawn over it.",
    settings: [])

  /// Enough for a screen: it is for looking at, not for measuring.
  private static let picture = PictureRequest(.overlay, as: .jpeg(quality: 75), longestSide: 1600)

  private let folder: PictureFolder

  package static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> { [picture] }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = PictureFolder(Self.description.name, of: Self.picture, in: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) { try folder.append(page) }
}
