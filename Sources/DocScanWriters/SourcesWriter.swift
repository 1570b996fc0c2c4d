// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Writes one PNG for each page, `sources/0001.png`: the pixels it was loaded with, so that any correction can be undone.
///
/// A page that could not be loaded has none.
public final class SourcesWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "sources", abstract: "One PNG for each page with the pixels it was loaded with, before any correction.",
    settings: [])

  public static func extras(_ settings: ResolvedSettings) -> Set<ExtraPicture.Kind> { [.source] }

  private let folder: PageFolder

  public static func mainFile(baseName: String, firstPage: Int) -> String? { nil }

  public init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = try PageFolder(Self.description.name, ending: ExtraPicture.Kind.source.ending, of: destination)
  }

  public func append(_ page: WriterPage) throws(OutputError) {
    guard let path = page.extraPaths[.source] else { return }
    let file = try folder.file(page: page.result.page.page.number)
    try PictureFile(path: path).copy(to: file)
    try file.finish()
  }

  public func finish() throws(OutputError) { try folder.finish() }
}
