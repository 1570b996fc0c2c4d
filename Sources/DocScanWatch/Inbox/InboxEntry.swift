// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import Glibc

/// Something in the inbox, and what is known of it so far.
struct InboxEntry {
  /// How far it is.
  enum Phase: Hashable {
    /// It may still change.
    case waiting
    /// A worker is to look whether it is complete.
    case unverified
    /// It can be taken.
    case ready
    /// Its documents are being processed.
    case processing
    /// Its documents are done and it stays where it is.
    case retained
    /// It is not a document.
    case rejected
  }

  var item: InboxScan.Item
  var phase = Phase.waiting
  /// Whether a person was told that it is rejected; once is enough, however often it changes.
  var isToldOf = false
  /// Whether bytes seem to be missing, which it waits for; and whether a person was told.
  private(set) var lacksBytes = false
  var isToldToLack = false
  /// Since when it has been as it is.
  private(set) var since: ContinuousClock.Instant
  /// When to look at it again.
  private(set) var due: ContinuousClock.Instant
  /// Why it is rejected; nil while it is not.
  private(set) var refusal: String?
  static let noDocumentReason = "It is neither a PDF nor an image."
  private let settings: WatchSettings
  private let formats: InputFormats

  init(_ item: InboxScan.Item, settings: WatchSettings, formats: InputFormats, now: ContinuousClock.Instant) {
    (self.item, self.settings, self.formats) = (item, settings, formats)
    since = now
    due = now
    change(to: item, now: now)
  }

  /// It has changed, or its waiting time begins again.
  mutating func change(to item: InboxScan.Item, now: ContinuousClock.Instant) {
    self.item = item
    (phase, refusal, lacksBytes) = (.waiting, nil, false)
    since = now
    due = now + .seconds(!item.isFolder ? settings.settle : item.isMarked ? 0 : settings.quiet)
  }

  /// Checks whether it can be taken, once its time has come; gives the reason when it is not a document.
  mutating func examine(in inbox: Folder, now: ContinuousClock.Instant) -> String? {
    guard phase == .waiting, now >= due else { return nil }
    let path = "\(inbox.path)/\(item.path)"
    if !item.isFolder, InvoiceBeside.isXML(path, below: inbox) { return examineInvoice(path, in: inbox, now: now) }
    if now >= since + .seconds(settings.patience) {
      phase = .ready
      return item.isFolder ? nil : noDocument(in: inbox)
    }
    if let reason = item.isFolder ? nil : noDocument(in: inbox) { return reason }
    phase = .unverified
    for file in item.files {
      switch obstacle(to: file.path, in: inbox) {
      case nil: continue
      case .missingBytes: wait()
      // A writer may close the file without changing it.
      case .writer: wait(until: now + .seconds(max(settings.settle, 1)))
      }
      return nil
    }
    return nil
  }

  /// A worker has looked whether it is complete.
  mutating func looked(isComplete: Bool) {
    if isComplete { phase = .ready } else { wait() }
  }

  /// Bytes that are missing come with a change; without one it is taken when patience ends.
  private mutating func wait(until time: ContinuousClock.Instant? = nil) {
    let untilPatienceEnds = since + .seconds(settings.patience)
    (phase, lacksBytes) = (.waiting, time == nil)
    due = time.map { min($0, untilPatienceEnds) } ?? untilPatienceEnds
  }

  /// Why a file is not a document; nil if it may be one.
  private mutating func noDocument(in inbox: Folder) -> String? {
    guard !formats.fitName(of: item.path), let file = InboxFile(item.path, in: inbox),
      formats.format(of: file.prefix) == nil
    else { return nil }
    return reject(Self.noDocumentReason)
  }

  private mutating func reject(_ reason: String) -> String? {
    (phase, refusal) = (.rejected, reason)
    return reason
  }

  /// The XML of an e-invoice moves with its document. It may come first, but not be forgotten when none comes.
  private mutating func examineInvoice(_ path: String, in inbox: Folder, now: ContinuousClock.Instant) -> String? {
    let folder = item.path.dropLast(fileName(item.path).count)
    let names = (folder.isEmpty ? inbox : inbox.folder(String(folder.dropLast())))?.entries()?.names ?? []
    if InvoiceBeside.document(of: path, among: names, below: inbox) != nil {
      // It is looked at again: one that came too late for its document stays.
      since = now
    } else if now >= since + .seconds(settings.patience) {
      return reject(InvoiceBeside.reason(alone: path))
    }
    due = since + .seconds(max(settings.patience, 1))
    return nil
  }

  /// Why something cannot be taken yet.
  private enum Obstacle { case missingBytes, writer }

  private func obstacle(to path: String, in inbox: Folder) -> Obstacle? {
    guard let file = InboxFile(path, in: inbox) else { return .missingBytes }
    if file.hasWriter { return .writer }
    return formats.format(of: file.prefix) == nil && formats.fitName(of: path) ? .missingBytes : nil
  }
}
