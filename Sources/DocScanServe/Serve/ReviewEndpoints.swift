// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary
internal import DocScanStore
internal import FoundationEssentials

/// Answers what the viewer's room for reviewing asks: the list of doubtful words, decisions, the way back, and the files.
final class ReviewEndpoints {
  /// What a decision is about: words that were read alike, and what stands there.
  private struct Decision: Decodable {
    var items: [ReviewItem]
    var text: String
  }

  /// What is left.
  private struct Left: Encodable {
    var list: ReviewList
    /// What was to be expected at the beginning.
    var errorsAtFirst: Double
    var decided: Int
  }

  private struct Decided: Encodable {
    var items: [ReviewItem]
    var problems: [String]
    var expectedErrors: Double
  }

  /// More words at a time are no decision of a person's.
  private static let mostItems = 1000

  private let service: ReviewService
  private let person: String
  private let files: ReviewApplication
  private let limit: Int
  private let wish: ReviewWish
  private let pages: PageEndpoints
  private var list: ReviewList
  private let errorsAtFirst: Double
  /// What the library was when the viewer's files were made: a run may have changed it since.
  private var stamp: Int
  /// What was decided here, in order; each with the words that were decided at once.
  private var history: [[(item: ReviewItem, edit: Edit)]] = []

  /// Makes the list, which takes a while: every page is looked at.
  init(service: ReviewService, limit: Int, person: String, wish: ReviewWish) throws(BatchError) {
    (self.service, self.person, self.limit, self.wish) = (service, person, limit, wish)
    files = ReviewApplication(service: service)
    pages = PageEndpoints(service: service, person: person)
    list = try service.list(limit: limit, of: wish)
    stamp = Self.stamp(service.root)
    errorsAtFirst = list.expectedErrors
  }

  /// Answers a request for a name below the room; nil if it has no such name.
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

  /// Makes the list again, as other programs may have made corrections or run; after a run, the viewer shows what it made.
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

  /// The number of the change that came last.
  private static func stamp(_ library: Folder) -> Int { LibraryChanges(of: library)?.last ?? 0 }

  /// Ends the writing of files: each document has all of its old ones, or all of its new ones.
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
    // Only what the list has can be decided: what comes from a browser is not to be trusted with places.
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

  /// Takes back what was decided here last.
  private func undo() -> HTTPAnswer {
    var result = Decided(items: [], problems: [], expectedErrors: 0)
    for (item, edit) in (history.popLast() ?? []).reversed() {
      do throws(BatchError) {
        guard try service.undo(edit, of: item.document) else {
          result.problems.append("\(item.document): this correction was undone already.")
          continue
        }
        list.items.insert(item, at: 0)
        list.expectedErrors += 1 - item.confidence
        list.reviewed -= 1
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
