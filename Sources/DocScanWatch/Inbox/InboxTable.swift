// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore

/// The state of all items in the inbox, as of the last scan.
struct InboxTable {
  typealias Finding = ServiceState.Ignored.File

  private var table: [PathKey: InboxEntry] = [:]
  /// Refused and unfinished files: the time they were first seen, and whether they have been reported.
  private var others: [PathKey: (since: ContinuousClock.Instant, isTold: Bool, reason: String)] = [:]
  private let settings: WatchSettings
  private let formats: InputFormats
  private(set) var unverified: [InboxScan.Item] = []
  /// The paths of items that can be taken, in the order in which they became ready.
  private var readyPaths: ArraySlice<String> = []
  private(set) var nextDue: ContinuousClock.Instant?

  init(settings: WatchSettings, formats: InputFormats) {
    (self.settings, self.formats) = (settings, formats)
  }

  var ready: Int { readyPaths.count }

  /// The number of items that can be taken, or may become ready.
  var waiting: Int { table.values.count { [.waiting, .unverified, .ready].contains($0.phase) } }

  var ignored: [Finding] {
    let known = table.values.compactMap { entry in
      let isHeld = entry.phase == .waiting && entry.lacksBytes
      return (entry.refusal ?? (isHeld ? InboxEntry.incompleteReason : nil)).map {
        Finding(path: entry.item.path, reason: $0)
      }
    }
    return known + others.filter(\.value.isTold).map { Finding(path: $0.key.path, reason: $0.value.reason) }
  }

  /// Updates the table from a scan, and returns newly rejected items.
  mutating func update(_ scan: InboxScan, now: ContinuousClock.Instant) -> [Finding] {
    var told: [Finding] = []
    var seen: Set<PathKey> = []
    for item in scan.items {
      seen.insert(PathKey(item.path))
      var entry = table[PathKey(item.path)] ?? InboxEntry(item, settings: settings, formats: formats, now: now)
      if entry.item != item, entry.phase != .processing { entry.change(to: item, now: now) }
      let before = entry.phase
      if let root = scan.root, let reason = entry.examine(in: root, now: now), !entry.isToldOf {
        entry.isToldOf = true
        told.append(Finding(path: item.path, reason: reason))
      }
      if entry.phase == .ready, before != .ready { readyPaths.append(item.path) }
      if entry.phase == .unverified, before != .unverified { unverified.append(item) }
      table[PathKey(item.path)] = entry
    }
    table = table.filter { seen.contains($0.key) || $0.value.phase == .processing }
    told += updateOthers(scan, now: now)
    nextDue = nil
    for entry in table.values where entry.phase == .waiting { nextDue = min(nextDue ?? entry.due, entry.due) }
    return told
  }

  /// Returns refused files, and files whose names have looked unfinished for a long time, once each.
  private mutating func updateOthers(_ scan: InboxScan, now: ContinuousClock.Instant) -> [Finding] {
    var told: [Finding] = []
    let unfinished = scan.unfinished.map { path in
      (path, InboxScan.unfinishedReason, settings.patience)
    }
    var next: [PathKey: (since: ContinuousClock.Instant, isTold: Bool, reason: String)] = [:]
    for (path, reason, seconds) in scan.refused.map({ ($0.key.path, $0.value, 0.0) }) + unfinished {
      var entry = others[PathKey(path)] ?? (now, false, reason)
      if !entry.isTold, now >= entry.since + .seconds(seconds) {
        entry.isTold = true
        told.append(Finding(path: path, reason: reason))
      }
      next[PathKey(path)] = entry
    }
    others = next
    return told.sorted { PathKey($0.path) < PathKey($1.path) }
  }

  mutating func takeIncomplete() -> [String] {
    let paths = table.filter { $0.value.phase == .waiting && $0.value.lacksBytes && !$0.value.isToldToLack }.keys
      .sorted()
    for path in paths { table[path]?.isToldToLack = true }
    return paths.map(\.path)
  }

  mutating func takeUnverified() -> [InboxScan.Item] {
    defer { unverified = [] }
    return unverified.filter { isUnverified($0) }
  }

  /// Handles a worker's check; `isComplete` is `nil` if the worker didn't check the item.
  mutating func looked(at item: InboxScan.Item, isComplete: Bool?) {
    guard isUnverified(item) else { return }
    guard let isComplete else { return unverified.append(item) }
    table[PathKey(item.path)]?.looked(isComplete: isComplete)
    if isComplete {
      readyPaths.append(item.path)
    } else if let due = table[PathKey(item.path)]?.due {
      nextDue = min(nextDue ?? due, due)
    }
  }

  private func isUnverified(_ item: InboxScan.Item) -> Bool {
    table[PathKey(item.path)].map { $0.phase == .unverified && $0.item == item } ?? false
  }

  /// Returns the next item to process, or `nil` if none is ready. If an item has changed, its waiting time starts again.
  mutating func takeNext(of scan: InboxScan, now: ContinuousClock.Instant) -> InboxScan.Item? {
    while let path = readyPaths.popFirst() {
      guard let entry = table[PathKey(path)], entry.phase == .ready else { continue }
      guard let current = scan.again(entry.item) else {
        table[PathKey(path)] = nil
        continue
      }
      guard current == entry.item else {
        giveBack(current, now: now)
        continue
      }
      table[PathKey(path)]?.phase = .processing
      return current
    }
    return nil
  }

  mutating func giveBack(_ item: InboxScan.Item, now: ContinuousClock.Instant) {
    table[PathKey(item.path)]?.change(to: item, now: now)
    nextDue = now
  }

  mutating func remove(_ item: InboxScan.Item) { table[PathKey(item.path)] = nil }

  mutating func retain(_ item: InboxScan.Item) { table[PathKey(item.path)]?.phase = .retained }
}
