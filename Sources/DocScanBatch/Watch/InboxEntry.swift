// SPDX-License-Identifier: GPL-3.0-or-later

internal import CLinux
internal import DocScanCore
internal import Glibc

/// Something in the inbox, and what is known of it so far.
struct InboxEntry {
  /// How far it is.
  enum Phase: Hashable {
    /// It may still change.
    case waiting
    /// It can be taken.
    case ripe
    /// Its documents are being processed.
    case inHand
    /// Its documents are done and it stays where it is.
    case kept
    /// It is not a document.
    case leftAlone
  }

  var item: InboxScan.Item
  var phase = Phase.waiting
  /// Whether a person was told that it is left alone; once is enough, however often it changes.
  var isToldOf = false
  /// Since when it has been as it is.
  private(set) var since: ContinuousClock.Instant
  /// When to look at it again.
  private(set) var due: ContinuousClock.Instant
  /// Why it is not taken yet, for a person; nil when it is too early to tell.
  private(set) var obstacle: String?
  /// Why it is left alone; nil while it is not.
  var refusal: String? { phase == .leftAlone ? Self.noDocumentReason : nil }
  static let noDocumentReason = "It is neither a PDF nor an image."
  private let settings: WatchSettings
  private let formats: InputFormats

  init(_ item: InboxScan.Item, settings: WatchSettings, formats: InputFormats, now: ContinuousClock.Instant) {
    self.item = item
    self.settings = settings
    self.formats = formats
    since = now
    due = now
    change(to: item, now: now)
  }

  /// It has changed, or its waiting time begins again.
  mutating func change(to item: InboxScan.Item, now: ContinuousClock.Instant) {
    self.item = item
    phase = .waiting
    since = now
    obstacle = nil
    due = now + .seconds(!item.isFolder ? settings.settle : item.isMarked ? 0 : settings.quiet)
  }

  /// Checks whether it can be taken, once its time has come; gives the reason when it is not a document.
  mutating func examine(in inbox: String, now: ContinuousClock.Instant) -> String? {
    guard phase == .waiting, now >= due else { return nil }
    if now >= since + .seconds(settings.patience) {
      phase = .ripe
      return item.isFolder ? nil : noDocument(in: inbox)
    }
    if let reason = item.isFolder ? nil : noDocument(in: inbox) { return reason }
    obstacle = nil
    for file in item.files {
      guard let found = obstacle(to: inbox + "/" + file.path) else { continue }
      obstacle = found.text
      // Bytes that are missing come with a change. A writer may close the file without one.
      let untilPatienceEnds = since + .seconds(settings.patience)
      due = found.isWriter ? min(now + .seconds(max(settings.settle, 1)), untilPatienceEnds) : untilPatienceEnds
      return nil
    }
    phase = .ripe
    return nil
  }

  /// Why a file is not a document; nil if it may be one.
  private mutating func noDocument(in inbox: String) -> String? {
    guard !formats.fitName(of: item.path), let file = FileBytesAtRest(path: inbox + "/" + item.path),
      formats.format(of: file.prefix) == nil
    else { return nil }
    phase = .leftAlone
    return refusal
  }

  private func obstacle(to path: String) -> (text: String, isWriter: Bool)? {
    guard let file = FileBytesAtRest(path: path) else { return ("It cannot be opened: \(errorText()).", false) }
    if file.hasWriter { return ("A program has it open for writing.", true) }
    guard let format = formats.format(of: file.prefix) else {
      return formats.fitName(of: path) ? ("Its beginning is missing.", false) : nil
    }
    return FileEnd(file, format: format).isThere ? nil : ("Its end is missing.", false)
  }
}
