// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanReview
internal import DocScanStore

/// The options of `docscan review` that correct pages, fields, tables, boundaries, and names.
extension Command {
  static let pageOptions = [
    CommandOption(
      "turn", value: CommandValue("NAME:PAGE=DEGREES"),
      help:
        "Rotate a page clockwise by 90, 180 or 270 degrees, such as letter:3=90. The next run of its pipeline applies this."
    ),
    CommandOption(
      "corners", value: CommandValue("NAME:PAGE=X,Y X,Y X,Y X,Y"),
      help:
        "Set the sheet's corners, in pixels of the page as loaded, clockwise from the top left. The next run of its pipeline "
        + "uses them."),
    CommandOption(
      "order", value: CommandValue("NAME=3,1,2"),
      help:
        "Put a document's pages in this order, by their current numbers; 4-9 means pages 4 to 9. Other pages are left out. "
        + "NAME=input restores the order of the input. The next run of its pipeline applies this."),
    CommandOption(
      "field", value: CommandValue("NAME:PAGE:FIELD=VALUE"), repeats: true,
      help:
        "Correct a field of a receipt or invoice, such as shop:1:total=25.15 for page 1 of shop: "
        + DecidedField.words.map(\.0).joined(separator: ", ") + ". An empty value removes it."),
    CommandOption(
      "split", value: CommandValue("NAME:PAGE:TABLE:row=N"), repeats: true,
      help:
        "Split row N of a table in two at the widest gap, or column N with column=N. All numbers "
        + "count from 1, tables on their page, such as prices:1:2:row=3."),
    CommandOption(
      "join", value: CommandValue("NAME:PAGE:TABLE:row=N"), repeats: true,
      help: "Merge row N of a table with the row below, or column N with the next one with column=N."
    ),
    CommandOption(
      "cut", value: CommandValue("NAME:PAGE"), repeats: true,
      help:
        "Begin a document on this page of a pile, such as pile:3 for page 3 of the pile. The next run of its pipeline applies this."
    ),
    CommandOption(
      "no-cut", value: CommandValue("NAME:PAGE"), repeats: true,
      help:
        "Join this page of a pile with the page before it, so that no document begins there. The next run of its pipeline applies this."
    ),
    CommandOption(
      "rename", value: CommandValue("NAME=NEW"),
      help:
        "Rename a document, such as scan=2024/rent. Its files are moved at once, and later runs keep the name. NAME= restores "
        + "the name of its input."),
  ]

  /// Applies the options in `pageOptions`. Returns a message for the user, or `nil` if none of these options is given.
  static func decideAboutPages(
    _ service: ReviewService, _ arguments: ParsedArguments, by person: String
  ) throws(CommandError) -> String? {
    if let wish = arguments.values["turn"] { return try turn(wish, service, by: person) }
    if let wish = arguments.values["corners"] { return try setCorners(wish, service, by: person) }
    if let wish = arguments.values["rename"] { return try rename(wish, service, by: person) }
    if let wish = arguments.values["order"] { return try order(wish, service, by: person) }
    let said = [
      try fields(arguments.lists["field"] ?? [], service, by: person),
      try tables(arguments.lists["split"] ?? [], "split", service, by: person),
      try tables(arguments.lists["join"] ?? [], "join", service, by: person),
      try boundaries(arguments.lists["cut"] ?? [], isCut: true, service, by: person),
      try boundaries(arguments.lists["no-cut"] ?? [], isCut: false, service, by: person),
    ].compactMap(\.self)
    return said.isEmpty ? nil : said.joined()
  }

  private static func boundaries(
    _ wishes: [String], isCut: Bool, _ service: ReviewService, by person: String
  ) throws(CommandError) -> String? {
    guard let last = wishes.last else { return nil }
    var (said, isNew) = ("", false)
    var pile = last
    for wish in wishes {
      // Document names may contain colons.
      guard let colon = wish.lastIndex(of: ":"), let page = Int(wish[wish.index(after: colon)...]) else {
        throw misunderstood(isCut ? "cut" : "no-cut", "a pile and a page of it, such as pile:3", wish)
      }
      let name = String(wish[..<colon])
      try batchResult(service.check(formerName: name))
      _ = try batchResult(service.decide(boundary: page, of: name, isCut: isCut, by: person))
      pile = try batchResult(service.pile(of: name))
      let isSo = try batchResult(service.begins(page, in: pile)) == isCut
      isNew = isNew || !isSo
      let change =
        switch (isCut, isSo) {
        case (true, true): "a document begins on page \(page), and later runs will keep that"
        case (true, false): "a document will begin on page \(page)"
        case (false, true): "page \(page) belongs to the document before it, and later runs will keep that"
        case (false, false): "page \(page) will belong to the document before it"
        }
      said += "\(visibleText(pile)): \(change)\n"
    }
    return isNew ? said + "This happens \(later)" : said
  }

  private static func tables(
    _ wishes: [String], _ option: String, _ service: ReviewService, by person: String
  ) throws(CommandError) -> String? {
    guard !wishes.isEmpty else { return nil }
    var said = ""
    for wish in wishes {
      let example = "a document, a page, a table, and a row or column, such as prices:1:2:row=3"
      // Document names may contain colons.
      let parts = wish.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 4, let page = Int(parts[parts.count - 3]), let table = Int(parts[parts.count - 2]) else {
        throw misunderstood(option, example, wish)
      }
      let last = parts[parts.count - 1].split(separator: "=", omittingEmptySubsequences: false)
      guard last.count == 2, let axis = GridEdit.Axis(rawValue: String(last[0])), let number = Int(last[1]) else {
        throw misunderstood(option, example, wish)
      }
      let name = parts.dropLast(3).joined(separator: ":")
      let place = ReviewService.TablePlace(document: name, page: page, table: table, axis: axis, number: number)
      let isSplit = option == "split"
      _ = try batchResult(isSplit ? service.split(place, by: person) : service.join(place, by: person))
      said +=
        "\(visibleText(name)), page \(page), table \(table): "
        + (isSplit
          ? "\(axis.rawValue) \(number) is split\n" : "\(axis.rawValue)s \(number) and \(number + 1) are joined\n")
    }
    return said
  }

  private static func fields(_ wishes: [String], _ service: ReviewService, by person: String) throws(CommandError)
    -> String?
  {
    guard !wishes.isEmpty else { return nil }
    var said = ""
    for wish in wishes {
      // Document names may contain colons, and values may contain equals signs.
      let fields = DecidedField.words.map(\.0).joined(separator: ", ")
      let expected =
        "a document, a page, a field (\(fields)) and its value, such as shop:1:total=25.15"
      let parts = DecidedField.words.lazy.compactMap { word, field -> (String, Int, DecidedField, String)? in
        guard let sign = wish.firstRange(of: ":\(word)="),
          let colon = wish[..<sign.lowerBound].lastIndex(of: ":"),
          let page = Int(wish[wish.index(after: colon)..<sign.lowerBound])
        else { return nil }
        return (String(wish[..<colon]), page, field, String(wish[sign.upperBound...]))
      }.first
      guard let (name, page, field, value) = parts else { throw misunderstood("field", expected, wish) }
      try batchResult(service.check(formerName: name))
      let edit = try batchResult(service.decide(document: name, page: page, field, value, by: person))
      said += "\(visibleText(name)), page \(page): " + DeskText.field(field, edit.old, edit.new) + "\n"
    }
    return said
  }

  private static func rename(_ wish: String, _ service: ReviewService, by person: String) throws(CommandError) -> String
  {
    // Document names may contain equals signs, so the first one after an existing document's name separates the new
    // name.
    let signs = wish.indices.filter { wish[$0] == "=" }
    guard !signs.isEmpty else {
      throw misunderstood("rename", "a document and its new name, such as scan=2024/rent", wish)
    }
    let sign = signs.first { service.has(document: String(wish[..<$0])) } ?? signs[0]
    let new = String(wish[wish.index(after: sign)...])
    try batchResult(service.check(formerName: String(wish[..<sign])))
    let edit = try batchResult(
      service.rename(document: String(wish[..<sign]), to: new.isEmpty ? nil : new, by: person))
    return "\(visibleText(edit.old)): will be renamed \(DeskText.newName(edit, service)).\n"
  }

  /// The end of a sentence about a correction that the next run applies. Results don't record all options of their run.
  private static let later =
    "on the next run. Repeat your docscan command, with the same options, or put the original back into the watched folder.\n"

  private static func turn(_ wish: String, _ service: ReviewService, by person: String) throws(CommandError) -> String {
    guard let (name, page, value) = page(wish), let degrees = Int(value), [90, 180, 270, -90].contains(degrees) else {
      throw misunderstood("turn", "a document, a page and a rotation, such as letter:3=90", wish)
    }
    let edit = try batchResult(service.turn(document: name, page: page, by: degrees, person: person))
    return "\(visibleText(name)), page \(page): will be rotated by \(degrees) degrees \(later)"
      + (try obstacle(edit.kind, service, name))
  }

  private static func setCorners(_ wish: String, _ service: ReviewService, by person: String) throws(CommandError)
    -> String
  {
    let example = "a document, a page and four corners, such as \"letter:3=40,52 1180,60 1192,1630 28,1644\""
    guard let (name, page, value) = page(wish) else { throw misunderstood("corners", example, wish) }
    let points = value.split(separator: " ").compactMap { pair -> Point? in
      let numbers = pair.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else { return nil }
      return Point(x: x, y: y)
    }
    guard points.count == 4, value.split(separator: " ").count == 4 else {
      throw misunderstood("corners", example, wish)
    }
    let edit = try batchResult(service.decide(document: name, page: page, .corners(points: points), by: person))
    return "\(visibleText(name)), page \(page): will be straightened by these corners \(later)"
      + (try obstacle(edit.kind, service, name))
  }

  private static func order(_ wish: String, _ service: ReviewService, by person: String) throws(CommandError) -> String
  {
    guard let sign = wish.lastIndex(of: "=") else { throw misunderstood("order", orderExample, wish) }
    let (name, value) = (String(wish[..<sign]), wish[wish.index(after: sign)...])
    if value == "input" {
      let isChanged = try batchResult(service.restoreOrder(document: name))
      return visibleText(name)
        + (isChanged
          ? ": will have the order of the input \(later)" : " has the order of the input.\n")
    }
    guard let numbers = numbers(value) else { throw misunderstood("order", orderExample, wish) }
    let order = try batchResult(service.order(document: name, pages: numbers, by: person))
    let leftOut = order.leftOut.map { visibleText("page \($0.sourcePage) of \($0.source)") }
    return
      "\(visibleText(name)): \(counted(order.pages.count, "page")) will be in this order \(later)"
      + (leftOut.isEmpty ? "" : "Left out: \(leftOut.joined(separator: ", ")). docscan undo brings them back.\n")
  }

  private static let orderExample = "a document and the numbers of its pages, such as letter=3,1,2 or letter=1-4,9,5-8"

  /// Parses page numbers such as `1-4,9,5-8`. Returns `nil` if they are invalid or contain a page twice.
  private static func numbers(_ text: Substring) -> [Int]? {
    var all: [Int] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = piece.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
        first <= last,
        last - first < 100_000
      else { return nil }
      all += first...last
    }
    return Set(all).count == all.count ? all : nil
  }

  /// Parses a correction such as `letter:3=90`. Returns `nil` if the text has another form.
  private static func page(_ text: String) -> (name: String, page: Int, value: Substring)? {
    guard let sign = text.lastIndex(of: "="), let colon = text[..<sign].lastIndex(of: ":"),
      let page = Int(text[text.index(after: colon)..<sign])
    else { return nil }
    return (String(text[..<colon]), page, text[text.index(after: sign)...])
  }

  private static func misunderstood(_ option: String, _ expected: String, _ found: String) -> CommandError {
    .usage("--\(option): expected \(expected), found \"\(visibleText(found))\".", command: "review")
  }

  private static func obstacle(_ kind: PageEdit.Kind, _ service: ReviewService, _ name: String) throws(CommandError)
    -> String
  {
    try batchResult(service.obstacle(to: kind, document: name)).map { $0 + "\n" } ?? ""
  }
}
