// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanFiles
package import DocScanLibrary
package import DocScanStore
internal import FoundationEssentials

/// Provides everything for correcting recognized text: the words to review, corrections, and undo. Decisions are written to `<name>.edits.json`
/// immediately. `apply` applies them to all of a document's files.
package struct ReviewService: Sendable {
  /// The maximum length of an edit's text, in characters.
  package static let longestText = 1000

  package let root: Folder

  package var library: String { root.path }

  package init(library: String) throws(BatchError) { self.init(library: try StoredDocument.library(library)) }

  package init(library: Folder) { root = library }

  // MARK: Items to review

  /// Returns the most doubtful words, up to a limit, and the totals. Pages that aren't in the index yet are read and added to it.
  package func list(limit: Int, of wish: ReviewWish = ReviewWish()) throws(BatchError) -> ReviewList {
    if let name = wish.document { try check(document: name) }
    return try ReviewIndex(library: root).list(limit: limit, of: wish)
  }

  // MARK: Decisions

  /// Records the text of a word: the same text if it is correct, or an empty text if there is no word. Throws if the word is no longer on the page.
  @discardableResult
  package func decide(_ item: ReviewItem, _ text: String, by person: String) throws(BatchError) -> Edit {
    let new = try Self.text(text)
    let place = "\(item.document), page \(item.page)"
    let (document, page) = try page(item.page, of: item.document)
    guard let word = page.words.first(where: { $0.text == item.text && $0.box.rounded == item.box.rounded }) else {
      throw .usage("\(place): \"\(item.text)\" is not there any more. Load the list again.")
    }
    return try keep(in: document) { id, at in
      Edit(id: id, words: [word], on: page, new: new, by: person, at: at)
    }
  }

  package func check(document name: String) throws(BatchError) {
    guard !has(document: name) else { return }
    throw missing(name)
  }

  func missing(_ name: String, page: Int? = nil) -> BatchError {
    if let page, has(document: name) { return .usage("\(name), page \(page) doesn't exist in \(library).") }
    return .usage("Document \"\(name)\" doesn't exist in \(library).")
  }

  // Throws an error with the new name of a document that had a name before docscan named it by its content. Reads all documents of the library if
  // there is none of that name.
  package func check(formerName name: String) throws(BatchError) {
    guard !has(document: name) else { return }
    var new: String?
    try StoredDocument.all(in: root) { _, _ in
      new == nil
    } _: { document in
      if document.record.naming?.input == name { new = document.record.name }
    }
    if let new { throw .usage("Document \"\(name)\" doesn't exist any more. It is named \"\(new)\" now.") }
  }

  package func has(document name: String) -> Bool { found(name) != nil }

  package func found(_ name: String) -> StoredDocument? {
    StoredDocument.exactly(name, in: root) ?? StoredDocument.placed(name, in: root)
  }

  /// Undoes a decision. Returns `false` if it is no longer in effect.
  package func undo(_ edit: Edit, of name: String) throws(BatchError) -> Bool {
    guard let document = StoredDocument.exactly(name, in: root) else { return false }
    var isTaken = false
    try EditFile.change(of: document) { list in
      guard list.edits.contains(edit) else { return }
      isTaken = list.takeBack([edit.id], at: Decision.now)
    }
    return isTaken
  }

  package struct Undone: Encodable, Hashable, Sendable {
    package var document: String
    package var decision: Decision

    private enum CodingKeys: String, CodingKey { case document, edit, page, order, settings, name, boundary }

    package func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(document, forKey: .document)
      switch decision {
      case .text(let edit): try object.encode(edit, forKey: .edit)
      case .page(let edit): try object.encode(edit, forKey: .page)
      case .order(let order): try object.encode(order, forKey: .order)
      case .settings(let edit): try object.encode(edit, forKey: .settings)
      case .name(let edit): try object.encode(edit, forKey: .name)
      case .boundary(let edit): try object.encode(edit, forKey: .boundary)
      }
    }
  }

  /// Undoes the last decision, or with `all` every one, about a document, or in the library if `name` is `nil`. Returns the undone ones, the latest first.
  package func undo(document name: String? = nil, all: Bool = false) throws(BatchError) -> [Undone] {
    var standing: [(document: StoredDocument, undone: Undone)] = []
    try StoredDocument.all(in: root, withInputs: true) { (document) throws(BatchError) in
      guard name == nil || name == document.record.name else { return }
      standing += document.undoableDecisions.map { (document, Undone(document: document.record.name, decision: $0)) }
    }
    // Of several decisions at the same time, the one with the highest identifier is the last.
    let rank = { (index: Int) in
      let decision = standing[index].undone.decision.content
      return (decision.moment, Int(decision.id) ?? 0, index)
    }
    let order = standing.indices.sorted { rank($0) > rank($1) }
    let taken = order.prefix(all ? order.count : 1).map { standing[$0] }
    if taken.isEmpty, let name, let given = try undoNaming(of: name) { return [given] }
    let now = Decision.now
    for (_, decisions) in Dictionary(grouping: taken, by: \.document.place).sorted(by: { $0.key < $1.key }) {
      let ids = Set(decisions.map(\.undone.decision.content.id))
      if let document = decisions.first?.document { try EditFile.change(of: document) { $0.takeBack(ids, at: now) } }
    }
    return taken.map(\.undone)
  }

  // MARK: Files

  /// The result of applying the edits of a document.
  package struct Applied: Encodable, Hashable, Sendable {
    package var document: String
    package var edits: Int
    package var unfit: Int
    /// The new name of the document, or `nil` if it is unchanged.
    package var renamed: String?
    package var problem: String?
  }

  /// Applies all edits to the files of their documents: the PDF's text, the page JSONs, and all other formats. Throws an error while another process
  /// writes to the folder; the edits are kept. A problem with one document doesn't affect the others. `isWhole` is `false` if the work was
  /// interrupted; another call continues it.
  package func apply(
    interruption: Interruption = Interruption(), onDocument: @escaping (Applied) -> Void = { _ in }
  ) throws(BatchError) -> (documents: [Applied], isWhole: Bool) {
    var due: [String] = []
    try StoredDocument.all(in: root) { (document) throws(BatchError) in
      if Revision.isDue(document), due.last != document.entry { due.append(document.entry) }
    }
    guard !due.isEmpty else { return ([], true) }
    var results: [Applied] = []
    let isWhole = try DecisionRun(library: root).run(due, interruption: interruption) { outcome in
      let applied = Applied(
        document: outcome.name, edits: outcome.applied, unfit: outcome.unfit.count, renamed: outcome.renamed,
        problem: outcome.problem)
      results.append(applied)
      onDocument(applied)
    }
    return (results, isWhole)
  }

  /// The result of an export.
  package struct Exported: Hashable, Sendable {
    package var documents, pages, lines: Int
    package var notes: [String]
  }

  /// Writes the lines that reviewers confirmed or corrected as pictures with text, for training engines. The folder must be new or empty.
  package func export(to folder: String) throws(BatchError) -> Exported {
    let outcome = try GroundTruth(library: root, folder: folder).write()
    var notes = outcome.problems
    if outcome.unsure > 0 {
      notes.append(
        "\(outcome.unsure == 1 ? "One line" : "\(outcome.unsure) lines") in which somebody looked at a word, and not at other "
          + "words that may be wrong, are left out: docscan review lists these words.")
    }
    if outcome.turned > 0 { notes.append("\(outcome.turned) lines are turned against their page, and are left out.") }
    return Exported(documents: outcome.documents, pages: outcome.pages, lines: outcome.lines, notes: notes)
  }

  /// Returns the words that reviewers typed, sorted and without duplicates, for the `customWords` setting of the `recognize` stage.
  package func customWords() throws(BatchError) -> [String] {
    var words: Set<String> = []
    try StoredDocument.all(in: root) { (document) throws(BatchError) in
      for edit in document.edits.list.edits.standing where edit.new != edit.old {
        for word in edit.new.split(separator: " ") {
          let bare = word.trimmingPrefix { !$0.isLetter }.reversed().drop { !$0.isLetter }.reversed()
          if bare.count >= 3, bare.allSatisfy(\.isLetter) { words.insert(String(bare)) }
        }
      }
    }
    return words.sorted()
  }
}
