// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import Glibc

/// The handling of originals after their documents are finished.
struct OriginalStorage {
  /// The location of an original after it was handled.
  enum Place {
    case stays
    case gone
    /// The original is in the folder of processed originals, at this path. The user should check it, because a page has no recognized text.
    case setAside(path: String)
  }

  let places: WatchPlaces
  let originals: WatchSettings.Originals
  let output: OutputFolder
  let formats: InputFormats

  /// Moves or deletes an original according to its outcome, whose results are already on disk.
  func putAway(_ item: InboxItem) throws(OutputError) -> Place {
    let failures = item.results.flatMap { (result) -> [DocumentOutcome] in result.outcome.parts ?? [result.outcome] }
      .filter { $0.status == .failed || $0.status == .partial }
    guard failures.isEmpty else {
      let folder = try OriginalsFolder(places.failed, of: item.inbox)
      let name = folder.freeName(for: item.item.path)
      let reason = FailureReason(name: name, source: item.item.path, outcomes: failures, output: output, places: places)
      // The reason is written first, so that every original in this folder has one. The JSON identifies the text file's original.
      try folder.write(reason.json(), to: name + FailureReason.jsonEnding)
      try folder.write(Array(reason.text.utf8), to: name + FailureReason.textEnding)
      _ = try folder.put(item.item.path, from: item.inbox, as: name)
      try putAwayInvoice(of: item, in: folder)
      return .gone
    }
    let silent = pagesWithoutText(item)
    switch originals {
    case .keep: return .stays
    case .delete where silent.isEmpty:
      try delete(item)
      // The XML is the legal invoice, and results lack some of its data.
      if item.invoice != nil { try putAwayInvoice(of: item, in: OriginalsFolder(places.processed, of: item.inbox)) }
      return .gone
    // An original without recognized text is never deleted.
    case .delete, .move:
      let folder = try OriginalsFolder(places.processed, of: item.inbox)
      let name = folder.freeName(for: item.item.path)
      let lines =
        item.results.filter(\.isDuplicate).map(\.outcome).map {
          FailureReason.printable("\($0.reason ?? "") The results are in \(output.path)/\($0.name).") + "\n"
        } + silent
      if !lines.isEmpty { try folder.write(Array(lines.joined().utf8), to: name + OriginalsFolder.noteEnding) }
      let place = try folder.put(item.item.path, from: item.inbox, as: name)
      try takeBack(item, place, from: folder.folder)
      try putAwayInvoice(of: item, in: folder)
      return silent.isEmpty ? .gone : .setAside(path: places.processed + "/" + place)
    }
  }

  private func putAwayInvoice(of item: InboxItem, in folder: OriginalsFolder) throws(OutputError) {
    guard let invoice = item.invoice, item.inbox.identity(invoice) != nil else { return }
    _ = try folder.put(invoice, from: item.inbox, as: folder.freeName(for: invoice))
  }

  /// Returns a line for each document with pages without text. Reads the records, because a restarted service doesn't remember its documents.
  private func pagesWithoutText(_ item: InboxItem) -> [String] {
    item.results.flatMap { result in
      StoredDocument.all(from: result.outcome.name, in: output.root).map(\.record)
    }.compactMap { record in
      noTextSentence(pages: record.noTextPages).map {
        FailureReason.printable("\(record.name): \($0). The results are in \(output.path)/\(record.name).") + "\n"
      }
    }
  }

  /// Moves an original back if a process began to write to it while it was moved, so that the new content is processed.
  private func takeBack(_ taken: InboxItem, _ name: String, from folder: Folder) throws(OutputError) {
    guard taken.item.isFolder ? hasOtherFiles(name, folder, taken) : hasOtherBytes(name, folder, taken) else { return }
    _ = try OriginalsFolder(taken.inbox).put(name, from: folder, as: taken.item.path)
  }

  private func hasOtherBytes(_ name: String, _ folder: Folder, _ taken: InboxItem) -> Bool {
    guard let version = folder.identity(name), let before = taken.item.files.first?.version else { return false }
    return !version.hasSameBytes(as: before) || hasNewWriter(name, folder, taken)
  }

  private func hasOtherFiles(_ name: String, _ folder: Folder, _ taken: InboxItem) -> Bool {
    let files = InboxScan(folder.folder(name), places, group: .file, formats: formats).items.flatMap(\.files)
    let before = Dictionary(uniqueKeysWithValues: taken.item.files.map { ($0.path, $0.version) })
    return files.count != before.count
      || !files.allSatisfy { before[taken.item.path + "/" + $0.path]?.hasSameBytes(as: $0.version) ?? false }
  }

  private func hasNewWriter(_ name: String, _ folder: Folder, _ taken: InboxItem) -> Bool {
    !taken.hadWriter && InboxFile(name, in: folder)?.hasWriter ?? false
  }

  /// Deletes the files that were taken, and then their folder and its marker if nothing else is left.
  private func delete(_ taken: InboxItem) throws(OutputError) {
    let item = taken.item
    for file in item.files where taken.inbox.identity(file.path) == file.version {
      let isOther =
        item.isFolder && !formats.fitName(of: file.path) && formats.format(of: file.path, in: taken.inbox) == nil
      if isOther || hasNewWriter(file.path, taken.inbox, taken) { continue }
      guard taken.inbox.remove(file.path) || errno == ENOENT else {
        throw OutputError(operation: "remove", path: places.inbox + "/" + file.path, code: errno)
      }
    }
    guard item.isFolder else { return }
    let folders = Set(item.files.flatMap { foldersAbove($0.path) }).filter { $0.hasPrefix(item.path) }
    for folder in folders.sorted(by: >) {
      for hidden in [InboxName.marker, ReceivedPages.fileName] { _ = taken.inbox.remove(folder + "/" + hidden) }
      _ = taken.inbox.removeFolder(folder)
    }
  }
}
