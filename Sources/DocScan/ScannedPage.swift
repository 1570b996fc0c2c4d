// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
public import DocScanCore
internal import DocScanWorkers

/// A page of a ``DocumentScan``. A page refers to its file and stores no pixels.
public struct ScannedPage: Sendable {
  let source: PageSource
  /// The page number in its file, counting from 1.
  let number: Int
  /// The corrections that are applied before any request.
  package let straightening: Straightening
  let service: ScanService

  /// Renders the page after straightening.
  ///
  /// - Parameter format: The encoding of the picture. PNG is lossless; JPEG files are much smaller.
  /// - Returns: The picture as an encoded file.
  /// - Throws: A ``PageFailure`` if the page can't be read, a ``BatchError`` if a part of docscan is missing, and a `CancellationError` if the task
  ///   was canceled.
  public func image(as format: PageImageFormat = .png) async throws -> PageImage {
    let picture = PictureRequest(.page, as: format)
    let answer = try await service.perform(
      PageWork(.page(number), of: [source], stages: straightening.stages, pictures: [picture]))
    guard let data = answer.pictures[picture], let size = answer.page?.image else {
      throw PageFailure(kind: .library, stage: "picture", message: "The page has no picture.")
    }
    return PageImage(data: data, format: format, size: size)
  }

  /// Runs pipeline stages on the page, after its straightening unless `straightened` is `false`. Returns the findings and the size of the picture.
  func read(
    _ stages: [JSONValue], straightened: Bool = true, onStage: (@Sendable (String) -> Void)? = nil
  ) async throws -> (page: RecognizedPage, size: RasterSize) {
    let before = straightened ? straightening.stages : []
    let answer = try await service.perform(
      PageWork(.page(number), of: [source], stages: before + stages), onStage: onStage)
    guard let page = answer.page, let size = page.image else {
      throw PageFailure(kind: .library, stage: "load", message: "The page has no picture.")
    }
    return (page, size)
  }
}
