// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials
internal import Glibc

/// The edits of a document as its folder has them, in `<name>.edits.json`.
///
/// The file is a person's, like all that is added to a document's folder: runs read it and leave it where it is. Only
/// who edits writes to it, through this type.
package struct EditFile {
  /// What is in it; nothing where there is no file.
  package private(set) var list = EditList()
  /// SHA-256 of the file; nil if there is none.
  package private(set) var sha256: String?
  /// Why the edits in it cannot be used, in a whole sentence; nil when they can.
  package private(set) var problem: String?
  /// What people decided about the same pages in other documents of their pile; nil if no pile was divided or joined.
  package private(set) var pile: EditList?

  /// Reads the file of a document in a library.
  package init(named name: String, in library: Folder?) {
    guard let library else { return }
    let path = Self.path(in: name, of: library)
    guard let json = library.contents(path) else { return }
    sha256 = ContentDigest.sha256(json)
    do {
      list = try JSONDecoder().decode(EditList.self, from: Data(json))
      if list.schema != EditList.schema { problem = "another version of docscan wrote it (\(list.schema))" }
    } catch {
      problem = "it is not as docscan writes such files"
    }
    if let reason = problem {
      list = EditList()
      problem =
        "\(DocScanCore.fileName(path)) stays as it is, and the corrections in it are not in the results: \(reason)."
    }
  }

  /// The edits of a document with those that people made while its pages were in another one, because their pile was divided
  /// elsewhere, or not at all.
  package init(ofPile name: String, in library: Folder?) {
    self.init(named: name, in: library)
    guard let library else { return }
    let input = list.boundaries.isEmpty ? foldersAbove(name).last : name
    guard let input, !input.isEmpty else { return }
    let own = EditFile(named: input, in: library).list
    guard !own.boundaries.isEmpty else { return }
    let parts = (library.folder(input)?.names() ?? []).sorted(by: isNaturallyOrdered).map { "\(input)/\($0)" }
    var pile = EditList()
    for place in [input] + parts where place != name {
      let other = place == input ? own : EditFile(named: place, in: library).list
      // Each file counts its decisions.
      for var edit in other.edits.standing {
        edit.id = "\(place):\(edit.id)"
        pile.add(.text(edit))
      }
      for edit in other.pages.standing { pile.add(.page(edit)) }
    }
    self.pile = pile
  }

  /// What holds about a page's text, in the order in which people decided; `sha256` is that of the document's bytes.
  package func standing(on page: PageReference, sha256: String) -> [Edit] {
    let own = list.edits.standing.filter { $0.isAbout(page) }
    // Another document may have a file of the same name.
    let others = (pile?.edits.standing ?? []).filter { $0.isAbout(page) && $0.sha256 == sha256 }
    guard !others.isEmpty else { return own }
    return (others + own).enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// A page with what holds about it.
  package func applied(to page: RecognizedPage) -> RecognizedPage {
    page.applying(standing(on: page.page, sha256: page.document.sha256))
  }

  /// What holds about a page as a whole, in the order in which people decided.
  package func pageEdits(of page: PageReference, sha256: String) -> [PageEdit] {
    let own = list.pages.filter { $0.holds(for: page, sha256: sha256) }
    let others = (pile?.pages ?? []).filter { $0.holds(for: page, sha256: sha256) }
    guard !others.isEmpty else { return own }
    return (others + own).enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// Makes the decisions that a run makes for the document, as `EditFile.change` does it on the disk later; nil if all of them are
  /// there already.
  package mutating func choose(
    _ chosen: ChosenSettings?, _ received: ReceivedPages?, sha256 digest: String
  ) throws(BatchError) -> RunDecisions? {
    guard problem == nil else { return nil }
    var decisions = RunDecisions()
    if let chosen, !list.holds(chosen.changes) {
      decisions.settings = [
        SettingsEdit(id: list.nextID, changes: chosen.changes, by: chosen.by, at: Date().formatted(.iso8601))
      ]
    }
    decisions.pages = received?.decisions(missingIn: list, sha256: digest) ?? []
    guard !decisions.settings.isEmpty || !decisions.pages.isEmpty else { return nil }
    decisions.add(to: &list)
    do {
      sha256 = ContentDigest.sha256([UInt8](try JSONText.pretty(list)))
    } catch {
      throw .output("A correction cannot be saved: \(error)")
    }
    return decisions
  }

  /// Writes the decisions into the folder of a document that is being built, and has none in place yet.
  package func write(into folder: String, baseName: String) throws(BatchError) {
    _ = try writing(writeJSON(list, to: "\(folder)/\(baseName).edits.json"))
  }

  /// Whether decisions about whole pages or places in a pile wait for a run.
  package func waitsForRun(_ record: DocumentRecord) -> Bool { record.edits?.pages != list.standingForRun }

  /// Where a document's edits are in its library.
  package static func path(in place: String, of library: Folder) -> String {
    StoredDocument.path(".edits.json", at: place, of: library)
  }

  /// What changes whenever the edits in a document's folder do; empty if there are none.
  package static func stamp(at place: String, of library: Folder) -> String {
    library.status(path(in: place, of: library)).map(StoredDocument.stamp) ?? ""
  }

  /// Changes the edits of a document's folder in one step, which is on the disk when this returns.
  ///
  /// Fails where the file cannot be used, and nothing changes. Processes that do so at the same time wait for each other,
  /// and for a run that just puts a new version of the document in place.
  package static func change(
    of document: StoredDocument, _ body: (inout EditList) -> Void
  ) throws(BatchError) {
    let (library, place) = (document.root, document.place)
    let lock = try EditLock(root: library)
    defer { lock.release() }
    let file = document.edits
    if let problem = file.problem { throw .output(problem) }
    var list = file.list
    body(&list)
    guard list != file.list else { return }
    try writing(replaceJSON(list, at: path(in: place, of: library), in: library))
    guard library.folder(place)?.sync() == true else { throw OutputFolder.failure("write", "\(library.path)/\(place)") }
    try WaitingDecisions(library: library).note(place)
  }
}

/// What a run itself decides for a document: the settings of its command line, or the corners that came with its pages.
package struct RunDecisions {
  package var settings: [SettingsEdit] = []
  package var pages: [PageEdit] = []

  /// Adds them to those that people made before.
  package func add(to list: inout EditList) {
    for edit in settings { list.add(.settings(edit)) }
    for edit in pages { list.add(.page(edit)) }
  }
}

/// Holds whoever edits, and whoever puts a document in place that has edits, one after the other.
package struct EditLock {
  private let descriptor: Int32

  /// Waits for the lock of an output folder.
  package init(root: Folder) throws(BatchError) {
    descriptor = try HiddenFolder.lock("edits.lock", in: HiddenFolder.made(in: root))
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  package func release() { close(descriptor) }
}

extension EditList {
  /// Whether settings hold for the document already.
  package func holds(_ changes: [SettingsEdit.Change]) -> Bool {
    let standing = standingSettings
    return changes.allSatisfy { standing.contains($0) }
  }
}
