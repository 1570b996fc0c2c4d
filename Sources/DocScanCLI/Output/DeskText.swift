// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanReview
internal import DocScanStore

/// The text output of `docscan review` and `docscan undo`.
enum DeskText {
  private static let (context, mostPages, mostLost, mostInvoices) = (24, 10, 10, 50)

  static func text(of list: ReviewList, library: String) -> String {
    guard
      list.words > 0 || !list.pages.isEmpty || !list.invoices.isEmpty || !list.boundaries.isEmpty || list.waiting > 0
    else {
      return "No recognized words. Words are read from the page JSONs, which the writer \"json\" makes.\n"
    }
    var text = invoices(of: list) + boundaries(of: list)
    if !list.items.isEmpty {
      let rows =
        [["Document", "Page", "Likely right", "Word", "Or", "Line"]]
        + list.items.map { item in
          [
            fitted(item.document, to: 32), String(item.page), percent(item.confidence), fitted(item.text, to: 28),
            fitted(item.candidates.prefix(3).joined(separator: " "), to: 28), line(of: item),
          ]
        }
      let widths = rows[0].indices.map { column in rows.map { columns(of: visibleText($0[column])) }.max() ?? 0 }
      for row in rows {
        let cells = zip(row, widths).enumerated().map { column, cell in
          column == row.count - 1 ? visibleText(cell.0) : padded(visibleText(cell.0), to: cell.1)
        }
        text += cells.joined(separator: "  ") + "\n"
      }
      text += "\n"
    }
    text += pages(of: list)
    for lost in list.lostEdits.prefix(mostLost) {
      if let grid = lost.edit.grid {
        text +=
          "\(visibleText(lost.document)), page \(lost.edit.sourcePage) of \(visibleText(lost.edit.source)): "
          + (grid.isBorder ? "a split \(grid.axis.rawValue)" : "joined \(grid.axis.rawValue)s")
          + " of a table that is no longer found there. The correction is kept.\n"
        continue
      }
      text +=
        "\(visibleText(lost.document)): \"\(visibleText(lost.edit.old))\" is no longer on the page, so it was not changed to "
        + "\"\(visibleText(lost.edit.new))\". The correction is kept.\n"
    }
    for settings in list.settings.prefix(mostLost) {
      text += "\(visibleText(settings.document)) has its own settings: \(visibleText(settings.settings))\n"
    }
    if list.settings.count > mostLost { text += "and \(counted(list.settings.count - mostLost, "more document"))\n" }
    return text + summary(of: list, library: library)
  }

  /// Returns the contradictions of e-invoices, which come first: a wrong amount or account does more harm than a wrong word.
  private static func invoices(of list: ReviewList) -> String {
    guard !list.invoices.isEmpty else { return "" }
    let shown = list.invoices.prefix(mostInvoices).map { item in
      "\(visibleText(item.document)): \(visibleText(item.difference.text))\n"
    }
    let more = list.invoices.count - shown.count
    return "E-invoices that don't match:\n" + shown.joined() + (more > 0 ? "and \(more) more\n" : "") + "\n"
  }

  /// Returns the uncertain boundaries in piles, and those set by reviewers. docscan's own certain boundaries aren't listed.
  private static func boundaries(of list: ReviewList) -> String {
    let argument = { (place: ReviewBoundary) in visibleText(Escape.shellWord("\(place.document):\(place.page)")) }
    let uncertain = list.boundaries.filter { !$0.isCut }.map { place in
      "\(visibleText(place.document)), page \(place.page): a document begins there with a probability of "
        + "\(Int(place.probability * 100))%. Decide: --cut or --no-cut \(argument(place))\n"
    }
    let chosen = list.boundaries.compactMap { place in
      place.by.map { person in
        "\(visibleText(place.document)), page \(place.page): cut there by \(visibleText(person)). To join the pages again: --no-cut "
          + "\(argument(place))\n"
      }
    }
    return section("Piles that may contain several documents:", uncertain)
      + section("Piles that were cut by hand:", chosen)
  }

  private static func section(_ heading: String, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let more = lines.count - mostPages
    return heading + "\n" + lines.prefix(mostPages).joined() + (more > 0 ? "and \(more) more\n" : "") + "\n"
  }

  private static func pages(of list: ReviewList) -> String {
    guard !list.pages.isEmpty else { return "" }
    let shown = list.pages.prefix(mostPages).map { page in
      "\(visibleText(page.document)), page \(page.page): \(visibleText(page.reason))\n"
    }
    let more = list.pages.count - shown.count
    return "Pages to rescan or retype:\n" + shown.joined()
      + (more > 0 ? "and \(counted(more, "more page"))\n" : "") + "\n"
  }

  private static func summary(of list: ReviewList, library: String) -> String {
    let errors = Int(list.expectedErrors.rounded())
    var text = list.items.isEmpty && errors > 0 ? "No words to check in this list. In the whole folder: " : ""
    text +=
      list.items.isEmpty && errors == 0
      ? "No doubtful words"
      : "\(counted(list.words, "word")), of which about \(errors) \(errors == 1 ? "is" : "are") probably wrong"
    if list.reviewed > 0 { text += "; \(list.reviewed) reviewed" }
    if list.pending > 0 { text += "; \(counted(list.pending, "correction")) not in the files yet" }
    if list.waiting > 0 {
      text +=
        "; \(counted(list.waiting, "document")) with new rotations, corners, page orders, cuts or settings, which the next run applies"
    }
    let folder = visibleText(library)
    return text + ".\n" + (list.items.isEmpty ? "" : "docscan review \(folder) --ask goes through them.\n")
  }

  /// Returns a word's position in a table, such as ", row 3, column 2 (Price)". Empty outside tables.
  static func cell(of item: ReviewItem) -> String {
    guard let cell = item.cell else { return "" }
    let header = cell.header.map { " (\(fitted(visibleText($0), to: 24)))" } ?? ""
    return ", row \(cell.row), column \(cell.column)\(header)"
  }

  static func line(of item: ReviewItem) -> String {
    let before = String(String(item.before.reversed().prefix(context)).reversed())
    return (before.count < item.before.count ? "…" : "") + before + (before.isEmpty ? "" : " ") + "[\(item.text)]"
      + (item.after.isEmpty ? "" : " ") + fitted(item.after, to: context)
  }

  static func line(of applied: ReviewService.Applied) -> String {
    let name = visibleText(applied.document)
    if let problem = applied.problem { return "\(name): \(visibleText(problem))" }
    if let renamed = applied.renamed { return "\(name): renamed to \(visibleText(renamed))" }
    let verbs = applied.unfit == 1 ? "no longer fits, and is kept" : "no longer fit, and are kept"
    let lost = applied.unfit > 0 ? "; \(counted(applied.unfit, "correction")) \(verbs)" : ""
    guard applied.edits > 0 || applied.unfit > 0 else { return "\(name): files updated" }
    return "\(name): \(counted(applied.edits, "correction")) written to its files\(lost)"
  }

  /// The new name of a document, and that it gets a number if another document has the name.
  static func newName(_ edit: NameEdit, _ service: ReviewService) -> String {
    let isTaken = edit.new != edit.old && service.has(document: edit.new)
    return visibleText(edit.new) + (isTaken ? ", with a number, because another document has this name" : "")
  }

  static func undone(_ taken: ReviewService.Undone) -> String {
    let document = visibleText(taken.document)
    let edit: Edit
    switch taken.decision {
    case .order: return "\(document): its page order is undone; the next run applies this"
    case .boundary(let place):
      return "\(document): the decision about page \(place.page) is undone; the next run applies this"
    case .settings(let settings):
      return
        "\(document): the settings \(visibleText(settings.changes.description)) no longer apply; the next run of its "
        + "pipeline makes it without them"
    case .name(let name):
      // Undoing a name that docscan gave is a correction, too.
      let isGiven = name.old == taken.document
      return isGiven
        ? "\(document): the name is undone; the document will be renamed \(visibleText(name.new))"
        : "\(document): the name \"\(visibleText(name.new))\" is undone"
    case .page(let page):
      return
        "\(document): the correction of page \(page.sourcePage) of \(visibleText(page.source)) is undone; the next run applies "
        + "this"
    case .text(let text): edit = text
    }
    if let grid = edit.grid {
      return "\(document), page \(edit.sourcePage) of \(visibleText(edit.source)): "
        + (grid.isBorder
          ? "a \(grid.axis.rawValue) is no longer split" : "two \(grid.axis.rawValue)s are no longer joined")
    }
    let (old, new) = (visibleText(edit.old), visibleText(edit.new))
    if let field = edit.field {
      return
        "\(document), page \(edit.sourcePage) of \(visibleText(edit.source)): \(Self.restored(field, edit))"
    }
    if old.isEmpty {
      return "\(document), page \(edit.sourcePage) of \(visibleText(edit.source)): the added line \"\(new)\" is gone"
    }
    return "\(document), page \(edit.sourcePage) of \(visibleText(edit.source)): "
      + (old == new
        ? "\"\(old)\" is no longer confirmed"
        : new.isEmpty ? "\"\(old)\" is restored" : "\"\(new)\" is restored to \"\(old)\"")
  }

  private static func restored(_ field: DecidedField, _ edit: Edit) -> String {
    let (old, new) = (visibleText(edit.old), visibleText(edit.new))
    guard !old.isEmpty else { return "\(field.rawValue) \"\(new)\" is removed" }
    return old == new
      ? "\(field.rawValue) \"\(old)\" is no longer confirmed"
      : "\(field.rawValue) is restored to \"\(old)\"" + (new.isEmpty ? "" : " (was \"\(new)\")")
  }

  static func field(_ field: DecidedField, _ old: String, _ new: String) -> String {
    let (old, new) = (visibleText(old), visibleText(new))
    return "\(field.rawValue) is \(new.isEmpty ? "empty" : "\"\(new)\"")"
      + (old.isEmpty || old == new ? "" : " (was \"\(old)\")")
  }

  static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
}
