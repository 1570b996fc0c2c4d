// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch

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

  let library: String

  func answer(_ query: [String: String]) -> HTTPAnswer {
    do throws(SearchError) {
      return .json(200, try found(try SearchQuery(query["q"] ?? ""), fuzzy: query["fuzzy"] == "1"))
    } catch {
      // A query that is no query is answered, too: with what is wrong with it.
      return .json(error.kind == .output ? 500 : 200, Failure(error: error.description))
    }
  }

  private func found(_ query: SearchQuery, fuzzy: Bool) throws(SearchError) -> Found {
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
        likelihood: hit.likelihood, snippet: hit.snippet)
    }
    return Found(
      hits: hits, pages: result.pages, areMore: result.areMore, perhapsMisread: result.perhapsMisread, isWhole: isWhole,
      // The box has a switch for it, and says so in its own words.
      notes: result.notes.filter { $0 != result.misreadNote })
  }
}
