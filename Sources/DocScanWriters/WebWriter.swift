// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes pictures of each page for the viewer: the corrected page in `web/0001.jpg`, its thumbnail in `web/small`, and the page as loaded in
/// `web/source`. A failed page has only the latter. A page that no correction moved has no picture in `web/source`.
package final class WebWriter: DocumentWriter {
  private static let side = Setting(
    "longestSide", default: 1800, in: 400...6000, help: "The longest side of a page's picture, in pixels.")
  private static let quality = Setting(
    "quality", default: 75, in: 1...100, help: "JPEG quality: a higher value is better and larger.")

  package static let description = ComponentDescription(
    name: "web", abstract: "Pictures of each page for docscan view: for the screen, small, and as loaded.",
    settings: [side.erased, quality.erased])

  /// The longest side of a thumbnail in pixels, for cards on high-resolution screens.
  private static let smallSide = 320

  private let page: PictureFolder
  private let small: PictureFolder
  private let source: PictureFolder

  package static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> {
    [page(settings), small(settings), source(settings)]
  }

  package static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference? {
    FileReference(
      PageFolder.fileName(page: number, in: description.name, ending: "jpg"), "image/jpeg", picture: page(settings))
  }

  /// Returns the path of a page's thumbnail, relative to the document's folder.
  static func smallFile(page number: Int) -> String {
    PageFolder.fileName(page: number, in: description.name + "/small", ending: "jpg")
  }

  private static func page(_ settings: ResolvedSettings) -> PictureRequest {
    PictureRequest(.page, as: .jpeg(quality: settings[quality]), longestSide: settings[side])
  }

  private static func small(_ settings: ResolvedSettings) -> PictureRequest {
    PictureRequest(.page, as: .jpeg(quality: settings[quality]), longestSide: smallSide)
  }

  /// Returns the request for the page as loaded, which is smaller because it is only shown for comparison.
  private static func source(_ settings: ResolvedSettings) -> PictureRequest {
    PictureRequest(.source, as: .jpeg(quality: settings[quality]), longestSide: settings[side] * 7 / 9)
  }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    let name = Self.description.name
    page = PictureFolder(name, of: Self.page(settings), in: destination)
    small = PictureFolder(name + "/small", of: Self.small(settings), in: destination)
    source = PictureFolder(name + "/source", of: Self.source(settings), in: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    let result = page.result.page
    let isShown = result.status != .failed
    if isShown {
      try self.page.append(page)
      try small.append(page)
    }
    if !isShown || !result.map.isIdentity { try source.append(page) }
  }
}
