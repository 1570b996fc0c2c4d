// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanHTTP
internal import DocScanHooks
internal import DocScanStore
internal import FoundationEssentials

/// A queue that delivers events to hooks on a background thread, one at a time. Failed deliveries are retried, even in a later run.
final class HookQueue {
  /// The number of attempts after which a refused event is dropped. A server that refuses an event is available, but doesn't accept it.
  private static let mostRefusals = 24
  /// The range of the pause between failed attempts, in seconds. The pause doubles with each attempt.
  private static let pauses: ClosedRange<Double> = 1...3600

  private struct Channel {
    var task: (id: FileThread.TaskID, entry: HookStore.Entry)?
    /// The earliest time of the next attempt.
    var due = ContinuousClock.now
    var pause = pauses.lowerBound
    /// The number of the last event that was refused in this round.
    var passed = 0
    var isTold = false
  }

  /// The hooks, or `nil` if this process only records events for a later run.
  private let hooks: Hooks?
  /// The thread for deliveries, or `nil` if events are only recorded.
  let thread: FileThread?
  private let store: HookStore
  private let library: String
  private let onEvent: (BatchEvent) -> Void
  private let subscriptions: [HookStore.Target: Set<HookSettings.Event>]
  /// The documents whose corrections were pending when the folder's first hooks began. Somebody else may have made these corrections.
  private var untold: Set<String> = []
  private var channels: [HookStore.Target: Channel]

  /// Creates the queue of a run, which delivers to all targets but those in `others`.
  init(
    _ hooks: Hooks?, in output: OutputFolder, leaving others: Set<HookStore.Target> = [],
    onEvent: @escaping (BatchEvent) -> Void
  ) throws(BatchError) {
    (self.hooks, library, self.onEvent) = (hooks, canonicalPath(output.path), onEvent)
    store = try HookStore(of: output.root, isWriter: true)
    guard let hooks else {
      (subscriptions, channels, thread) = (try writing(store.subscriptions), [:], nil)
      return
    }
    if try !writing(store.subscribe(hooks.targets, to: hooks.settings.events)) {
      untold = Set(WaitingDecisions(library: output.root).entries)
    }
    subscriptions = Dictionary(uniqueKeysWithValues: hooks.targets.map { ($0, hooks.settings.events) })
    channels = Self.channels(hooks.targets.filter { !others.contains($0) })
    thread = try FileThread()
  }

  /// Creates a queue that only delivers the webhooks that runs have recorded for a folder of results.
  init(webhooksOf hooks: Hooks, in library: Folder, onEvent: @escaping (BatchEvent) -> Void) throws(BatchError) {
    (self.hooks, self.library, self.onEvent) = (hooks, canonicalPath(library.path), onEvent)
    store = try HookStore(of: library, isWriter: false)
    (subscriptions, channels) = ([:], Self.channels([.webhook]))
    thread = try FileThread()
  }

  private static func channels(_ targets: [HookStore.Target]) -> [HookStore.Target: Channel] {
    Dictionary(uniqueKeysWithValues: targets.map { ($0, Channel()) })
  }

  // MARK: Events

  func intend(_ kind: HookSettings.Event, _ record: DocumentRecord, in folder: String) throws(BatchError) -> HookIntent
  {
    try intend(Self.events(kind, record, in: folder))
  }

  /// Records events of corrections in a document, which may have had another name.
  func intend(_ events: [HookEvent], correcting name: String? = nil) throws(BatchError) -> HookIntent {
    let isTold = name.map { !untold.contains($0) } ?? true
    for event in events where isTold { try add(event, isDue: false) }
    return HookIntent(events: events, earlierName: name)
  }

  /// Records events of a document that isn't published.
  func report(_ kind: HookSettings.Event, _ record: DocumentRecord, in folder: String) throws(BatchError) {
    for event in Self.events(kind, record, in: folder) { try add(event, isDue: true, isInPlace: false) }
  }

  private func add(_ event: HookEvent, isDue: Bool, isInPlace: Bool = true) throws(BatchError) {
    for (target, kinds) in subscriptions where kinds.contains(event.kind) {
      try writing(store.add(event, for: target, isDue: isDue, isInPlace: isInPlace))
    }
  }

  /// Confirms or withdraws events after an attempt to publish their document.
  func settle(_ intent: HookIntent, isInPlace: Bool) throws(BatchError) {
    try writing(isInPlace ? store.confirm(intent) : store.withdraw(intent))
  }

  /// Returns the events of a document that was built in a folder. A divided input yields one event for each part.
  static func events(_ kind: HookSettings.Event, _ record: DocumentRecord, in folder: String) -> [HookEvent] {
    guard let place = Folder(root: folder) else { return [] }
    guard let parts = record.parts else {
      return place.contents(record.fileName).map { [HookEvent(kind, document: record.name, record: $0)] } ?? []
    }
    return parts.compactMap { part in
      place.contents("\(part)/\(part).json").map { HookEvent(kind, document: "\(record.name)/\(part)", record: $0) }
    }
  }

  // MARK: Delivery

  func look() throws(BatchError) {
    guard let hooks, let thread else { return }
    for target in hooks.targets {
      guard var channel = channels[target], channel.task == nil, channel.due <= .now else { continue }
      guard let (entry, event) = try next(for: target, after: channel.passed) else {
        // Refused events are retried after a pause.
        if channel.passed > 0 {
          channel.passed = 0
          Self.wait(&channel)
          channels[target] = channel
        }
        continue
      }
      let id = thread.begin(.hook(event, target, hooks, library: library))
      channel.task = (id, entry)
      channels[target] = channel
    }
  }

  /// Returns the next event, and drops those whose document another program removed or changed.
  private func next(
    for target: HookStore.Target, after number: Int
  ) throws(BatchError) -> (HookStore.Entry, HookEvent)? {
    while let entry = try writing(store.next(for: target, after: number)) {
      if let event = entry.event { return (entry, event) }
      onEvent(
        .notice(
          "The event \(entry.kind.rawValue) of \(entry.document) is dropped: the document's JSON is gone, or another "
            + "program changed it."))
      try writing(store.remove(entry))
    }
    return nil
  }

  func finished(_ task: FileThread.TaskID, _ outcome: Hooks.Outcome) throws(BatchError) {
    guard let (target, found) = channels.first(where: { $0.value.task?.id == task }), let entry = found.task?.entry
    else {
      return
    }
    var channel = found
    channel.task = nil
    switch outcome {
    case .delivered(let words):
      if let words { onEvent(.notice(words)) }
      try writing(store.remove(entry))
      (channel.pause, channel.isTold) = (Self.pauses.lowerBound, false)
    case .failed(let reason, let isRefused):
      try writing(store.noteAttempt(entry.number))
      if !channel.isTold {
        onEvent(.notice("The event \(entry.kind.rawValue) of \(entry.document) is delayed: \(reason)"))
      }
      channel.isTold = true
      if isRefused, entry.attempts + 1 >= Self.mostRefusals {
        onEvent(
          .notice("The event \(entry.kind.rawValue) of \(entry.document) was refused too often and is dropped."))
        try writing(store.remove(entry))
      } else if isRefused {
        channel.passed = entry.number
      } else {
        Self.wait(&channel)
      }
    case .stopped: break
    }
    channels[target] = channel
  }

  private static func wait(_ channel: inout Channel) {
    channel.due = .now + .seconds(channel.pause)
    channel.pause = min(channel.pause * 2, pauses.upperBound)
  }

  var nextLook: ContinuousClock.Instant? {
    channels.values.filter { $0.task == nil }.map(\.due).filter { $0 > .now }.min()
  }

  func isQuiet() throws(BatchError) -> Bool {
    for (target, channel) in channels {
      if channel.task != nil { return false }
      if channel.due <= .now, try writing(store.count(for: target, after: channel.passed)) > 0 { return false }
    }
    return true
  }

  /// Returns a sentence about events that are left for a later run, or `nil` if there are none.
  func leftOver() throws(BatchError) -> String? {
    var count = 0
    for target in channels.keys { count += try writing(store.count(for: target)) }
    guard count > 0 else { return nil }
    return
      "\(count == 1 ? "One event was" : "\(count) events were") not delivered. The next run, docscan watch, or docscan deliver tries again."
  }
}
