// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
package import DocScanCore
internal import FoundationEssentials
internal import Glibc

/// A document in an output folder, for those who read the results of all of them.
package struct LibraryDocument {
  /// The document's folder.
  package let folder: String
  package let record: DocumentRecord
  /// The name by which the journal knows it: for a part that of its input, otherwise its own.
  package let entry: String
  /// What changes whenever one of its records or pages does.
  package let stamp: String
  /// What changes whenever its record does, which a run writes with all that belongs to it.
  package let recordStamp: String

  /// The documents below an output folder, in natural order of their folders; links to folders are not followed.
  ///
  /// The record of an input that was divided only names its parts, which have records of their own. `isWanted` gets a
  /// document's folder and `recordStamp` before the record is read, which is most of the work.
  package static func all(
    in library: String, where isWanted: (String, String) throws(BatchError) -> Bool = { _, _ in true },
    _ body: (LibraryDocument) throws(BatchError) -> Void
  ) throws(BatchError) {
    var folders = [library]
    var inputs: [String: String] = [:]
    while let next = folders.popLast() {
      let below = names(inFolder: next).filter { !$0.hasPrefix(".") }.map { "\(next)/\($0)" }
      folders += below.filter { isFolder($0) }.reversed()
      guard let stamp = recordStamp(inFolder: next), try isWanted(next, stamp),
        let record = DocumentRecord(inFolder: next)
      else { continue }
      if let parts = record.parts {
        for part in parts { inputs["\(next)/\(part)"] = record.name }
      } else {
        try body(LibraryDocument(folder: next, record: record, entry: inputs.removeValue(forKey: next) ?? record.name))
      }
    }
  }

  /// The document that the journal knows by a name, or its parts; none where it is gone.
  package static func named(_ name: String, in library: String) -> [LibraryDocument] {
    let folder = "\(library)/\(name)"
    guard !leadsElsewhere(name), let record = DocumentRecord(inFolder: folder) else { return [] }
    guard let parts = record.parts else { return [LibraryDocument(folder: folder, record: record, entry: name)] }
    return parts.compactMap { part in
      DocumentRecord(inFolder: "\(folder)/\(fileName(part))").map {
        LibraryDocument(folder: "\(folder)/\(fileName(part))", record: $0, entry: name)
      }
    }
  }

  /// The document whose record has a name, which may be a part of an input; nil where it is gone.
  package static func exactly(_ name: String, in library: String) -> LibraryDocument? {
    let above = foldersAbove(name).last.map { named($0, in: library) } ?? []
    return (named(name, in: library) + above).first { $0.record.name == name }
  }

  /// Whether docscan has written to a folder.
  package static func isLibrary(_ folder: String) -> Bool { isFolder(folder + "/.docscan", followingLinks: true) }

  /// What to tell somebody who names a folder that docscan has not written to, in whole sentences.
  package static func advice(about folder: String) -> String {
    "\(folder == "." ? "This folder" : folder) is not a docscan output folder. Results are in \(OutputSettings.defaultDirectory), "
      + "or where -o said: name that folder. If there are none yet, docscan FILE makes them."
  }

  /// Where somebody looks who names no folder.
  package static var standardLibrary: String {
    isLibrary(OutputSettings.defaultDirectory) ? OutputSettings.defaultDirectory : "."
  }

  /// The stamp of the record in a folder; nil where there is none.
  package static func recordStamp(inFolder folder: String) -> String? {
    fileStatus("\(folder)/\(fileName(folder)).json").map { status in
      "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }
  }

  private init(folder: String, record: DocumentRecord, entry: String) {
    (self.folder, self.record, self.entry) = (folder, record, entry)
    recordStamp = Self.recordStamp(inFolder: folder) ?? ""
    let files = [record.fileName] + record.pages.compactMap(\.file)
    var (count, size, times) = (0, 0, UInt64(0))
    for case let status? in files.map({ fileStatus("\(folder)/\($0)") }) {
      count += 1
      size &+= Int(status.st_size)
      times =
        times &* 31 &+ UInt64(bitPattern: Int64(status.st_mtim.tv_sec)) &* 1_000_000_000
        &+ UInt64(bitPattern: Int64(status.st_mtim.tv_nsec))
    }
    stamp = "\(count) \(size) \(times)"
  }

  /// A page of the document, if its file mentions a key; nil also where it has no file, or that cannot be read.
  package func page(_ page: DocumentRecord.Page, mentioning key: String? = nil) -> RecognizedPage? {
    guard let file = page.file, !leadsElsewhere(file),
      let json = FileManager.default.contents(atPath: "\(folder)/\(file)"),
      key.map({ Self.mentions(json, $0) }) ?? true
    else { return nil }
    do {
      return try JSONDecoder().decode(RecognizedPage.self, from: json)
    } catch {
      return nil
    }
  }

  /// Pages have hundreds of kilobytes, and few of them what is looked for.
  private static func mentions(_ json: Data, _ key: String) -> Bool {
    let text = Array("\"\(key)\"".utf8)
    return unsafe json.withUnsafeBytes { unsafe linux_contains($0.baseAddress, $0.count, text, text.count) } == 1
  }
}
