// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers
public import FoundationEssentials

/// The pages of a document that was scanned, as VisionKit's `VNDocumentCameraScan` gives them; here they come from files.
///
/// It holds no pixels: each picture and each request reads the page anew, in a worker process. A file that changes meanwhile
/// makes them fail.
public struct DocumentScan: Sendable {
  /// What the document is called: the name of its first file, or of its folder, unless it was given one.
  public let title: String
  /// Its pages, in order.
  public let pages: [ScannedPage]

  /// The number of pages.
  public var pageCount: Int { pages.count }

  /// The picture of a page, straightened.
  ///
  /// VisionKit returns at once, and ends the program for a page that is not there. Here the picture is made when it is asked
  /// for, which can fail.
  ///
  /// - Parameter index: The page's number, from 0.
  /// - Throws: As ``ScannedPage/image(as:)``; a ``BatchError`` where there is no such page.
  public func imageOfPage(at index: Int) async throws -> PageImage {
    guard pages.indices.contains(index) else {
      throw BatchError.usage("Page \(index) doesn't exist: the scan's pages are numbered from 0 to \(pageCount - 1).")
    }
    return try await pages[index].image()
  }

  /// A scan of files with pictures or PDFs, in this order.
  ///
  /// - Throws: A ``PageFailure`` for a file that cannot be read, a ``BatchError`` where a part is missing, and a
  ///   `CancellationError` when the task was cancelled. So do the others.
  public init(
    contentsOf paths: [String], title: String? = nil, straightening: Straightening = .document,
    service: ScanService = .shared
  ) async throws {
    guard let first = paths.first else { throw BatchError.noInput("No files were given.") }
    let sources = try paths.map { (path) throws(PageFailure) in try PageSource(file: path) }
    let name = sources[0].name
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    try await self.init(sources, title ?? (stem.isEmpty ? first : stem), straightening, service)
  }

  /// A scan of the bytes of files with pictures or PDFs, in this order.
  public init(
    data: [Data], title: String = "scan", straightening: Straightening = .document, service: ScanService = .shared
  ) async throws {
    guard !data.isEmpty else { throw BatchError.noInput("No pictures were given.") }
    let sources = data.enumerated().map { PageSource(data: $1, name: "\(title) \($0 + 1)") }
    try await self.init(sources, title, straightening, service)
  }

  /// A scan of all files in a folder that docscan reads, as people count: `page 2` before `page 10`.
  public init(
    folder path: String, title: String? = nil, straightening: Straightening = .document, service: ScanService = .shared
  ) async throws {
    let formats = try await service.description().formats
    let files = try pageFiles(inFolder: path, formats)
    try await self.init(
      contentsOf: files, title: title ?? URL(filePath: path).lastPathComponent, straightening: straightening,
      service: service)
  }

  /// A scan of a document that a run finished: the pages of the PDF in its folder, which are straight already.
  public init(result folder: String, service: ScanService = .shared) async throws {
    let (name, pdf) = try finishedPDF(inFolder: folder)
    try await self.init(contentsOf: [pdf], title: name, straightening: .none, service: service)
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
