// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanReview
internal import DocScanStore
internal import FoundationEssentials

/// The review server's endpoints: the list of doubtful words, decisions, undo, and writing corrections into the files.
final class ReviewEndpoints {
  private struct Decision: Decodable {
    var items: [ReviewItem]
    var text: String
  }

  private struct Left: Encodable {
    var list: ReviewList
    /// The expected number of wrong words when the server started.
    var errorsAtFirst: Double
    var decided: Int
  }

  private struct Decided: Encodable {
    var items: [ReviewItem]
    var problems: [String]
    var expectedErrors: Double
  }

  private static let mostItems = 1000

  private let service: ReviewService
  private let person: String
  private let files: CorrectionApplier
  private let limit: Int
  private let wish: ReviewWish
  private let pages: PageEndpoints
  private var list: ReviewList
  private let errorsAtFirst: Double
  /// The number of the library's last change when the website was written. A run may have changed the library since.
  private var stamp: Int
  /// The decisions made since the server started, oldest first. Each contains the words that were decided together.
  private var history: [[(item: ReviewItem, edit: Edit)]] = []

  /// Builds the list. Pages that aren't in the index yet are read, which can take a while.
  init(service: ReviewService, limit: Int, person: String, wish: ReviewWish) throws(BatchError) {
    (self.service, self.person, self.limit, self.wish) = (service, person, limit, wish)
    files = CorrectionApplier(service: service)
    pages = PageEndpoints(service: service, person: person)
    list = try service.list(limit: limit, of: wish)
    stamp = Self.stamp(service.root)
    errorsAtFirst = list.expectedErrors
  }

  func answer(_ name: String?, _ request: HTTPRequest, _ query: [String: String]) -> HTTPAnswer? {
    let isChange = request.method == "POST"
    switch name {
    case nil where !isChange:
      if let failure = follow() { return failure }
      return .json(200, Left(list: list, errorsAtFirst: errorsAtFirst, decided: history.joined().count))
    case "files" where !isChange: return .json(200, files.now)
    case "decide" where isChange: return decide(request.body)
    case "undo" where isChange: return undo()
    case "apply" where isChange:
      files.begin()
      return .json(202, files.now)
    case let name?: return pages.answer(name, request, query)
    case _: return nil
    }
  }

  /// Rebuilds the list, and updates the website if a run has changed the library. Returns an error response, or `nil` on success.
  private func follow() -> HTTPAnswer? {
    do throws(BatchError) {
      list = try service.list(limit: limit, of: wish)
      let now = Self.stamp(service.root)
      if now != stamp {
        _ = try LibrarySite(library: service.root).update()
        stamp = now
      }
    } catch {
      return HTTPAnswer(500, error.description)
    }
    return nil
  }

  private static func stamp(_ library: Folder) -> Int { LibraryChanges(of: library)?.last ?? 0 }

  /// Stops writing files. Each document keeps either all of its old files or all of its new ones.
  func end() { files.stop() }

  private func decide(_ body: [UInt8]) -> HTTPAnswer {
    let decision: Decision
    do {
      decision = try JSONDecoder().decode(Decision.self, from: Data(body))
    } catch {
      return HTTPAnswer(400, "This is not a valid correction.")
    }
    guard (1...Self.mostItems).contains(decision.items.count) else {
      return HTTPAnswer(400, "This is not a valid correction.")
    }
    var result = Decided(items: [], problems: [], expectedErrors: 0)
    var decided: [(item: ReviewItem, edit: Edit)] = []
    // The browser's data is untrusted: only words in the server's own list can be decided.
    for untrusted in decision.items {
      guard let place = list.items.firstIndex(where: { $0.isSamePlace(as: untrusted) }) else { continue }
      let item = list.items[place]
      do throws(BatchError) {
        decided.append((item, try service.decide(item, decision.text, by: person)))
        list.items.remove(at: place)
        list.expectedErrors -= 1 - item.confidence
        list.reviewed += 1
        list.pending += 1
        result.items.append(item)
      } catch {
        result.problems.append(error.description)
      }
    }
    if !decided.isEmpty { history.append(decided) }
    result.expectedErrors = list.expectedErrors
    return .json(200, result)
  }

  private func undo() -> HTTPAnswer {
    var result = Decided(items: [], problems: [], expectedErrors: 0)
    for (item, edit) in (history.popLast() ?? []).reversed() {
      do throws(BatchError) {
        guard try service.undo(edit, of: item.document) else {
          result.problems.append("\(item.document): this correction was already undone.")
          continue
        }
        list.items.insert(item, at: 0)
        list.expectedErrors += 1 - item.confidence
        list.reviewed -= 1
        list.pending -= 1
        result.items.insert(item, at: 0)
      } catch {
        result.problems.append(error.description)
      }
    }
    result.expectedErrors = list.expectedErrors
    return .json(200, result)
  }
}

extension ReviewItem {
  fileprivate func isSamePlace(as other: ReviewItem) -> Bool {
    (document, page, word) == (other.document, other.page, other.word) && text == other.text
  }
}
