// SPDX-License-Identifier: GPL-3.0-or-later
// Support: an inbox whose documents the test finishes.

import DocScanCore
import DocScanFixtures
import DocScanInput
import DocScanNative
import DocScanStore
import DocScanWire
import FoundationEssentials
import Glibc

@testable import DocScanBatch
@testable import DocScanWatch

/// A real inbox and the feed that takes its files; the test reports the documents' outcomes.
final class WatchedInbox {
  let folder: TemporaryFolder
  /// The names of files that a worker considers incomplete.
  var incomplete: Set<String> = []
  /// Runs between accepting a document and opening its files.
  var beforeOpening: () throws -> Void = {}
  private let feed: InboxFeed
  private let told = Events()

  /// The feed's events.
  private final class Events {
    var all: [BatchEvent] = []
  }

  /// Creates an empty inbox. `more` contains further settings of `watch`, such as `"originals": "keep"`.
  init(_ more: String = "", group: String = "file") throws {
    folder = try TemporaryFolder()
    let places = WatchPlaces(
      inbox: try folder.makeFolder("in"), output: folder / "out", processed: folder / "done", failed: folder / "failed")
    let json = #"{"input": {"group": "\#(group)"}, "watch": {"settle": 0.1, "quiet": 0.1\#(more)}}"#
    feed = InboxFeed(
      places: places, pipeline: try Pipeline(json: Data(json.utf8), stages: [], writers: []),
      formats: builtInFormats, output: try OutputFolder(path: places.output), hangUp: SignalDescriptor(),
      hooks: .init(onEvent: { [told] in told.all.append($0) }, reload: { _ in false }, looked: { _ in nil }))
  }

  /// Puts a complete PDF into the inbox; equal text makes equal content.
  func put(_ text: String, as name: String) throws {
    try folder.write("%PDF-1.4\n% \(text)\ntrailer\n%%EOF\n", to: "in/" + name)
  }

  /// Returns the next document once its file has settled, or `nil` if none arrives for a while.
  func next() throws -> InputDocument? {
    // A slow look on a busy computer delays the next one.
    for look in 0..<400 where look < 40 || feed.nextLook.map({ $0 < .now + .seconds(5) }) ?? false {
      try feed.look()
      if let job = feed.nextJob() as? CompletenessJob, let request = job.request() {
        let missing = request.fileNames.indices.filter { incomplete.contains(request.fileNames[$0]) }
        _ = job.accept(.init(incomplete: missing), scratch: "")
      }
      if var document = feed.next() {
        try beforeOpening()
        document.files = try document.paths.map { (path) throws(PageFailure) in
          try SourceFile(path: path, below: document.root)
        }
        let digest = try ContentDigest.digest(files: document.files)
        if let settled = try feed.settle(document, digest: digest) { return settled }
      } else {
        usleep(25_000)
      }
    }
    return nil
  }

  /// Reports that a document is done.
  func finish(_ document: InputDocument, _ status: DocumentStatus = .complete) throws {
    let reason = status == .failed ? "The file is damaged." : nil
    try feed.finished(
      document,
      DocumentOutcome(
        name: document.name, source: document.source, status: status, pages: 1, failedPages: [], reason: reason,
        seconds: 0))
  }

  /// Returns whether a document's results may be published.
  func mayPublish(_ document: InputDocument) -> Bool { feed.mayPublish(document) }

  /// The files that stay in the inbox, and the reasons.
  var ignored: [InboxTable.Finding] { feed.ignored }

  /// The number of files and folders that haven't been taken.
  var waiting: Int { feed.waiting }

  /// The messages to the user.
  var notices: [String] {
    told.all.compactMap { if case .notice(let text) = $0 { text } else { nil } }
  }
}
