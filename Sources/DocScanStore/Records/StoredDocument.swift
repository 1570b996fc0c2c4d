// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
package import DocScanFiles
internal import FoundationEssentials
package import Glibc

/// A published document in an output folder.
package struct StoredDocument {
  /// The library, and the path of the document's folder in it.
  package let root: Folder
  package let place: String
  package let record: DocumentRecord
  /// The document's name in the journal. For a part, this is the name of its input.
  package let entry: String
  /// A value that changes with the record or any page file.
  package let stamp: String
  /// A value that changes with the record, which a run writes together with all other files.
  package let recordStamp: String

  package var folder: String { place.isEmpty ? root.path : "\(root.path)/\(place)" }
  package var files: Folder? { root.folder(place) }
  /// The edits, including those made while the pages belonged to another document.
  package var edits: EditFile {
    EditFile(place, ofPile: record.pile, in: root).following(files: record.source, sha256: record.sha256)
  }
  package var ownEdits: EditFile { EditFile(named: place, in: root) }

  /// The edits, if the document's files lack any of them, or `nil` if the files are up to date. Read only once.
  package var undeliveredEdits: EditFile? { undelivered.edits(of: self) }

  private let undelivered = UndeliveredEdits()

  /// Passes all documents below an output folder to `body`, in natural order of their folders, without following links, and with `withInputs` also
  /// divided inputs, before their parts. `isWanted` decides by folder and `recordStamp` whether to read a record, which takes most of the time.
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

  /// Passes all documents below a folder that the user named to `body`, or none if it doesn't exist.
  package static func all(
    in library: String, where isWanted: (String, String) throws(BatchError) -> Bool = { _, _ in true },
    _ body: (StoredDocument) throws(BatchError) -> Void
  ) throws(BatchError) {
    if let root = Folder(root: library) { try all(in: root, where: isWanted, body) }
  }

  /// Returns the document or divided input in a folder, or `nil` if there is none.
  package static func placed(_ name: String, in root: Folder) -> StoredDocument? {
    DocumentRecord(named: name, in: root).map { StoredDocument(root: root, place: name, record: $0, entry: name) }
  }

  /// Returns the document with a name in the journal, or its parts, or empty if it no longer exists.
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

  /// Returns the document with a name, or all documents of a divided input in order, including those with names of their own.
  package static func all(from name: String, in root: Folder) -> [StoredDocument] {
    let filed = placed(name, in: root)?.filedParts ?? []
    guard !filed.isEmpty else { return named(name, in: root) }
    return (named(name, in: root) + filed).sorted { $0.record.part?.number ?? 0 < $1.record.part?.number ?? 0 }
  }

  /// The documents of a divided input that have names of their own and still exist.
  package var filedParts: [StoredDocument] {
    (record.filed ?? []).compactMap { filed in
      StoredDocument.placed(filed.name, in: root).flatMap { document in
        document.record.part?.input == record.name && document.record.part?.pages == filed.pages
          && document.record.sha256 == record.sha256 ? document : nil
      }
    }
  }

  /// Returns the document with a name, which may be a part of an input, or `nil` if it no longer exists.
  package static func exactly(_ name: String, in library: Folder) -> StoredDocument? {
    let above = foldersAbove(name).last.map { named($0, in: library) } ?? []
    return (named(name, in: library) + above).first { $0.record.name == name }
  }

  package static func isLibrary(_ folder: String) -> Bool { isFolder(folder + "/.docscan") }

  /// Opens an output folder that the user named. Throws if docscan hasn't written to it.
  package static func library(_ path: String) throws(BatchError) -> Folder {
    guard isLibrary(path), let root = Folder(root: path) else { throw .noInput(advice(about: path)) }
    return root
  }

  /// Returns advice for a user who named a folder that isn't an output folder.
  package static func advice(about folder: String) -> String {
    "\(folder == "." ? "This folder" : folder) is not a docscan output folder. Results are in \(OutputSettings.defaultDirectory), "
      + "or in the folder given with -o: name that folder. If there are none yet, docscan FILE creates them."
  }

  package static var standardLibrary: String {
    isLibrary(OutputSettings.defaultDirectory) ? OutputSettings.defaultDirectory : "."
  }

  /// Returns the path of a document's file with an extension, relative to the library.
  package static func path(_ ending: String, at place: String, of library: Folder) -> String {
    // The library may be a document's own folder, if the user named that.
    place.isEmpty ? "\(fileName(library.path))\(ending)" : "\(place)/\(fileName(place))\(ending)"
  }

  /// Returns the stamp of the record in a folder, or `nil` if there is none.
  package static func recordStamp(at place: String, in library: Folder) -> String? {
    library.status(path(".json", at: place, of: library)).map(stamp)
  }

  /// Returns a value that changes when a file is replaced or written.
  package static func stamp(_ status: stat) -> String {
    "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
  }

  /// Finds the document at a relative path in a library, or returns `nil` if there is none. `entry` is its name in the journal.
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

  /// Returns a page with all edits of its text, even if its file lacks them. Returns `nil` if the file isn't readable or doesn't contain `key`.
  package func page(_ page: DocumentRecord.Page, mentioning key: String? = nil) -> RecognizedPage? {
    storedPage(page, mentioning: key).map { undeliveredEdits?.applied(to: $0) ?? $0 }
  }

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

  /// Returns whether the JSON of a page contains a key. The search is fast, because a page has hundreds of kilobytes, and few pages contain the key.
  private static func mentions(_ json: [UInt8], _ key: String) -> Bool {
    let text = Array("\"\(key)\"".utf8)
    return unsafe linux_contains(json, json.count, text, text.count) == 1
  }
}

extension StoredDocument {
  /// Returns the document, or its parts, for the path of a folder or file in any output folder. Returns `nil` if there is none. A path without a
  /// slash can also be a document's name in the default output folder.
  package static func at(path: String) -> [StoredDocument]? {
    if !path.contains("/"), realPath(path) == nil,
      let root = Folder(root: standardLibrary), isLibrary(standardLibrary)
    {
      let found = all(from: path, in: root)
      return found.isEmpty ? nil : found
    }
    guard let real = realPath(path) else { return nil }
    var library = parentFolder(of: real)
    while library != "/", library != "." {
      if isLibrary(library), let root = Folder(root: library), let name = DocScanFiles.path(real, below: library) {
        // A file belongs to the document whose folder contains it.
        for place in [name] + foldersAbove(name).reversed() {
          let found = all(from: place, in: root)
          if !found.isEmpty { return found }
        }
        return nil
      }
      library = parentFolder(of: library)
    }
    return nil
  }
}

/// A lazily computed value: the edits that a document's files lack.
private final class UndeliveredEdits {
  private var found: EditFile??

  func edits(of document: StoredDocument) -> EditFile? {
    if let found { return found }
    let edits = document.edits
    found = .some(document.record.edits?.sha256 == edits.sha256 ? nil : edits)
    return found ?? nil
  }
}

/// A folder that the user named for a command's output.
package enum LibraryFolder {
  /// Opens or creates the folder. Returns `nil` if that fails.
  package static func made(_ path: String) -> Folder? {
    do throws(BatchError) {
      try OutputFolder.makeFolder(path)
    } catch {
      return nil
    }
    return Folder(root: path)
  }
}
