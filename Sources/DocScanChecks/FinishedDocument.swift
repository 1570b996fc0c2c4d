// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import DocScanWire

/// A document to verify in an output folder.
struct FinishedDocument {
  /// The name in the output folder, or the file's own name without a record.
  var name: String
  var pdf: String
  var folder: String
  var record: DocumentRecord?

  init(pdf: String) {
    self.pdf = pdf
    folder = parentFolder(of: pdf)
    let file = fileName(pdf)
    let base = file.lowercased().hasSuffix(".pdf") ? String(file.dropLast(4)) : file
    record = Self.record(at: "\(folder)/\(base).json")
    name = record?.name ?? base
  }

  /// The documents found in output folders.
  struct Listing {
    var documents: [FinishedDocument] = []
    var withoutPDF = 0
    var foreign: [String] = []
  }

  static func list(_ folder: String, to listing: inout Listing) {
    var folders = [folder]
    while let next = folders.popLast() {
      let below = names(inFolder: next).filter { !$0.hasPrefix(".") }.map { "\(next)/\($0)" }
      // Links to folders aren't followed, because they could form a cycle.
      folders += below.filter { isFolder($0) }.reversed()
      var own: String?
      // The record of a divided input only lists its parts, which are in subfolders.
      if let record = record(at: "\(next)/\(folderName(next)).json"), record.parts == nil {
        let document = FinishedDocument(pdf: "\(next)/\(folderName(next)).pdf")
        let isThere = isRegularFile(document.pdf) && document.isResult(document.entry())
        // A failed document never had a PDF, even if its pages were prepared for one.
        if isThere || record.status != .failed && record.pages.contains(where: { $0.pdf != nil }) {
          listing.documents.append(document)
          own = document.pdf
        } else {
          listing.withoutPDF += 1
        }
      }
      listing.foreign += below.filter { $0 != own && $0.lowercased().hasSuffix(".pdf") && isRegularFile($0) }
    }
  }

  private static func folderName(_ folder: String) -> String {
    let name = fileName(folder)
    return name == "." || name == ".." ? realPath(folder).map(fileName) ?? name : name
  }

  private static func record(at path: String) -> DocumentRecord? {
    // A missing or damaged record is reported, because there is nothing to compare with.
    guard let record: DocumentRecord = readJSON(path), record.schema == DocumentRecord.schema else { return nil }
    return record
  }

  /// Returns whether a path leads to the PDF itself. A copy of the original must not count as its own original, which would prove nothing.
  private func isPDF(_ path: String) -> Bool {
    guard let first = fileStatus(path, followingLinks: true), let second = fileStatus(pdf, followingLinks: true) else {
      return false
    }
    return first.isSameFile(as: second)
  }

  func page(_ page: DocumentRecord.Page) -> RecognizedPage? {
    guard let file = page.file, !leadsElsewhere(file) else { return nil }
    return Folder(root: folder)?.contents(file).flatMap { decoded($0) }
  }

  /// Whether the PDF contains pages of the original, which can be compared.
  var hasOriginalPages: Bool {
    record?.pages.contains { $0.pdf?.content == .original || $0.pdf?.content == .overlay } ?? false
  }

  private var outputFolder: String? {
    guard let record else { return nil }
    let up = Array(repeating: "..", count: pathNames(record.name).count).joined(separator: "/")
    return "\(folder)/\(up)"
  }

  func entry() -> JournalEntry? {
    guard let record, let journal = outputFolder.flatMap({ Journal(reading: HiddenFolder.existing(in: $0)) }) else {
      return nil
    }
    // The parts in the folder of an input share an entry under the input's name.
    let part = !record.isInPile ? nil : fileName(record.name) + "/"
    let name = part.map { String(record.name.dropLast($0.count)) } ?? record.name
    do {
      guard var entry = try journal.document(named: name), entry.isOf(record) else { return nil }
      if let part {
        let files = entry.files.filter { $0.key.hasPrefix(part) }
        entry.files = Dictionary(uniqueKeysWithValues: files.map { (String($0.key.dropFirst(part.count)), $0.value) })
      }
      return entry
    } catch {
      return nil
    }
  }

  func changedFiles(since entry: JournalEntry) -> [Mismatch] {
    entry.files.sorted { $0.key < $1.key }.compactMap { name, artifact -> Mismatch? in
      guard let root = Folder(root: folder), root.identity(name) != nil else {
        return Mismatch(.file, expected: "the file \(name)", found: "none")
      }
      do throws(OutputError) {
        if try ResultFile(name, in: root).sha256 == artifact.sha256 { return nil }
        return Mismatch(.file, expected: "\(name) as it was written", found: "it changed since \(entry.finished)")
      } catch {
        return Mismatch(.file, expected: "\(name) as it was written", found: "that it cannot be read: \(error)")
      }
    }
  }

  /// Returns the path of the original, which is another file with the record's digest, or `nil` if it wasn't found.
  func original(_ entry: JournalEntry?) -> String? {
    guard let record, record.source.count == 1, let file = record.source.first, let root = outputFolder else {
      return nil
    }
    return OriginalPlaces(file: file, source: entry?.source, output: root).candidates.first {
      isRegularFile($0) && !isPDF($0) && isOriginal($0)
    }
  }

  /// Returns whether docscan created the PDF, according to its record and the journal.
  func isResult(_ entry: JournalEntry?) -> Bool {
    guard let record else { return false }
    if let files = record.files ?? entry?.files { return files[fileName(pdf)] != nil }
    // A signed original that was kept has the original's bytes and no recorded pages.
    return fileName(pdf) == fileName(record.name) + ".pdf"
      && (record.pages.contains { $0.pdf != nil } || isOriginal(pdf))
  }

  func isOriginal(_ path: String) -> Bool {
    guard let file = OpenFile(path: path, followingLinks: true), file.identity != nil else { return false }
    do {
      return try ContentDigest.sha256(file, named: path) == record?.sha256
    } catch {
      return false
    }
  }
}
