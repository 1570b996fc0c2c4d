// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// Decisions about the names of documents, which later runs keep.
extension ReviewService {
  /// Records a new name for a document, or restores the name of its input if `wish` is `nil`. Slashes create folders. `apply` moves the files, and
  /// adds a number if the name is taken.
  @discardableResult
  package func rename(document name: String, to wish: String?, by person: String) throws(BatchError) -> NameEdit {
    guard let document = StoredDocument.exactly(name, in: root) else {
      throw missing(name)
    }
    let record = document.record
    // A name typed with the extension of its PDF means the document.
    let isFile = wish?.lowercased().hasSuffix(".pdf") == true
    let new = wish.map { NameTemplate.withoutReserved(isFile ? String($0.dropLast(4)) : $0) } ?? document.originalName
    guard !pathNames(new, omittingEmpty: true).contains(".."), let tidy = NameTemplate.tidied(new), isDocumentName(tidy)
    else {
      throw .usage("\"\(new)\" cannot be the name of a document: use letters, digits and blanks, and / for a folder.")
    }
    var edit = NameEdit(
      id: "", old: record.name, new: tidy, input: record.part?.input, pages: record.part?.pages, by: person,
      at: Decision.now)
    try EditFile.change(of: document) { list in
      edit.id = list.nextID
      list.add(.name(edit))
    }
    return edit
  }

  /// Gives a document named by its content its input's name. Returns `nil` for other documents, and for those that reviewers have renamed.
  package func undoNaming(of name: String) throws(BatchError) -> Undone? {
    guard let document = StoredDocument.exactly(name, in: root), let naming = document.record.naming,
      naming.reason == nil, !document.record.isInPile,
      document.edits.list.names.standing.isEmpty
    else { return nil }
    let edit = try rename(document: name, to: nil, by: "docscan undo")
    return Undone(document: name, decision: .name(edit))
  }
}

extension StoredDocument {
  /// The decisions in effect that can be undone. If the first name is that of the input, it can't, because it undid the generated name.
  var undoableDecisions: [Decision] {
    let first = edits.list.names.standing.first
    return edits.list.standing.filter { decision in
      guard case .name(let edit) = decision else { return true }
      return edit != first || edit.new != record.naming?.input
    }
  }
}

/// A document that keeps the name of its input, because its content wasn't certain enough for the name template.
package struct UnnamedDocument: Encodable, Hashable, Sendable {
  package let document: String
  package let source: [String]
  /// A sentence that explains why the document has no name.
  package let reason: String
  /// The most likely name, or `nil` if none of the template's fields was found.
  package let suggestion: String?
}

/// The documents of a library that need a name from a reviewer.
package struct UnnamedDocuments: Encodable, Sendable {
  package static let schema = "docscan-names/1"

  package let schema = Self.schema
  package var documents: [UnnamedDocument] = []
  /// Whether the library has more documents than were requested.
  package var areMore = false
}

extension ReviewService {
  /// Lists up to `limit` documents that neither content nor reviewers have named.
  package func unnamed(limit: Int) throws(BatchError) -> UnnamedDocuments {
    var list = UnnamedDocuments()
    try StoredDocument.all(in: root) { _, _ in
      !list.areMore
    } _: { (document) throws(BatchError) in
      let record = document.record
      guard let reason = record.naming?.reason, document.edits.list.names.standing.isEmpty else {
        return
      }
      guard list.documents.count < limit else {
        list.areMore = true
        return
      }
      list.documents.append(
        UnnamedDocument(
          document: record.name, source: record.source, reason: reason, suggestion: Self.suggestion(for: document)))
    }
    return list
  }

  private static func suggestion(for document: StoredDocument) -> String? {
    do throws(PageFailure) {
      return try document.suggestedName
    } catch {
      // The document's edits don't fit its pages, so a reviewer must look at it anyway.
      return nil
    }
  }
}
