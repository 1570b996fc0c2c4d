// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary
internal import DocScanStore

/// Answers what the viewer's search box asks: `?q=words&fuzzy=1`.
struct ServedSearch {
  /// What the box shows. The first pages are enough: who does not find theirs looks for more words.
  private struct Found: Encodable {
    struct Hit: Encodable {
      var document: String
      var page: Int
      /// The place in the viewer, with the words marked.
      var route: String
      var likelihood: Double
      var snippet: SearchHit.Snippet
      /// Nil where there is no picture of the page.
      var crop: Crop?
    }

    /// Where the words are in the picture of their page.
    struct Crop: Encodable {
      /// Relative to the library.
      var picture: String
      /// The page's, in the pixels of the boxes.
      var size: [Int]
      /// Around the words: `[x, y, width, height]`.
      var boxes: [[Int]]
    }

    var hits: [Hit]
    var pages: Int
    var areMore: Bool
    /// How many pages may have it misread, where nothing was found.
    var perhapsMisread: Int
    /// Whether everything was looked through: the index of a large library takes a while the first time.
    var isWhole: Bool
    var notes: [String]
  }

  private struct Failure: Encodable {
    var error: String
  }

  private static let mostHits = 50
  /// Nobody else is answered meanwhile.
  private static let longestUpdate = Duration.seconds(2)

  let library: Folder

  func answer(_ query: [String: String]) -> HTTPAnswer {
    do throws(BatchError) {
      return .json(200, try found(try SearchQuery(query["q"] ?? ""), fuzzy: query["fuzzy"] == "1"))
    } catch {
      // A query that is no query is answered, too: with what is wrong with it.
      return .json(error.exitCode == .outputFailed ? 500 : 200, Failure(error: error.description))
    }
  }

  /// The piece of the page with the first words; nil also where the viewer shows the page as it was loaded.
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
    // What stands in the same lines is seen with it.
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
      // The box has a switch for it, and says so in its own words.
      notes: result.notes.filter { $0 != result.misreadNote })
  }
}
