// SPDX-License-Identifier: GPL-3.0-or-later

public import DocScanRequests
internal import DocScanStore
public import FoundationEssentials

/// Performs several requests on one picture, like Vision's handler of this name.
///
/// ```swift
/// let (lines, codes) = try await ImageRequestHandler(photo).perform(RecognizeTextRequest(), DetectBarcodesRequest())
/// ```
///
/// docscan reads a picture again for each request.
public struct ImageRequestHandler: Sendable {
  private enum Picture: Sendable {
    case file(URL)
    case data(Data)
  }

  private let picture: Picture
  private let service: ScanService

  /// Creates a handler for a picture file, or for the first page of a PDF, without straightening.
  ///
  /// - Parameters:
  ///   - file: The URL of a local picture or PDF file.
  ///   - service: The service that runs the worker processes.
  public init(_ file: URL, service: ScanService = .shared) { (picture, self.service) = (.file(file), service) }

  /// Creates a handler for the bytes of a picture, or for the first page of a PDF, without straightening.
  ///
  /// - Parameters:
  ///   - data: The contents of a picture or PDF file.
  ///   - service: The service that runs the worker processes.
  public init(_ data: Data, service: ScanService = .shared) { (picture, self.service) = (.data(data), service) }

  /// Performs requests one after another.
  ///
  /// - Parameter requests: The requests.
  /// - Returns: The result of each request, in the same order.
  /// - Throws: The errors of ``ImageProcessingRequest/perform(on:)``. The first error ends the call.
  public func perform<each Request: ImageProcessingRequest>(
    _ requests: repeat each Request
  ) async throws -> (repeat (each Request).Result) {
    let page = try page()
    return (repeat try await (each requests).perform(on: page))
  }

  /// Creates the page. Throws if the file doesn't exist, or the URL isn't that of a local file.
  func page() throws -> ScannedPage {
    let source =
      switch picture {
      case .file(let file): try PageSource(file: file.localPath)
      case .data(let data): PageSource(data: data, name: "picture")
      }
    return ScannedPage(source: source, number: 1, straightening: .none, service: service)
  }
}
