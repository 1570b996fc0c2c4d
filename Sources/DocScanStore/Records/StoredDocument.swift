// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import FoundationEssentials
package import Glibc

/// A document in an output folder, for those who read the results of all of them.
package struct StoredDocument {
  /// The library, and the document's folder in it.
  package let root: Folder
  package let place: String
  package let record: DocumentRecord
  /// The name by which the journal knows it: for a part that of its input, otherwise its own.
  package let entry: String
  /// What changes whenever one of its records or pages does.
  package let stamp: String
  /// What changes whenever its record does, which a run writes with all that belongs to it.
  package let recordStamp: String

  /// The document's folder as people call it.
  package var folder: String { place.isEmpty ? root.path : "\(root.path)/\(place)" }
  /// The same, open; nil if it is gone.
  package var files: Folder? { root.folder(place) }
  /// What people decided about its text.
  package var edits: EditFile { EditFile(ofPile: place, in: root) }
  /// The same without what they decided while its pages were in another document.
  package var ownEdits: EditFile { EditFile(named: place, in: root) }

  /// The same, where its files lack some of that; nil if they have all of it. Read once.
  package var undeliveredEdits: EditFile? { undelivered.edits(of: self) }

  private let undelivered = UndeliveredEdits()

  /// The documents below an output folder, in natural order of their folders; links to folders are not followed.
  ///
  /// The record of an input that was divided only names its parts, which have records of their own. `isWanted` gets a
  /// document's folder and `recordStamp` before the record is read, which is most of the work. `withInputs` gives the inputs that were
  /// divided as well, before their parts.
  package static func all(
    in root: Folder, where isWanted: (String, String) throws(BatchError) -> Bool = { _, _ in true },
    withInputs: Bool = false, _ body: (StoredDocument) throws(BatchError) -> Void
  ) throws(BatchError) {
    var folders = [""]
    var inputs: [String: String] = [:]
    while let next = folders.popLast() {
      guard let here = root.folder(next) else { continue }
      let names = (here.names() ?? []).filter { $0.utf8.first != UInt8(ascii: ".") && here.status($0)?.kind == S_IFDIR }
      folders += names.sorted(by: isNaturallyOrdered).reversed().map { next.isEmpty ? $0 : "\(next)/\($0)" }
      guard let stamp = recordStamp(at: next, in: root),
        try isWanted(next.isEmpty ? root.path : "\(root.path)/\(next)", stamp),
        let record = DocumentRecord(at: next, in: root)
      else { continue }
      if let parts = record.parts {
        for part in parts { inputs[next.isEmpty ? part : "\(next)/\(part)"] = record.name }
        if withInputs { try body(StoredDocument(root: root, place: next, record: record, entry: record.name)) }
      } else {
        try body(
          StoredDocument(
            root: root, place: next, record: record, entry: inputs.removeValue(forKey: next) ?? record.name))
      }
    }
  }

  /// The same below a folder that somebody named; none if there is no such folder.
  package static func all(
    in library: String, where isWanted: (String, String) throws(BatchError) -> Bool = { _, _ in true },
    _ body: (StoredDocument) throws(BatchError) -> Void
  ) throws(BatchError) {
    if let root = Folder(root: library) { try all(in: root, where: isWanted, body) }
  }

  /// What is in the folder of a name, whether it is a document or an input that was divided; nil if nothing is.
  package static func placed(_ name: String, in root: Folder) -> StoredDocument? {
    DocumentRecord(named: name, in: root).map { StoredDocument(root: root, place: name, record: $0, entry: name) }
  }

  /// The document that the journal knows by a name, or its parts; none if it is gone.
  package static func named(_ name: String, in root: Folder) -> [StoredDocument] {
    guard !leadsElsewhere(name), let record = DocumentRecord(at: name, in: root) else { return [] }
    guard let parts = record.parts else {
      return [StoredDocument(root: root, place: name, record: record, entry: name)]
    }
    return parts.compactMap { part in
      let place = "\(name)/\(fileName(part))"
      return DocumentRecord(at: place, in: root).map {
        StoredDocument(root: root, place: place, record: $0, entry: name)
      }
    }
  }

  /// The document whose record has a name, which may be a part of an input; nil if it is gone.
  package static func exactly(_ name: String, in library: Folder) -> StoredDocument? {
    let above = foldersAbove(name).last.map { named($0, in: library) } ?? []
    return (named(name, in: library) + above).first { $0.record.name == name }
  }

  /// Whether docscan has written to a folder.
  package static func isLibrary(_ folder: String) -> Bool { isFolder(folder + "/.docscan") }

  /// Opens a folder that docscan has written to; fails where somebody names another one.
  package static func library(_ path: String) throws(BatchError) -> Folder {
    guard isLibrary(path), let root = Folder(root: path) else { throw .noInput(advice(about: path)) }
    return root
  }

  /// What to tell somebody who names a folder that docscan has not written to, in whole sentences.
  package static func advice(about folder: String) -> String {
    "\(folder == "." ? "This folder" : folder) is not a docscan output folder. Results are in \(OutputSettings.defaultDirectory), "
      + "or in the folder given with -o: name that folder. If there are none yet, docscan FILE creates them."
  }

  /// Where somebody looks who names no folder.
  package static var standardLibrary: String {
    isLibrary(OutputSettings.defaultDirectory) ? OutputSettings.defaultDirectory : "."
  }

  /// The file of a document with an ending, by its path in the library.
  package static func path(_ ending: String, at place: String, of library: Folder) -> String {
    // Somebody may name a document's own folder.
    place.isEmpty ? "\(fileName(library.path))\(ending)" : "\(place)/\(fileName(place))\(ending)"
  }

  /// The stamp of the record in a folder; nil if there is none.
  package static func recordStamp(at place: String, in library: Folder) -> String? {
    library.status(path(".json", at: place, of: library)).map(stamp)
  }

  /// What changes whenever a file is replaced or written to.
  package static func stamp(_ status: stat) -> String {
    "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }

  /// What is in a folder, by its place in a library and the name that the journal knows it by; nil if nothing is.
  package init?(at place: String, entry: String, in root: Folder) {
    guard let record = DocumentRecord(at: place, in: root) else { return nil }
    self.init(root: root, place: place, record: record, entry: entry)
  }

  private init(root: Folder, place: String, record: DocumentRecord, entry: String) {
    (self.root, self.place, self.record, self.entry) = (root, place, record, entry)
    recordStamp = Self.recordStamp(at: place, in: root) ?? ""
    let files = [record.fileName] + record.pages.compactMap(\.file)
    var (count, size, times) = (0, 0, UInt64(0))
    let folder = root.folder(place)
    for case let status? in files.map({ folder?.status($0) }) {
      count += 1
      size &+= Int(status.st_size)
      times =
        times &* 31 &+ UInt64(bitPattern: Int64(status.st_mtim.tv_sec)) &* 1_000_000_000
        &+ UInt64(bitPattern: Int64(status.st_mtim.tv_nsec))
    }
    stamp = "\(count) \(size) \(times)"
  }

  /// A page of the document with all that people decided about its text, whether its file has that or not; nil if it has no file,
  /// that cannot be read, or does not mention a key.
  package func page(_ page: DocumentRecord.Page, mentioning key: String? = nil) -> RecognizedPage? {
    storedPage(page, mentioning: key).map { undeliveredEdits?.applied(to: $0) ?? $0 }
  }

  /// The same as its file has it.
  package func storedPage(_ page: DocumentRecord.Page, mentioning key: String? = nil) -> RecognizedPage? {
    guard let file = page.file, let json = files?.contents(file),
      key.map({ Self.mentions(json, $0) }) ?? true
    else { return nil }
    do {
      return try JSONDecoder().decode(RecognizedPage.self, from: Data(json))
    } catch {
      return nil
    }
  }

  /// Pages have hundreds of kilobytes, and few of them what is looked for.
  private static func mentions(_ json: [UInt8], _ key: String) -> Bool {
    let text = Array("\"\(key)\"".utf8)
    return unsafe linux_contains(json, json.count, text, text.count) == 1
  }
}

extension StoredDocument {
  /// The document, or its parts, whose folder or file a path names in any output folder; nil if it is in none.
  ///
  /// A name alone may also be that of a document in the standard output folder.
  package static func at(path: String) -> [StoredDocument]? {
    if !path.contains("/"), realPath(path) == nil,
      let root = Folder(root: standardLibrary), isLibrary(standardLibrary)
    {
      let found = named(path, in: root)
      return found.isEmpty ? nil : found
    }
    guard let real = realPath(path) else { return nil }
    var library = parentFolder(of: real)
    while library != "/", library != "." {
      if isLibrary(library), let root = Folder(root: library), let name = DocScanCore.path(real, below: library) {
        // A file is that of the document whose folder it is in.
        for place in [name] + foldersAbove(name).reversed() {
          let found = named(place, in: root)
          if !found.isEmpty { return found }
        }
        return nil
      }
      library = parentFolder(of: library)
    }
    return nil
  }
}

/// The edits of a document that its files lack: read when they are asked for first.
private final class UndeliveredEdits {
  private var found: EditFile??

  func edits(of document: StoredDocument) -> EditFile? {
    if let found { return found }
    let edits = document.edits
    found = .some(document.record.edits?.sha256 == edits.sha256 ? nil : edits)
    return found ?? nil
  }
}

/// A folder that somebody named for what a command writes.
package enum LibraryFolder {
  /// Opens it, and makes it where it isn't there; nil if that fails.
  package static func made(_ path: String) -> Folder? {
    do throws(BatchError) {
      try OutputFolder.makeFolder(path)
    } catch {
      return nil
    }
    return Folder(root: path)
  }
}
