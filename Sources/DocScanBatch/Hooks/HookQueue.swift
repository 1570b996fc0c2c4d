// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanStore
internal import DocScanTranslation
internal import DocScanWriters
internal import FoundationEssentials

/// Sees to it that those who want to know of documents are told: one event after the other, on a thread of its own, and what a
/// server does not take again later, even in another run.
final class HookQueue {
  /// After so many refusals an event is given up: the server is there and does not want it.
  private static let mostRefusals = 24
  private static let pauses: ClosedRange<Double> = 1...3600

  /// How far one of those is who are told.
  private struct Channel {
    var task: (id: FileThread.TaskID, entry: HookStore.Entry)?
    /// Not before then is it tried again.
    var due = ContinuousClock.now
    var pause = pauses.lowerBound
    /// Events up to this one were refused in this round.
    var passed = 0
    /// Whether somebody was told that it does not work.
    var isTold = false
  }

  /// Nil where events are only noted, for a run that knows how to tell of them.
  private let hooks: Hooks?
  /// Where it is done; nil if events are only noted.
  let thread: FileThread?
  private let store: HookStore
  private let library: String
  private let onEvent: (BatchEvent) -> Void
  /// Who is told of what.
  private let subscriptions: [HookStore.Target: Set<HookSettings.Event>]
  private var channels: [HookStore.Target: Channel]

  init(_ hooks: Hooks?, in output: OutputFolder, onEvent: @escaping (BatchEvent) -> Void) throws(BatchError) {
    (self.hooks, library, self.onEvent) = (hooks, canonicalPath(output.path), onEvent)
    store = try writing(HookStore(in: output))
    guard let hooks else {
      (subscriptions, channels, thread) = (try writing(store.subscriptions), [:], nil)
      return
    }
    try writing(store.subscribe(hooks.targets, to: hooks.settings.events))
    subscriptions = Dictionary(uniqueKeysWithValues: hooks.targets.map { ($0, hooks.settings.events) })
    channels = Dictionary(uniqueKeysWithValues: hooks.targets.map { ($0, Channel()) })
    thread = try FileThread()
  }

  // MARK: Events

  /// Notes what is to be told of a built document, before it goes into place; `outcome` says what becomes of it.
  func intend(_ kind: HookSettings.Event, _ record: DocumentRecord, in folder: String) throws(BatchError) -> HookIntent
  {
    try intend(Self.events(kind, record, in: folder))
  }

  /// The same for events of documents that are built.
  func intend(_ events: [HookEvent]) throws(BatchError) -> HookIntent {
    for event in events { try add(event, isDue: false) }
    return HookIntent(events: events)
  }

  /// Notes what happened to a document that stays as it was.
  func report(_ kind: HookSettings.Event, _ record: DocumentRecord, in folder: String) throws(BatchError) {
    for event in Self.events(kind, record, in: folder) { try add(event, isDue: true) }
  }

  private func add(_ event: HookEvent, isDue: Bool) throws(BatchError) {
    for (target, kinds) in subscriptions where kinds.contains(event.kind) {
      try writing(store.add(event, for: target, isDue: isDue))
    }
  }

  /// The document of an intent is in place, or did not get there.
  func settle(_ intent: HookIntent, isInPlace: Bool) throws(BatchError) {
    try writing(isInPlace ? store.confirm(intent.events) : store.withdraw(intent.events))
  }

  /// The events of a document that is built in a folder: those of the documents that an input was divided into.
  static func events(_ kind: HookSettings.Event, _ record: DocumentRecord, in folder: String) -> [HookEvent] {
    guard let place = Folder(root: folder) else { return [] }
    guard let parts = record.parts else {
      return place.contents(record.fileName).map { [HookEvent(kind, document: record.name, record: $0)] } ?? []
    }
    return parts.compactMap { part in
      place.contents("\(part)/\(part).json").map { HookEvent(kind, document: "\(record.name)/\(part)", record: $0) }
    }
  }

  // MARK: Telling

  /// Begins with what is due.
  func look() throws(BatchError) {
    guard let hooks, let thread else { return }
    for target in hooks.targets {
      guard var channel = channels[target], channel.task == nil, channel.due <= .now else { continue }
      guard let entry = try writing(store.next(for: target, after: channel.passed)) else {
        // What was refused has another turn, after a while.
        if channel.passed > 0 {
          channel.passed = 0
          Self.wait(&channel)
          channels[target] = channel
        }
        continue
      }
      let id = thread.begin(.hook(entry.event, target, hooks, library: library))
      channel.task = (id, entry)
      channels[target] = channel
    }
  }

  /// What a task came to.
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
      try writing(store.remove(entry.number))
      (channel.pause, channel.isTold) = (Self.pauses.lowerBound, false)
    case .failed(let reason, let isRefused):
      try writing(store.noteAttempt(entry.number))
      if !channel.isTold {
        onEvent(.notice("The event \(entry.event.kind.rawValue) of \(entry.event.document) waits: \(reason)"))
      }
      channel.isTold = true
      if isRefused, entry.attempts + 1 >= Self.mostRefusals {
        onEvent(
          .notice("The event \(entry.event.id) of \(entry.event.document) was refused too often and is given up."))
        try writing(store.remove(entry.number))
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

  /// When to look again even if nothing happens; nil if nothing waits.
  var nextLook: ContinuousClock.Instant? {
    channels.values.filter { $0.task == nil }.map(\.due).filter { $0 > .now }.min()
  }

  /// Whether everybody was told, or has to be asked again later.
  func isQuiet() throws(BatchError) -> Bool {
    for (target, channel) in channels {
      if channel.task != nil { return false }
      if channel.due <= .now, try writing(store.next(for: target, after: channel.passed)) != nil { return false }
    }
    return true
  }

  /// What is left for a later run, as a whole sentence; nil if that is nothing.
  func leftOver() throws(BatchError) -> String? {
    var count = 0
    for target in channels.keys { count += try writing(store.count(for: target)) }
    guard count > 0 else { return nil }
    return
      "\(count == 1 ? "One event is" : "\(count) events are") still to be delivered. The next run or docscan watch does it."
  }
}
