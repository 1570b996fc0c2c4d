// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout
package import DocScanStore

extension StoredDocument {
  /// The document's new name, or `nil` if it keeps its name. Fields too uncertain for the name template count once reviewers have set them, and a name
  /// by its content changes with the fields that they correct. Without a field that it needs, the document gets its input's name back.
  var namingByDecisions: DocumentRecord.Naming? {
    get throws(PageFailure) {
      guard var naming = record.naming, naming.reason != nil || !record.isInPile && edits.list.edits.hasFields,
        likelyStart == nil,
        let (template, values) = try namingValues
      else { return nil }
      switch template.name(from: values) {
      case .name(let wish, let confidence) where wish != naming.name:
        (naming.name, naming.confidence, naming.reason) = (wish, confidence, nil)
      case .unsure(let reason) where naming.reason == nil && record.part == nil:
        (naming.name, naming.confidence, naming.reason) = (nil, nil, reason)
      case .name, .unsure: return nil
      }
      return naming
    }
  }

  /// Whether the document's name may change with its content: reviewers chose no name, or took all of theirs back.
  var followsContent: Bool {
    let names = edits.list.names
    return names.isEmpty || names.standing.isEmpty && record.name == record.naming?.name
  }

  /// Whether the document is in the folder of a divided input and will get a name of its own.
  var leavesPile: Bool {
    get throws(PageFailure) {
      guard record.isInPile else { return false }
      let names = edits.list.names
      return try names.isEmpty ? namingByDecisions != nil : names.standing.last.map { $0.new != record.name } ?? false
    }
  }

  // Whether a part that was filed can have this place in the folder of its input.
  func canReturn(to place: String) -> Bool {
    guard let part = record.part, let input = part.input, foldersAbove(place).last == input, !root.exists(place),
      let pile = DocumentRecord(named: input, in: root), pile.sha256 == record.sha256
    else { return false }
    return pile.filed?.contains { $0.name == record.name && $0.pages == part.pages } ?? false
  }

  // The document's name before its content or a reviewer named it. A part goes back to the folder of its input if it can.
  package var originalName: String {
    guard let part = record.part else { return record.naming?.input ?? edits.list.names.first?.old ?? record.name }
    let place = part.input.map { "\($0)/\(part.number)" }
    return place.flatMap { canReturn(to: $0) ? $0 : nil } ?? record.givenName
  }

  // The page of the input with which another document may begin in this one. The content of pages names no document while there is one.
  private var likelyStart: Int? {
    guard record.part != nil else {
      return record.boundaries?.likelyStart(in: PageSelection(pages: record.pages.map(\.sourcePage)))?.page
    }
    guard let pages = record.part.flatMap({ PageSelection(stored: $0.pages) }),
      let pile = record.pile.flatMap({ DocumentRecord(named: $0, in: root) }), pile.sha256 == record.sha256
    else { return nil }
    return pile.boundaries?.likelyStart(in: pages)?.page
  }

  /// The most likely name of a document that keeps its input's name because its content isn't certain, or `nil` if there is none.
  package var suggestedName: String? {
    get throws(PageFailure) {
      guard let naming = record.naming, naming.reason != nil, let (template, values) = try namingValues else {
        return nil
      }
      return template.suggestion(from: values)
    }
  }

  /// The template for the document's name, and the values with all edits, or `nil` without one.
  private var namingValues: (NameTemplate, NameValues)? {
    get throws(PageFailure) {
      guard let naming = record.naming else { return nil }
      let template: NameTemplate
      do {
        template = try naming.parsedTemplate
      } catch {
        return nil
      }
      var builder = RecordBuilder(record.withoutPages)
      // Pages of another document don't count.
      let end = likelyStart ?? .max
      for entry in record.pages where entry.sourcePage < end {
        guard let page = storedPage(entry) else {
          builder.add(entry)
          continue
        }
        let edits = edits.standing(on: page.page, sha256: page.document.sha256)
        builder.add(try page.applying(edits).decidingFields(edits), file: entry.file, place: entry.pdf)
      }
      return (template, builder.nameValues(input: record.givenName))
    }
  }
}

extension [Edit] {
  /// Whether a reviewer has set the value of a field, even if the decision was undone.
  fileprivate var hasFields: Bool { contains { $0.field != nil } }
}
