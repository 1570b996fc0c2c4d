// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanCore
internal import DocScanRequests

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

  /// Runs pipeline stages on the page, after its straightening unless `straightened` is `false`. `properties` contains the names of the request's
  /// properties by stage and setting, such as "recognize.languages". Returns the findings and the size of the picture.
  func read(
    _ stages: [JSONValue], straightened: Bool = true, properties: [String: String] = [:],
    onStage: (@Sendable (String) -> Void)? = nil
  ) async throws -> (page: RecognizedPage, size: RasterSize) {
    let all = (straightened ? straightening.stages : []) + stages
    let answer: PageAnswer
    do {
      answer = try await service.perform(PageWork(.page(number), of: [source], stages: all), onStage: onStage)
    } catch let error as BatchError {
      throw error.naming(properties, of: all)
    }
    guard let page = answer.page, let size = page.image else {
      throw PageFailure(kind: .library, stage: "load", message: "The page has no picture.")
    }
    return (page, size)
  }
}

extension BatchError {
  /// Returns an error about a setting of a stage, such as `stages[1].languages`, as an error about a property of the request.
  fileprivate func naming(_ properties: [String: String], of stages: [JSONValue]) -> BatchError {
    guard case .pipeline(.invalid(let path, let message)) = self,
      let place = path.wholeMatch(of: /stages\[([0-9]+)\]\.([A-Za-z]+).*/), let index = Int(place.1),
      stages.indices.contains(index), case .object(let stage) = stages[index],
      let name = stage["stage"].flatMap({ String(json: $0) }), let property = properties["\(name).\(place.2)"]
    else { return self }
    return .usage("\(property): \(message)")
  }
}
