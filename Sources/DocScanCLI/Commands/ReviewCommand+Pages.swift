// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary

/// What `docscan review` decides about whole pages.
extension Command {
  /// The options that do so.
  static let pageOptions = [
    CommandOption(
      "turn", value: CommandValue("NAME:PAGE=DEGREES"),
      help:
        "Rotate a page clockwise by 90, 180 or 270 degrees, such as letter:3=90. The next run of its pipeline does it."),
    CommandOption(
      "corners", value: CommandValue("NAME:PAGE=X,Y X,Y X,Y X,Y"),
      help:
        "Say where the sheet's corners are, in pixels of the page as it was loaded, clockwise from the top left one. The next "
        + "run of its pipeline straightens it so."),
    CommandOption(
      "order", value: CommandValue("NAME=3,1,2"),
      help:
        "Put a document's pages in this order, by the numbers that they have now; 4-9 are several. Pages that are not named are "
        + "left out. NAME=input is the order of the input. The next run of its pipeline does it."),
    CommandOption(
      "field", value: CommandValue("NAME:PAGE:FIELD=VALUE"), repeats: true,
      help:
        "Correct a field of a receipt or invoice, such as shop:1:total=25.15: "
        + DecidedField.allCases.map(\.rawValue).joined(separator: ", ") + ". An empty value removes it."),
  ]

  /// Does what these options say, and tells it; nil where none of them is there.
  static func decideAboutPages(
    _ desk: ReviewDesk, _ arguments: ParsedArguments, by person: String
  ) throws(CommandError) -> String? {
    if let wish = arguments.values["turn"] { return try turn(wish, desk, by: person) }
    if let wish = arguments.values["corners"] { return try setCorners(wish, desk, by: person) }
    if let wish = arguments.values["order"] { return try order(wish, desk, by: person) }
    return try fields(arguments.lists["field"] ?? [], desk, by: person)
  }

  private static func fields(_ wishes: [String], _ desk: ReviewDesk, by person: String) throws(CommandError) -> String?
  {
    guard !wishes.isEmpty else { return nil }
    var said = ""
    for wish in wishes {
      // Names may have colons, and values equals signs.
      let fields = DecidedField.allCases.map(\.rawValue).joined(separator: ", ")
      let expected =
        "a document, a page, a field (\(fields)) and its value, such as shop:1:total=25.15"
      let parts = DecidedField.allCases.lazy.compactMap { field -> (String, Int, DecidedField, String)? in
        guard let sign = wish.firstRange(of: ":\(field.rawValue)="),
          let colon = wish[..<sign.lowerBound].lastIndex(of: ":"),
          let page = Int(wish[wish.index(after: colon)..<sign.lowerBound])
        else { return nil }
        return (String(wish[..<colon]), page, field, String(wish[sign.upperBound...]))
      }.first
      guard let (name, page, field, value) = parts else { throw misunderstood("field", expected, wish) }
      let edit = try batchResult(desk.decide(document: name, page: page, field, value, by: person))
      said += "\(visibleText(name)), page \(page): " + DeskText.field(field, edit.old, edit.new) + "\n"
    }
    return said
  }

  private static let later = "with the next run of its pipeline.\n"

  private static func turn(_ wish: String, _ desk: ReviewDesk, by person: String) throws(CommandError) -> String {
    guard let (name, page, value) = page(wish), let degrees = Int(value), [90, 180, 270, -90].contains(degrees) else {
      throw misunderstood("turn", "a document, a page and a turn, such as letter:3=90", wish)
    }
    let edit = try batchResult(desk.turn(document: name, page: page, by: degrees, person: person))
    return "\(visibleText(name)), page \(page): turned by \(degrees) degrees \(later)"
      + (try obstacle(edit.kind, desk, name))
  }

  private static func setCorners(_ wish: String, _ desk: ReviewDesk, by person: String) throws(CommandError) -> String {
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
    let edit = try batchResult(desk.decide(document: name, page: page, .corners(points: points), by: person))
    return "\(visibleText(name)), page \(page): straightened by these corners \(later)"
      + (try obstacle(edit.kind, desk, name))
  }

  private static func order(_ wish: String, _ desk: ReviewDesk, by person: String) throws(CommandError) -> String {
    guard let sign = wish.lastIndex(of: "=") else { throw misunderstood("order", orderExample, wish) }
    let (name, value) = (String(wish[..<sign]), wish[wish.index(after: sign)...])
    if value == "input" {
      let isChanged = try batchResult(desk.restoreOrder(document: name))
      return visibleText(name) + (isChanged ? ": the order of the input, \(later)" : " has the order of the input.\n")
    }
    guard let numbers = numbers(value) else { throw misunderstood("order", orderExample, wish) }
    let order = try batchResult(desk.order(document: name, pages: numbers, by: person))
    let leftOut = order.leftOut.map { visibleText("page \($0.sourcePage) of \($0.source)") }
    return "\(visibleText(name)): \(counted(order.pages.count, "page")) in this order, \(later)"
      + (leftOut.isEmpty ? "" : "Left out: \(leftOut.joined(separator: ", ")). docscan undo brings them back.\n")
  }

  private static let orderExample = "a document and the numbers of its pages, such as letter=3,1,2 or letter=1-4,9,5-8"

  /// Reads such as `1-4,9,5-8`; nil where it is none of these, or names a page twice.
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

  /// Reads such as `letter:3=90`.
  private static func page(_ text: String) -> (name: String, page: Int, value: Substring)? {
    guard let sign = text.lastIndex(of: "="), let colon = text[..<sign].lastIndex(of: ":"),
      let page = Int(text[text.index(after: colon)..<sign])
    else { return nil }
    return (String(text[..<colon]), page, text[text.index(after: sign)...])
  }

  private static func misunderstood(_ option: String, _ expected: String, _ found: String) -> CommandError {
    .usage(
      UsageError(
        message: "--\(option): expected \(expected), found \"\(visibleText(found))\".", command: "review"))
  }

  /// What a person should know where a decision has no effect.
  private static func obstacle(_ kind: PageEdit.Kind, _ desk: ReviewDesk, _ name: String) throws(CommandError) -> String
  {
    try batchResult(desk.obstacle(to: kind, document: name)).map { $0 + "\n" } ?? ""
  }
}
