// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Writes one JPEG for each page, `overlays/0001.jpg`: the original with what the stages found drawn over it.
///
/// A page that could not be loaded has none.
public final class OverlaysWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "overlays", abstract: "One picture for each page: the original, with what the stages found drawn over it.",
    settings: [])

  public static func extras(_ settings: ResolvedSettings) -> Set<ExtraPicture.Kind> { [.overlay] }

  private let folder: PageFolder

  public static func mainFile(baseName: String, firstPage: Int) -> String? { nil }

  public init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = try PageFolder(Self.description.name, ending: ExtraPicture.Kind.overlay.ending, of: destination)
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    guard let path = page.extraPaths[.overlay] else { return }
    let file = try folder.file(page: page.result.page.page.number)
    try PictureFile(path: path).copy(to: file)
    try file.finish()
  }

  public func finish() throws(OutputError) { try folder.finish() }
}
