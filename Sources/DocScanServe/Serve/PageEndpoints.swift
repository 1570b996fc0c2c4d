// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanReview
internal import DocScanStore
internal import FoundationEssentials

/// The review server's endpoints for single pages: their state, and corrections of corners, rotation, order, text, fields, tables, and boundaries.
final class PageEndpoints {
  private struct PageDecision: Decodable {
    var document: String
    var page: Int
    /// The clockwise rotation of the page as loaded, in degrees, or `nil` to leave it unchanged.
    var degrees: Int?
    /// The sheet's corners in pixels of the page as loaded, or `nil` to leave them unchanged.
    var corners: [Point]?
  }

  /// A new page order, as indices into the arrangement that the browser received.
  private struct OrderDecision: Decodable {
    var document: String
    /// The stamp of that arrangement. If the pages have changed since, the order is rejected.
    var stamp: String
    var order: [Int]
  }

  private struct Page: Encodable {
    var state: PageState
    /// The path of the page's picture, relative to the library. Empty if there is no picture.
    var picture: String
    /// Whether the picture shows the page as loaded. If not, it shows the corrected page.
    var showsSource: Bool
  }

  private struct TextDecision: Decodable {
    var document: String
    var page: Int
    /// The indices of the first and the last word, and their previous text. `nil` for a new line.
    var words: [Int]?
    var old: String?
    /// The bounding box of a new line, in pixels of the picture that is shown.
    var box: Box?
    var text: String
  }

  private struct FieldDecision: Decodable {
    var document: String
    var page: Int
    var field: DecidedField
    var value: String
  }

  private struct TableDecision: Decodable {
    var document: String
    var page: Int
    var table: Int
    var axis: GridEdit.Axis
    var number: Int
    var isSplit: Bool
  }

  private struct BoundaryDecision: Decodable {
    var document: String
    var page: Int
    var isCut: Bool
  }

  private struct NameDecision: Decodable {
    var document: String
    var name: String
  }

  private struct KeptBoundary: Encodable {
    var left: Int
  }

  private struct Kept: Encodable {
    var edit: Edit
    var left: Int
  }

  private struct Pages: Encodable {
    var arrangement: PageArrangement
    var stamp: String
  }

  private let service: ReviewService
  private let person: String
  private let pictures: PictureRun?
  /// The corrections made since the server started, oldest first: the document and the correction's ID.
  private var history: [(document: String, id: String)] = []

  init(service: ReviewService, person: String) {
    (self.service, self.person) = (service, person)
    pictures = HiddenFolder.existing(in: service.root)?.folder("view").map {
      PictureRun(library: service.root, view: $0)
    }
  }

  func answer(_ name: String, _ request: HTTPRequest, _ query: [String: String]) -> HTTPAnswer? {
    do throws(BatchError) {
      switch (name, request.method) {
      case ("page", "GET"): return .json(200, try page(query["document"] ?? "", Int(query["page"] ?? "") ?? 0))
      case ("pages", "GET"): return .json(200, try pages(query["document"] ?? ""))
      case ("names", "GET"): return .json(200, try service.unnamed(limit: Self.mostNames))
      case ("name", "POST"): return try rename(request.body)
      case ("page", "POST"): return try decide(request.body)
      case ("order", "POST"): return try order(request.body)
      case ("text", "POST"): return try text(request.body)
      case ("field", "POST"): return try field(request.body)
      case ("boundary", "POST"): return try boundary(request.body)
      case ("table", "POST"): return try table(request.body)
      case ("takeback", "POST"): return try takeBack()
      case _: return nil
      }
    } catch {
      return HTTPAnswer(400, error.description)
    }
  }

  // MARK: State

  private func page(_ name: String, _ number: Int) throws(BatchError) -> Page {
    let (document, _) = try service.page(number, of: name)
    let state = try service.state(document: name, page: number)
    let place = path(document.folder, below: service.library) ?? ""
    let made = PictureRun.Source(of: document, in: service.root).flatMap { pictures?.folder(of: $0) }
    guard let found = PagePictures(of: document, at: place, in: service.root, made: made),
      let entry = document.record.pages.first(where: { $0.number == number })
    else { return Page(state: state, picture: "", showsSource: false) }
    if let source = found.source(entry) {
      return Page(state: state, picture: "\(found.folder)/\(source)", showsSource: true)
    }
    let picture = found.file(entry).map { "\(found.folder)/\($0)" } ?? ""
    // A page without corrected corners looks the same before and after.
    let isUnchanged = state.imageCorners == state.sourceCorners
    return Page(state: state, picture: picture, showsSource: found.showsSource(entry) || isUnchanged)
  }

  private func pages(_ name: String) throws(BatchError) -> Pages {
    let arrangement = try service.arrangement(document: name)
    return Pages(arrangement: arrangement, stamp: stamp(arrangement))
  }

  /// Returns a stamp that is equal for equal arrangements while the server runs.
  private func stamp(_ arrangement: PageArrangement) -> String { String(arrangement.entries.hashValue) }

  // MARK: Decisions

  private func decide(_ body: [UInt8]) throws(BatchError) -> HTTPAnswer {
    guard let decision = Self.read(PageDecision.self, body) else {
      return HTTPAnswer(400, "This is not a valid correction.")
    }
    var kinds: [PageEdit.Kind] = []
    if let degrees = decision.degrees { kinds.append(.turn(degrees: degrees)) }
    if let corners = decision.corners {
      kinds.append(.corners(points: corners.map { Point(x: $0.x.rounded(toPlaces: 2), y: $0.y.rounded(toPlaces: 2)) }))
    }
    for kind in kinds {
      let edit = try service.decide(document: decision.document, page: decision.page, kind, by: person)
      history.append((decision.document, edit.id))
    }
    return .json(200, try page(decision.document, decision.page))
  }

  private func order(_ body: [UInt8]) throws(BatchError) -> HTTPAnswer {
    guard let decision = Self.read(OrderDecision.self, body) else {
      return HTTPAnswer(400, "This is not a valid correction.")
    }
    let arrangement = try service.arrangement(document: decision.document)
    guard stamp(arrangement) == decision.stamp else {
      return HTTPAnswer(409, "The pages have changed. Reload this page.")
    }
    let entries = arrangement.entries
    let chosen = Set(decision.order)
    guard chosen.count == decision.order.count, chosen.isSubset(of: entries.indices) else {
      return HTTPAnswer(400, "This is not a valid page order.")
    }
    let order = try service.order(
      document: decision.document, pages: decision.order.map { entries[$0].place },
      leftOut: entries.indices.filter { !chosen.contains($0) }.map { entries[$0].place }, by: person)
    history.append((decision.document, order.id))
    return .json(200, try pages(decision.document))
  }

  private func text(_ body: [UInt8]) throws(BatchError) -> HTTPAnswer {
    guard let decision = Self.read(TextDecision.self, body) else {
      return HTTPAnswer(400, "This is not a valid correction.")
    }
    let (name, page) = (decision.document, decision.page)
    if let words = decision.words, words.count == 2, words[0] >= 0, words[0] <= words[1], let old = decision.old {
      return keep(
        try service.decide(
          document: name, page: page, words: words[0]...words[1], reading: old, decision.text, by: person), name)
    }
    guard let box = decision.box else { return HTTPAnswer(400, "This is not a valid correction.") }
    return keep(
      try service.add(
        document: name, page: page, line: box, isSource: try self.page(name, page).showsSource, decision.text,
        by: person), name)
  }

  private func field(_ body: [UInt8]) throws(BatchError) -> HTTPAnswer {
    guard let decision = Self.read(FieldDecision.self, body) else {
      return HTTPAnswer(400, "This is not a valid correction.")
    }
    return keep(
      try service.decide(
        document: decision.document, page: decision.page, decision.field, decision.value, by: person), decision.document
    )
  }

  private func table(_ body: [UInt8]) throws(BatchError) -> HTTPAnswer {
    guard let decision = Self.read(TableDecision.self, body) else {
      return HTTPAnswer(400, "This is not a valid correction.")
    }
    let place = ReviewService.TablePlace(
      document: decision.document, page: decision.page, table: decision.table, axis: decision.axis,
      number: decision.number)
    let edit = try decision.isSplit ? service.split(place, by: person) : service.join(place, by: person)
    return keep(edit, decision.document)
  }

  private func boundary(_ body: [UInt8]) throws(BatchError) -> HTTPAnswer {
    guard let decision = Self.read(BoundaryDecision.self, body) else {
      return HTTPAnswer(400, "This is not a valid decision.")
    }
    let pile = try service.pile(of: decision.document)
    let edit = try service.decide(boundary: decision.page, of: pile, isCut: decision.isCut, by: person)
    history.append((pile, edit.id))
    return .json(200, KeptBoundary(left: history.count))
  }

  private static let mostNames = 500

  private func rename(_ body: [UInt8]) throws(BatchError) -> HTTPAnswer {
    guard let decision = Self.read(NameDecision.self, body) else { return HTTPAnswer(400, "This is not a valid name.") }
    let edit = try service.rename(document: decision.document, to: decision.name, by: person)
    return .json(200, JSONValue.object(["document": .string(decision.document), "name": .string(edit.new)]))
  }

  private func keep(_ edit: Edit, _ name: String) -> HTTPAnswer {
    history.append((name, edit.id))
    return .json(200, Kept(edit: edit, left: history.count))
  }

  private func takeBack() throws(BatchError) -> HTTPAnswer {
    guard let last = history.popLast() else { return HTTPAnswer(400, "There is nothing to undo.") }
    _ = try service.takeBack(last.id, of: last.document)
    return .json(200, JSONValue.object(["document": .string(last.document), "left": .number(Double(history.count))]))
  }

  private static func read<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) -> Value? {
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch {
      return nil
    }
  }
}
