// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanStore
internal import DocScanWorkers

/// Looks whether what lies in an inbox is complete, some files at a time.
final class CompletenessJob: Job {
  /// Only a name for what is looked at: nothing is known of its documents yet.
  let document: ScheduledDocument
  let isWatched = true
  private let items: [InboxScan.Item]
  private let inbox: Folder
  private let feed: InboxFeed
  /// The paths of the files that are still to be asked for.
  private var rest: ArraySlice<String>
  /// The files of the last request.
  private var asked: [(path: String, file: InboxFile)] = []
  private var incomplete: Set<String> = []

  init(_ items: [InboxScan.Item], in inbox: Folder, for feed: InboxFeed) {
    (self.items, self.inbox, self.feed) = (items, inbox, feed)
    rest = items.flatMap { $0.files.map(\.path) }[...]
    document = ScheduledDocument(
      of: InputDocument(name: "", source: inbox.path, identity: inbox.path, paths: rest.map { inbox.path + "/" + $0 }))
  }

  func request() -> CompletenessRequest? {
    repeat {
      // A file that is gone again is as good as complete: a look at the inbox will find out.
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
    incomplete.formUnion(reply.incomplete.map { asked[$0].path })
    guard rest.isEmpty else { return .unfinished }
    finish()
    return .finished
  }

  /// What a worker did not survive counts as complete: whoever processes it will say what is wrong with it.
  func failed(_ failure: JobFailure) { finish() }

  private func finish() {
    let left = Set(rest)
    let states = items.map { item in
      let isComplete = item.files.allSatisfy { !incomplete.contains($0.path) }
      // What was not asked for has its turn again.
      return (item, isComplete && item.files.first.map { left.contains($0.path) } ?? false ? nil : isComplete)
    }
    feed.looked(at: states)
  }
}
