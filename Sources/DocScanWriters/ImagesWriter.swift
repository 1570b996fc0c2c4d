// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles

/// Writes one picture per page, `images/0001.png`: the corrected page, to whose pixels all boxes refer. A failed page has no picture.
package final class ImagesWriter: DocumentWriter {
  private static let format = Setting(
    "format", default: "png", oneOf: ["png", "jpeg", "tiff"],
    help: "PNG and TIFF keep every pixel, and are small for black and white; JPEG is small for photographs.")
  private static let quality = Setting(
    "quality", default: 90, in: 1...100, help: "JPEG quality: a higher value is better and larger.")

  package static let description = ComponentDescription(
    name: "images",
    abstract: "One picture for each page after all corrections: upright, straight, with its resolution.",
    settings: [format.erased, quality.erased])

  private let folder: PictureFolder

  package static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> { [picture(settings)] }

  package static func imageFile(page number: Int, _ settings: ResolvedSettings) -> String? {
    PageFolder.fileName(page: number, in: description.name, ending: picture(settings).format.ending)
  }

  package static func pageReference(_ number: Int, _ settings: ResolvedSettings) -> FileReference? {
    imageFile(page: number, settings).map {
      FileReference($0, "image/\(settings[format])", picture: picture(settings))
    }
  }

  private static func picture(_ settings: ResolvedSettings) -> PictureRequest {
    switch settings[format] {
    case "jpeg": PictureRequest(.page, as: .jpeg(quality: settings[quality]))
    case "tiff": PictureRequest(.page, as: .tiff)
    case _: PictureRequest(.page, as: .png)
    }
  }

  package init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = PictureFolder(Self.description.name, of: Self.picture(settings), in: destination)
  }

  package func append(_ page: WriterPage) throws(OutputError) {
    // A page that failed late may have a picture but no boxes that refer to it.
    if page.result.page.status != .failed { try folder.append(page) }
  }
}
