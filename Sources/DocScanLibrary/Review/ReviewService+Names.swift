// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanStore
internal import FoundationEssentials

/// Decisions about the names of documents, which later runs keep.
extension ReviewService {
  /// Records a new name for a document, or restores the name of its input if `wish` is `nil`. Slashes create folders. `apply` moves the files, and
  /// adds a number if the name is taken.
  @discardableResult
  package func rename(document name: String, to wish: String?, by person: String) throws(BatchError) -> NameEdit {
    guard let document = StoredDocument.exactly(name, in: root) else {
      throw .usage("Document \"\(name)\" doesn't exist in \(library).")
    }
    guard document.record.part == nil else {
      throw .usage("\(name) is a part of an input that was divided. Only inputs that stayed whole can be renamed.")
    }
    let given = document.record.naming?.input ?? document.edits.list.names.first?.old ?? name
    let new = wish ?? given
    guard let tidy = NameTemplate.tidied(new), isDocumentName(tidy) else {
      throw .usage("\"\(new)\" cannot be the name of a document: use letters, digits and blanks, and / for a folder.")
    }
    var edit = NameEdit(id: "", old: document.record.name, new: tidy, by: person, at: Date().formatted(.iso8601))
    try EditFile.change(of: document) { list in
      edit.id = list.nextID
      list.add(.name(edit))
    }
    return edit
  }

  /// Records that a document named by its content should have the name of its input. Returns `nil` for other documents, and for those that reviewers
  /// have renamed.
  package func undoNaming(of name: String) throws(BatchError) -> Undone? {
    guard let document = StoredDocument.exactly(name, in: root), let naming = document.record.naming,
      naming.reason == nil, document.record.part == nil,
      document.edits.list.names.standing.isEmpty
    else { return nil }
    let edit = try rename(document: name, to: nil, by: "docscan undo")
    return Undone(document: name, decision: .name(edit))
  }
}

extension StoredDocument {
  /// The decisions in effect that can be undone. A rename to the input's name can't be undone, because undoing the others leads to it.
  var undoableDecisions: [Decision] {
    edits.list.standing.filter { decision in
      guard case .name(let edit) = decision else { return true }
      return edit.new != record.naming?.input
    }
  }
}
