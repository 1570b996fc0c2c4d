// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
public import DocScanRequests
internal import DocScanStore
internal import DocScanWire
public import FoundationEssentials

/// The pages of a scanned document, like VisionKit's `VNDocumentCameraScan`, but loaded from files.
///
/// A scan stores no pixels: a worker process reads the page again for each picture and each request. If a file changes in the meantime, these fail.
public struct DocumentScan: Sendable {
  /// The title of the document. The default is the name of its first file without extension, or of its folder.
  public let title: String
  /// The pages, in document order.
  public let pages: [ScannedPage]

  /// The number of pages.
  public var pageCount: Int { pages.count }

  /// Renders a page after straightening.
  ///
  /// VisionKit returns immediately, and crashes if the page doesn't exist. Here, a worker renders the picture on demand, which can fail.
  ///
  /// - Parameter index: The index of the page, counting from 0.
  /// - Returns: The picture as a PNG file.
  /// - Throws: The errors of ``ScannedPage/image(as:)``, or a ``BatchError`` if the index is out of range.
  public func imageOfPage(at index: Int) async throws -> PageImage {
    guard pages.indices.contains(index) else {
      throw BatchError.usage("Page \(index) doesn't exist: the scan's pages are numbered from 0 to \(pageCount - 1).")
    }
    return try await pages[index].image()
  }

  /// Creates a scan from picture and PDF files.
  ///
  /// - Parameters:
  ///   - files: The files, in page order.
  ///   - title: The title of the document, or `nil` to use the name of the first file.
  ///   - straightening: The corrections to apply to each page.
  ///   - service: The service that runs the worker processes.
  /// - Throws: A ``PageFailure`` if a file can't be read, a ``BatchError`` if no files are given or a part of docscan is missing, and a
  ///   `CancellationError` if the task was canceled.
  public init(
    contentsOf files: [URL], title: String? = nil, straightening: Straightening = .document,
    service: ScanService = .shared
  ) async throws {
    guard !files.isEmpty else { throw BatchError.noInput("No files were given.") }
    let sources = try files.map { try PageSource(file: $0.localPath) }
    let name = sources[0].name
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    try await self.init(sources, title ?? (stem.isEmpty ? name : stem), straightening, service)
  }

  /// Creates a scan from the bytes of picture and PDF files.
  ///
  /// - Parameters:
  ///   - data: The contents of the files, in page order.
  ///   - title: The title of the document.
  ///   - straightening: The corrections to apply to each page.
  ///   - service: The service that runs the worker processes.
  /// - Throws: A ``PageFailure`` if a file can't be read, a ``BatchError`` if no data is given or a part of docscan is missing, and a
  ///   `CancellationError` if the task was canceled.
  public init(
    data: [Data], title: String = "scan", straightening: Straightening = .document, service: ScanService = .shared
  ) async throws {
    guard !data.isEmpty else { throw BatchError.noInput("No pictures were given.") }
    let sources = data.enumerated().map { PageSource(data: $1, name: "\(title) \($0 + 1)") }
    try await self.init(sources, title, straightening, service)
  }

  /// Creates a scan from all supported files in a folder, in natural order: `page 2` before `page 10`.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - title: The title of the document, or `nil` to use the name of the folder.
  ///   - straightening: The corrections to apply to each page.
  ///   - service: The service that runs the worker processes.
  /// - Throws: A ``PageFailure`` if a file can't be read, a ``BatchError`` if the folder can't be read or a part of docscan is missing, and a
  ///   `CancellationError` if the task was canceled.
  public init(
    contentsOfFolder folder: URL, title: String? = nil, straightening: Straightening = .document,
    service: ScanService = .shared
  ) async throws {
    let formats = try await service.description().formats
    let files = try pageFiles(inFolder: folder.localPath, formats)
    try await self.init(
      contentsOf: files.map { URL(filePath: $0) }, title: title ?? folder.lastPathComponent,
      straightening: straightening, service: service)
  }

  /// Creates a scan from the PDF of a document that a run has finished. Its pages are already straight, so nothing is corrected.
  ///
  /// - Parameters:
  ///   - folder: The result folder of the document.
  ///   - service: The service that runs the worker processes.
  /// - Throws: A ``PageFailure`` if the PDF can't be read, a ``BatchError`` if the folder contains no finished PDF or a part of docscan is missing,
  ///   and a `CancellationError` if the task was canceled.
  public init(finishedDocument folder: URL, service: ScanService = .shared) async throws {
    let (name, pdf) = try finishedPDF(inFolder: folder.localPath)
    try await self.init(contentsOf: [URL(filePath: pdf)], title: name, straightening: .none, service: service)
  }

  private init(
    _ sources: [PageSource], _ title: String, _ straightening: Straightening, _ service: ScanService
  ) async throws {
    self.title = title
    var pages: [ScannedPage] = []
    var rest = sources[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Frame.mostFiles))
      rest = rest.dropFirst(part.count)
      let answer = try await service.perform(PageWork(.pageCounts, of: part, stages: straightening.stages))
      for (source, count) in zip(part, answer.pageCounts) {
        pages += (0..<count).map {
          ScannedPage(source: source, number: $0 + 1, straightening: straightening, service: service)
        }
      }
    }
    self.pages = pages
  }
}
