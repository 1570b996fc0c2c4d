// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
public import DocScanCore
internal import DocScanWorkers

/// A page of a ``DocumentScan``: where it comes from, and no pixels.
public struct ScannedPage: Sendable {
  let source: PageSource
  /// In its file, from 1.
  let number: Int
  /// What is done to it before anything else looks at it.
  package let straightening: Straightening
  let service: ScanService

  /// The picture of the page, straightened.
  ///
  /// - Parameter format: PNG keeps every pixel; JPEG takes a fraction of its size.
  /// - Throws: A ``PageFailure`` for a page that cannot be read, a ``BatchError`` where a part is missing, and a
  ///   `CancellationError` when the task was cancelled.
  public func image(as format: PageImageFormat = .png) async throws -> PageImage {
    let picture = PictureRequest(.page, as: format)
    let answer = try await service.perform(
      PageWork(.page(number), of: [source], stages: straightening.stages, pictures: [picture]))
    guard let data = answer.pictures[picture], let size = answer.page?.image else {
      throw PageFailure(kind: .library, stage: "picture", message: "The page has no picture.")
    }
    return PageImage(data: data, format: format, size: size)
  }

  /// What stages find on the page after it was straightened, or as it was loaded; with the picture's size.
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
