// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanStore

/// The endpoint of the viewer's search box: `?q=words&fuzzy=1`.
struct ServedSearch {
  /// The search results. Only the first pages are listed: users refine their query instead of reading on.
  private struct Found: Encodable {
    struct Hit: Encodable {
      var document: String
      var page: Int
      /// The viewer's address of the page, with the found words marked.
      var route: String
      var likelihood: Double
      var snippet: SearchHit.Snippet
      var crop: Crop?
    }

    /// The position of the found words in the picture of their page.
    struct Crop: Encodable {
      /// The path of the picture, relative to the library.
      var picture: String
      /// The width and height of the page, in the pixels of `boxes`.
      var size: [Int]
      /// The words' bounding boxes: `[x, y, width, height]`.
      var boxes: [[Int]]
    }

    var hits: [Hit]
    var pages: Int
    var areMore: Bool
    /// If nothing was found: the number of pages on which the query may have been misread.
    var perhapsMisread: Int
    /// Whether the index is complete. Indexing a large library takes a while the first time.
    var isWhole: Bool
    var notes: [String]
  }

  private struct Failure: Encodable {
    var error: String
  }

  private static let mostHits = 50
  /// The time limit for updating the index. The server answers no other request in the meantime.
  private static let longestUpdate = Duration.seconds(2)

  let library: Folder

  func answer(_ query: [String: String]) -> HTTPAnswer {
    do throws(BatchError) {
      return .json(200, try found(try SearchQuery(query["q"] ?? ""), fuzzy: query["fuzzy"] == "1"))
    } catch {
      // An invalid query returns an explanation with status 200, which the search box shows.
      return .json(error.exitCode == .outputFailed ? 500 : 200, Failure(error: error.description))
    }
  }

  /// Returns the excerpt with the first found words, or `nil` if there is no picture or the viewer shows the page as loaded.
  private func crop(of hit: SearchHit) -> Found.Crop? {
    guard let size = hit.image, let first = hit.matches.first?.boxes.first,
      let document = StoredDocument.exactly(hit.document, in: library),
      let entry = document.record.pages.first(where: { $0.number == hit.page })
    else { return nil }
    let made = PictureRun.Source(of: document, in: library).flatMap { source in
      HiddenFolder.existing(in: library)?.folder("view").flatMap {
        PictureRun(library: library, view: $0).folder(of: source)
      }
    }
    let place = path(document.folder, below: library.path) ?? ""
    guard let pictures = PagePictures(of: document, at: place, in: library, made: made),
      !pictures.showsSource(entry), let file = pictures.file(entry)
    else { return nil }
    // The excerpt shows the whole lines around the words.
    let near = hit.matches.flatMap(\.boxes).filter { abs($0.middleY - first.middleY) < 2 * first.height }
    return Found.Crop(
      picture: "\(pictures.folder)/\(file)", size: [size.width, size.height],
      boxes: near.map { box in [box.x, box.y, box.width, box.height].map { Int($0.rounded()) } })
  }

  private func found(_ query: SearchQuery, fuzzy: Bool) throws(BatchError) -> Found {
    let end = ContinuousClock.now + Self.longestUpdate
    var isWhole = true
    let search = try LibrarySearch(library: library) {
      if .now < end { return true }
      isWhole = false
      return false
    }
    let result = try search.pages(query, limit: Self.mostHits, fuzzy: fuzzy)
    let hits = result.hits.map { hit in
      Found.Hit(
        document: hit.document, page: hit.page, route: ViewerAddress.route(to: hit, in: library),
        likelihood: hit.likelihood, snippet: hit.snippet, crop: crop(of: hit))
    }
    return Found(
      hits: hits, pages: result.pages, areMore: result.areMore, perhapsMisread: result.perhapsMisread, isWhole: isWhole,
      // The search box has its own switch and text for misread words.
      notes: result.notes.filter { $0 != result.misreadNote })
  }
}
