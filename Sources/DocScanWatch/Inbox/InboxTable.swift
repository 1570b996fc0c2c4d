// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore

/// The table of what lies in the inbox. It holds what the last look saw, and nothing else.
struct InboxTable {
  typealias Finding = ServiceState.Ignored.File

  private var table: [String: InboxEntry] = [:]
  /// Refused and unfinished files, since when they are there, and whether they have been reported.
  private var others: [String: (since: ContinuousClock.Instant, isTold: Bool, reason: String)] = [:]
  private let settings: WatchSettings
  private let formats: InputFormats
  /// What a worker is to look at, in the order in which it will be taken.
  private(set) var unverified: [InboxScan.Item] = []
  /// The paths of what can be taken, in the order in which they became so.
  private var readyPaths: ArraySlice<String> = []
  /// When something has its time to be looked at; nil for never.
  private(set) var nextDue: ContinuousClock.Instant?

  init(settings: WatchSettings, formats: InputFormats) {
    (self.settings, self.formats) = (settings, formats)
  }

  /// How much can be taken now.
  var ready: Int { readyPaths.count }

  /// What is to be taken, or may still become so.
  var waiting: Int { table.values.count { [.waiting, .unverified, .ready].contains($0.phase) } }

  /// What stays in the inbox, and why.
  var ignored: [Finding] {
    let known = table.values.compactMap { entry in
      entry.refusal.map { Finding(path: entry.item.path, reason: $0) }
    }
    return known + others.filter(\.value.isTold).map { Finding(path: $0.key, reason: $0.value.reason) }
  }

  /// Takes in what a look has seen; tells what is new and will not be taken.
  mutating func update(_ scan: InboxScan, now: ContinuousClock.Instant) -> [Finding] {
    var told: [Finding] = []
    var seen: Set<String> = []
    for item in scan.items {
      seen.insert(item.path)
      var entry = table[item.path] ?? InboxEntry(item, settings: settings, formats: formats, now: now)
      if entry.item != item, entry.phase != .processing { entry.change(to: item, now: now) }
      let before = entry.phase
      if let root = scan.root, let reason = entry.examine(in: root, now: now), !entry.isToldOf {
        entry.isToldOf = true
        told.append(Finding(path: item.path, reason: reason))
      }
      if entry.phase == .ready, before != .ready { readyPaths.append(item.path) }
      if entry.phase == .unverified, before != .unverified { unverified.append(item) }
      table[item.path] = entry
    }
    table = table.filter { seen.contains($0.key) || $0.value.phase == .processing }
    told += updateOthers(scan, now: now)
    nextDue = nil
    for entry in table.values where entry.phase == .waiting { nextDue = min(nextDue ?? entry.due, entry.due) }
    return told
  }

  /// Tells once of what is refused, and of unfinished files that have been there for long.
  private mutating func updateOthers(_ scan: InboxScan, now: ContinuousClock.Instant) -> [Finding] {
    var told: [Finding] = []
    let unfinished = scan.unfinished.map { path in
      (path, InboxScan.unfinishedReason, settings.patience)
    }
    var next: [String: (since: ContinuousClock.Instant, isTold: Bool, reason: String)] = [:]
    for (path, reason, seconds) in scan.refused.map({ ($0.key, $0.value, 0.0) }) + unfinished {
      var entry = others[path] ?? (now, false, reason)
      if !entry.isTold, now >= entry.since + .seconds(seconds) {
        entry.isTold = true
        told.append(Finding(path: path, reason: reason))
      }
      next[path] = entry
    }
    others = next
    return told.sorted { $0.path < $1.path }
  }

  /// The paths of what seems to be incomplete, and was not told of.
  mutating func takeIncomplete() -> [String] {
    let paths = table.filter { $0.value.phase == .waiting && $0.value.lacksBytes && !$0.value.isToldToLack }.keys
      .sorted()
    for path in paths { table[path]?.isToldToLack = true }
    return paths
  }

  /// What a worker is to look at, which it does from now on.
  mutating func takeUnverified() -> [InboxScan.Item] {
    defer { unverified = [] }
    return unverified.filter { isUnverified($0) }
  }

  /// A worker has looked whether an item is complete, nil if it did not come to that.
  mutating func looked(at item: InboxScan.Item, isComplete: Bool?) {
    guard isUnverified(item) else { return }
    guard let isComplete else { return unverified.append(item) }
    table[item.path]?.looked(isComplete: isComplete)
    if isComplete {
      readyPaths.append(item.path)
    } else if let due = table[item.path]?.due {
      nextDue = min(nextDue ?? due, due)
    }
  }

  private func isUnverified(_ item: InboxScan.Item) -> Bool {
    table[item.path].map { $0.phase == .unverified && $0.item == item } ?? false
  }

  /// Takes the next that can be taken; what is no longer as it was has its time again.
  mutating func takeNext(of scan: InboxScan, now: ContinuousClock.Instant) -> InboxScan.Item? {
    while let path = readyPaths.popFirst() {
      guard let entry = table[path], entry.phase == .ready else { continue }
      guard let current = scan.again(entry.item) else {
        table[path] = nil
        continue
      }
      guard current == entry.item else {
        giveBack(current, now: now)
        continue
      }
      table[path]?.phase = .processing
      return current
    }
    return nil
  }

  /// An item was changed while it was processed: it has its time again.
  mutating func giveBack(_ item: InboxScan.Item, now: ContinuousClock.Instant) {
    table[item.path]?.change(to: item, now: now)
    nextDue = now
  }

  /// An item is put away, or gone.
  mutating func remove(_ item: InboxScan.Item) { table[item.path] = nil }

  /// An item is done and stays.
  mutating func retain(_ item: InboxScan.Item) { table[item.path]?.phase = .retained }
}
