// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
package import DocScanCore
package import DocScanStore
internal import FoundationEssentials

/// What a person needs to correct what was read: the words that are worth a look, corrections of them, and undo.
///
/// Decisions go into `<name>.edits.json` at once; `apply` brings them into all of a document's files.
package struct ReviewService: Sendable {
  /// A word is doubtful below this confidence: only such are counted as alike.
  package static let doubt = 0.9
  /// Longer texts are no words.
  package static let longestText = 1000

  /// The library, open.
  package let root: Folder

  /// The output folder that it is a desk over.
  package var library: String { root.path }

  /// A desk over an output folder; fails where there is none.
  package init(library: String) throws(BatchError) { self.init(library: try StoredDocument.library(library)) }

  /// The same over an open one.
  package init(library: Folder) { root = library }

  // MARK: What to look at

  /// The most doubtful words, up to a limit, and what all of them add up to.
  ///
  /// Reads the page JSONs that it has not read yet; what it found in them is kept in the index.
  package func list(limit: Int, of wish: ReviewWish = ReviewWish()) throws(BatchError) -> ReviewList {
    if let name = wish.document { try check(document: name) }
    return try ReviewIndex(library: root).list(limit: limit, of: wish)
  }

  // MARK: Decisions

  /// Notes the correct text of a word: the word itself where it is right, nothing where there is no text.
  ///
  /// Fails when the word is not there any more.
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

  /// Fails where the library has no document of this name.
  package func check(document name: String) throws(BatchError) {
    guard !has(document: name) else { return }
    throw .usage("Document \"\(name)\" doesn't exist in \(library).")
  }

  /// Whether the library has a document of this name, or an input that was divided.
  package func has(document name: String) -> Bool { found(name) != nil }

  /// The document of a name, or the input that was divided; nil if there is none.
  package func found(_ name: String) -> StoredDocument? {
    StoredDocument.exactly(name, in: root) ?? StoredDocument.placed(name, in: root)
  }

  /// Takes back one decision; false if it does not hold any more.
  package func undo(_ edit: Edit, of name: String) throws(BatchError) -> Bool {
    guard let document = StoredDocument.exactly(name, in: root) else { return false }
    var isTaken = false
    try EditFile.change(of: document) { list in
      guard list.edits.contains(edit) else { return }
      isTaken = list.takeBack([edit.id], at: Date().formatted(.iso8601))
    }
    return isTaken
  }

  /// A decision that was undone.
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

  /// Undoes the last correction, of one document or of the library, or all of them. Gives those that were undone.
  package func undo(document name: String? = nil, all: Bool = false) throws(BatchError) -> [Undone] {
    var standing: [(document: StoredDocument, undone: Undone)] = []
    try StoredDocument.all(in: root, withInputs: true) { (document) throws(BatchError) in
      guard name == nil || name == document.record.name else { return }
      standing += document.undoableDecisions.map { (document, Undone(document: document.record.name, decision: $0)) }
    }
    // Of those of the same second, the last of its document.
    let rank = { (index: Int) in
      let decision = standing[index].undone.decision.content
      return (decision.at, Int(decision.id) ?? 0, index)
    }
    let last = standing.indices.max { rank($0) < rank($1) }
    let taken = all ? standing : last.map { [standing[$0]] } ?? []
    if taken.isEmpty, let name, let given = try undoNaming(of: name) { return [given] }
    let now = Date().formatted(.iso8601)
    for (_, decisions) in Dictionary(grouping: taken, by: \.document.place).sorted(by: { $0.key < $1.key }) {
      let ids = Set(decisions.map(\.undone.decision.content.id))
      if let document = decisions.first?.document { try EditFile.change(of: document) { $0.takeBack(ids, at: now) } }
    }
    return taken.map(\.undone)
  }

  // MARK: Files

  /// What became of the edits of a document.
  package struct Applied: Encodable, Hashable, Sendable {
    package var document: String
    /// How many edits are in its text now.
    package var edits: Int
    /// How many no longer fit.
    package var unfit: Int
    /// The name that it has now; nil if that is the one that it had.
    package var renamed: String?
    /// Why its files stay as they were; nil when they did not.
    package var problem: String?
  }

  /// Brings all edits into the files of their documents: the PDF's text, page JSONs, and every other format.
  ///
  /// Fails while another docscan writes to the folder; the edits are kept then. What goes wrong with one document does not
  /// touch the others. `isWhole` is false when the interruption came before all was done: a later call does the rest.
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

  /// What became of an export.
  package struct Exported: Hashable, Sendable {
    package var documents, pages, lines: Int
    /// What a person should know, in whole sentences.
    package var notes: [String]
  }

  /// Writes the lines that people looked at as pictures with their text, to teach engines with; the folder is new or empty.
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

  /// The words that people typed, for the recognize stage's `customWords`: each once, in the order of the alphabet.
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

extension DocumentRecord.Page {
  /// Why words alone cannot put the page right; nil if they can.
  package var reasonToLook: String? {
    if let failure { return failure.message }
    if noText == true { return "no text was found" }
    guard let expected, [.d, .f].contains(expected.grade) else { return nil }
    let doubtful = Int((expected.doubtfulWords * 100).rounded())
    let unread = Int((expected.unreadText * 100).rounded())
    return "grade \(expected.grade.rawValue): \(doubtful)% of the words are probably wrong"
      + (unread >= 3 ? ", \(unread)% of the text lines have no words" : "")
  }
}
