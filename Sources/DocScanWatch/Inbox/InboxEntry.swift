// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import Glibc

/// A file or folder in the inbox, and the state of its checks.
struct InboxEntry {
  enum Phase: Hashable {
    /// The item may still change.
    case waiting
    case unverified
    case ready
    case processing
    /// The item is finished and stays in the inbox.
    case retained
    case rejected
  }

  var item: InboxScan.Item
  var phase = Phase.waiting
  /// Whether the user was notified that the item is rejected. Later changes don't repeat the notification.
  var isToldOf = false
  private(set) var lacksBytes = false
  var isToldToLack = false
  private(set) var since: ContinuousClock.Instant
  private(set) var due: ContinuousClock.Instant
  private(set) var refusal: String?
  static let noDocumentReason = "It is neither a PDF nor an image."
  static let incompleteReason =
    "It is empty, or its end is missing. docscan waits for the rest, then tries what is there."
  private let settings: WatchSettings
  private let formats: InputFormats

  init(_ item: InboxScan.Item, settings: WatchSettings, formats: InputFormats, now: ContinuousClock.Instant) {
    (self.item, self.settings, self.formats) = (item, settings, formats)
    since = now
    due = now
    change(to: item, now: now)
  }

  /// Records the current state of the item, and starts its waiting time again.
  mutating func change(to item: InboxScan.Item, now: ContinuousClock.Instant) {
    self.item = item
    (phase, refusal, lacksBytes) = (.waiting, nil, false)
    since = now
    due = now + .seconds(!item.isFolder ? settings.settle : item.isMarked ? 0 : settings.quiet)
  }

  /// Checks an item whose waiting time is over. Returns the reason if the item isn't a document, otherwise `nil`.
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
      // A writer may close the file without changing it, which isn't reported as a change.
      case .writer: wait(until: now + .seconds(max(settings.settle, 1)))
      }
      return nil
    }
    return nil
  }

  mutating func looked(isComplete: Bool) {
    if isComplete { phase = .ready } else { wait() }
  }

  /// Schedules the next check for `time`, but at the latest for the time limit of unfinished items. Without `time`, bytes are missing: only a change
  /// leads to an earlier check.
  private mutating func wait(until time: ContinuousClock.Instant? = nil) {
    let untilPatienceEnds = since + .seconds(settings.patience)
    (phase, lacksBytes) = (.waiting, time == nil)
    due = time.map { min($0, untilPatienceEnds) } ?? untilPatienceEnds
  }

  /// Returns the reason why a file isn't a document, or `nil` if it may be one.
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

  /// Schedules the next check of an e-invoice's XML, which moves with its document. If no document arrives in time, returns the reason for rejection.
  private mutating func examineInvoice(_ path: String, in inbox: Folder, now: ContinuousClock.Instant) -> String? {
    let folder = item.path.dropLast(fileName(item.path).count)
    let names = (folder.isEmpty ? inbox : inbox.folder(String(folder.dropLast())))?.entries()?.names ?? []
    if InvoiceBeside.document(of: path, among: names, below: inbox) != nil {
      // Checks again later, because an XML that arrives after its document was processed stays in the inbox.
      since = now
    } else if now >= since + .seconds(settings.patience) {
      return reject(InvoiceBeside.reason(alone: path))
    }
    due = since + .seconds(max(settings.patience, 1))
    return nil
  }

  private enum Obstacle { case missingBytes, writer }

  private func obstacle(to path: String, in inbox: Folder) -> Obstacle? {
    guard let file = InboxFile(path, in: inbox) else { return .missingBytes }
    if file.hasWriter { return .writer }
    return formats.format(of: file.prefix) == nil && formats.fitName(of: path) ? .missingBytes : nil
  }
}
