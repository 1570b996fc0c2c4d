// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Writes one picture for each page, `images/0001.png`: the corrected page, in whose pixels all boxes lie.
///
/// A page that failed has none.
public final class ImagesWriter: DocumentWriter {
  private static let formatSetting = Setting(
    "format", default: "png", oneOf: ["png", "jpeg", "tiff"],
    help: "PNG and TIFF keep every pixel, and are small for black and white; JPEG is small for photographs.")
  private static let quality = Setting(
    "quality", default: 90, in: 1...100, help: "JPEG quality: a higher value is better and larger.")

  public static let description = ComponentDescription(
    name: "images",
    abstract: "One picture for each page after all corrections: upright, straight, with its resolution.",
    settings: [formatSetting.erased, quality.erased])

  private let kind: ExtraPicture.Kind
  private let folder: PageFolder

  public static func mainFile(baseName: String, firstPage: Int) -> String? { nil }

  public static func extras(_ settings: ResolvedSettings) -> Set<ExtraPicture.Kind> { [.page(format(settings))] }

  public init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    kind = .page(Self.format(settings))
    folder = try PageFolder(Self.description.name, ending: kind.ending, of: destination)
  }

  /// The format that the settings ask for.
  public static func format(_ settings: ResolvedSettings) -> PageImageFormat {
    switch settings[formatSetting] {
    case "jpeg": .jpeg(quality: settings[quality])
    case "tiff": .tiff
    case _: .png
    }
  }

  /// The file of the page with this number, relative to the document's folder.
  static func fileName(page number: Int, ending: String) -> String {
    PageFolder.fileName(page: number, in: description.name, ending: ending)
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    // A page that failed late may have left a picture all the same, without any boxes to go with it.
    guard page.result.page.status != .failed, let path = page.extraPaths[kind] else { return }
    let file = try folder.file(page: page.result.page.page.number)
    try PictureFile(path: path).copy(to: file)
    try file.finish()
  }

  public func finish() throws(OutputError) { try folder.finish() }
}
