// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
package import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// The edits of a document, from `<name>.edits.json` in its folder. The file belongs to the user, like anything that was added to the folder: runs
/// only read it, or add the edits of their command line or inbox. All edits are written through this type.
package struct EditFile {
  /// The edits, or an empty list if there is no file.
  package private(set) var list = EditList()
  /// The SHA-256 digest of the file, or `nil` if there is none.
  package private(set) var sha256: String?
  /// A sentence that explains why the edits can't be used, or `nil` if they can.
  package private(set) var problem: String?
  /// The edits of the same pages from other documents of their stack, or `nil` if the stack was never divided or joined.
  package private(set) var pile: EditList?

  package init(named name: String, in library: Folder?) {
    guard let library else { return }
    let path = Self.path(in: name, of: library)
    guard let json = library.contents(path) else { return }
    sha256 = ContentDigest.sha256(json)
    do {
      list = try JSONDecoder().decode(EditList.self, from: Data(json))
      if list.schema != EditList.schema { problem = "another version of docscan wrote it (\(list.schema))" }
    } catch {
      problem = "docscan did not write it, or it is damaged"
    }
    if let reason = problem {
      list = EditList()
      problem =
        "\(DocScanFiles.fileName(path)) stays as it is, and the corrections in it are not in the results: \(reason)."
    }
  }

  /// Reads the edits of a document, including edits made while its pages belonged to another document because the stack was divided differently.
  /// `pile` is the name of the divided input, if the document is a part of one.
  package init(_ name: String, ofPile pile: String?, in library: Folder?) {
    self.init(named: name, in: library)
    guard let library else { return }
    let input = list.boundaries.isEmpty ? pile ?? foldersAbove(name).last : name
    guard let input, !input.isEmpty else { return }
    let own = EditFile(named: input, in: library).list
    guard !own.boundaries.isEmpty else { return }
    let filed = DocumentRecord(named: input, in: library)?.filed ?? []
    let parts =
      (library.folder(input)?.names() ?? []).sorted(by: isNaturallyOrdered).map { "\(input)/\($0)" } + filed.map(\.name)
    var others = EditList()
    for place in [input] + parts where place != name {
      let other = place == input ? own : EditFile(named: place, in: library).list
      // Edit numbers are unique only within a file. A run that was killed may have left a copy of the document's own edits.
      for var edit in other.edits.standing where !list.edits.contains(edit) {
        edit.id = "\(place):\(edit.id)"
        others.add(.text(edit))
      }
      for edit in other.pages.standing where !list.pages.contains(edit) { others.add(.page(edit)) }
    }
    self.pile = others
  }

  /// Names the document's file as it's named now. `names` are all files of the input, even those whose pages are left out: several files are told
  /// apart by name.
  package func following(files names: [String], sha256: String) -> EditFile {
    guard names.count == 1, let name = names.first else { return self }
    var file = self
    file.list.rename(fileWith: sha256, to: name)
    file.pile?.rename(fileWith: sha256, to: name)
    return file
  }

  /// Returns the edits of a page's text that apply, in chronological order. `sha256` is the digest of the document's bytes.
  package func standing(on page: PageReference, sha256: String) -> [Edit] {
    let own = list.edits.standing.filter { $0.isAbout(page) }
    // Another document may have a source file with the same name.
    let others = (pile?.edits.standing ?? []).filter { $0.isAbout(page) && $0.sha256 == sha256 }
    guard !others.isEmpty else { return own }
    return (others + own).enumerated().sorted {
      ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
    }.map(\.element)
  }

  package func applied(to page: RecognizedPage) -> RecognizedPage {
    page.applying(standing(on: page.page, sha256: page.document.sha256))
  }

  package func pageEdits(of page: PageReference, sha256: String) -> [PageEdit] {
    let own = list.pages.filter { $0.holds(for: page, sha256: sha256) }
    let others = (pile?.pages ?? []).filter { $0.holds(for: page, sha256: sha256) }
    guard !others.isEmpty else { return own }
    return (others + own).enumerated().sorted {
      ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
    }.map(\.element)
  }

  /// Adds the edits that a run makes, in memory. `EditFile.change` later makes the same change on disk. Returns `nil` if there is nothing to add.
  package mutating func choose(
    _ chosen: ChosenSettings?, _ received: ReceivedPages?, sha256 digest: String
  ) throws(BatchError) -> RunDecisions? {
    guard problem == nil else { return nil }
    var decisions = RunDecisions()
    if let chosen, !list.holds(chosen.changes) {
      decisions.settings = [
        SettingsEdit(id: list.nextID, changes: chosen.changes, by: chosen.by, at: Decision.now)
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

  package func write(into folder: String, baseName: String) throws(BatchError) {
    _ = try writing(writeJSON(list, to: "\(folder)/\(baseName).edits.json"))
  }

  /// Returns whether edits of whole pages or document boundaries are pending until a run applies them.
  package func waitsForRun(_ record: DocumentRecord) -> Bool { record.edits?.pages != list.standingForRun }

  package static func path(in place: String, of library: Folder) -> String {
    StoredDocument.path(".edits.json", at: place, of: library)
  }

  /// Returns a value that changes with the edits in a document's folder, or empty if there are none.
  package static func stamp(at place: String, of library: Folder?) -> String {
    guard let library else { return "" }
    return library.status(path(in: place, of: library)).map(StoredDocument.stamp) ?? ""
  }

  /// Changes a document's edits atomically and durably. Throws without a change if the file can't be used. Concurrent calls wait for each other, and
  /// for a run that is publishing a new version of the document.
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

/// The edits that a run itself makes: the settings of its command line, or the corners that came with the pages.
package struct RunDecisions {
  package var settings: [SettingsEdit] = []
  package var pages: [PageEdit] = []

  /// A note about the settings that later runs will use, or `nil` if there are none.
  package var note: String? {
    let changes = settings.flatMap(\.changes).filter { $0.replacesOnly != true }
    guard !changes.isEmpty else { return nil }
    return "Later runs keep its settings: \(changes.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")). "
      + "docscan undo undoes that."
  }

  package func add(to list: inout EditList) {
    for edit in settings { list.add(.settings(edit)) }
    for edit in pages { list.add(.page(edit)) }
  }
}

/// A lock that serializes edits with the publication of documents that have edits.
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
  package func holds(_ changes: [SettingsEdit.Change]) -> Bool {
    let standing = standingSettings
    return changes.allSatisfy { standing.contains($0) }
  }
}
