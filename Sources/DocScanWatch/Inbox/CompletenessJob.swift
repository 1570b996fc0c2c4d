// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanFiles
internal import DocScanInput
internal import DocScanStore
internal import DocScanWire
internal import DocScanWorkers

/// A job that asks workers whether files in an inbox are complete, a batch of files per request.
final class CompletenessJob: Job {
  /// A placeholder that only names the inbox's files, because their documents aren't known yet.
  let document: ScheduledDocument
  let isWatched = true
  private let items: [InboxScan.Item]
  private let inbox: Folder
  private let feed: InboxFeed
  /// The paths that haven't been sent to a worker yet.
  private var rest: ArraySlice<String>
  private var asked: [(path: String, file: InboxFile)] = []
  private var incomplete: Set<PathKey> = []

  init(_ items: [InboxScan.Item], in inbox: Folder, for feed: InboxFeed) {
    (self.items, self.inbox, self.feed) = (items, inbox, feed)
    rest = items.flatMap { $0.files.map(\.path) }[...]
    document = ScheduledDocument(
      of: InputDocument(name: "", source: inbox.path, identity: inbox.path, paths: rest.map { inbox.path + "/" + $0 }))
  }

  func request() -> CompletenessRequest? {
    repeat {
      // Files that have disappeared are skipped; the next scan of the inbox handles them.
      asked = rest.prefix(Frame.mostFiles).compactMap { path in
        InboxFile(path, in: inbox).map { (path, $0) }
      }
      rest = rest.dropFirst(Frame.mostFiles)
    } while asked.isEmpty && !rest.isEmpty
    guard !asked.isEmpty else {
      finish()
      return nil
    }
    return CompletenessRequest(fileNames: asked.map { fileName($0.path) })
  }

  func files() -> [OpenFile] { asked.map(\.file.file) }

  func accept(_ reply: CompletenessRequest.Reply, scratch: String) -> JobVerdict {
    guard reply.incomplete.allSatisfy(asked.indices.contains) else { return .invalid("the end of another file") }
    incomplete.formUnion(reply.incomplete.map { PathKey(asked[$0].path) })
    guard rest.isEmpty else { return .unfinished }
    finish()
    return .finished
  }

  /// Counts files that crashed a worker as complete, so that processing them reports the error.
  func failed(_ failure: JobFailure) { finish() }

  private func finish() {
    let left = Set(rest.map(PathKey.init))
    let states = items.map { item in
      let isComplete = item.files.allSatisfy { !incomplete.contains(PathKey($0.path)) }
      // Items that weren't sent are checked again later.
      return (item, isComplete && item.files.first.map { left.contains(PathKey($0.path)) } ?? false ? nil : isComplete)
    }
    feed.looked(at: states)
  }
}
