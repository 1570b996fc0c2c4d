// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes one PNG per page, `sources/0001.png`: the pixels as loaded, to undo any correction. A page that couldn't be loaded has no picture.
package final class SourcesWriter: DocumentWriter {
  package static let description = ComponentDescription(
    name: "sources", abstract: "One PNG for each page with its pixels as loaded, before any correction.",
    settings: [])

  private static let picture = PictureRequest(.source, as: .png)

  private let folder: PictureFolder

  package static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> { [picture] }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = PictureFolder(Self.description.name, of: Self.picture, in: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) { try folder.append(page) }
}
