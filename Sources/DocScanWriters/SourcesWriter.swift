// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore

/// Writes one PNG for each page, `sources/0001.png`: the pixels it was loaded with, so that any correction can be undone.
///
/// A page that could not be loaded has none.
public final class SourcesWriter: DocumentWriter {
  public static let description = ComponentDescription(
    name: "sources", abstract: "One PNG for each page with the pixels it was loaded with, before any correction.",
    settings: [])

  private static let picture = PictureRequest(.source, as: .png)

  private let folder: PictureFolder

  public static func pictures(_ settings: ResolvedSettings) -> Set<PictureRequest> { [picture] }

  public init(settings: ResolvedSettings, destination: WriterDestination) throws(OutputError) {
    folder = PictureFolder(Self.description.name, of: Self.picture, in: destination)
  }

  public func append(_ page: WriterPage) throws(OutputError) { try folder.append(page) }
}
