// SPDX-License-Identifier: GPL-3.0-or-later

import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import FoundationEssentials
import Glibc

@testable import DocScanBatch
@testable import DocScanWatch

/// A real inbox and the feed that takes its files; a test says what becomes of the documents.
final class WatchedInbox {
  let folder: TemporaryFolder
  /// The names of files that a worker finds incomplete.
  var incomplete: Set<String> = []
  /// What somebody does between the moment when a document is taken and the moment when its files are opened.
  var beforeOpening: () throws -> Void = {}
  private let feed: InboxFeed
  private let told = Events()

  /// What the feed has told.
  private final class Events {
    var all: [BatchEvent] = []
  }

  /// `more` are further settings of `watch`, such as `"originals": "keep"`.
  init(_ more: String = "", group: String = "file") throws {
    folder = try TemporaryFolder()
    let places = WatchPlaces(
      inbox: try folder.makeFolder("in"), output: folder / "out", processed: folder / "done", failed: folder / "failed")
    let json = #"{"input": {"group": "\#(group)"}, "watch": {"settle": 0.1, "quiet": 0.1\#(more)}}"#
    feed = InboxFeed(
      places: places, pipeline: try Pipeline(json: Data(json.utf8), stages: [], writers: []),
      formats: builtInFormats, output: try OutputFolder(path: places.output), hangUp: SignalDescriptor(SIGUSR2),
      hooks: .init(onEvent: { [told] in told.all.append($0) }, reload: { _ in false }, looked: { _ in nil }))
  }

  /// Puts a complete PDF into the inbox; the same text makes the same content.
  func put(_ text: String, as name: String) throws {
    try folder.write("%PDF-1.4\n% \(text)\ntrailer\n%%EOF\n", to: "in/" + name)
  }

  /// The next document, once its file has come to rest; nil when none comes for a while.
  func next() throws -> InputDocument? {
    // A look that took long on a busy computer has the next one wait for longer.
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

  /// Says that a document is done.
  func finish(_ document: InputDocument, _ status: DocumentStatus = .complete) throws {
    let reason = status == .failed ? "The file is damaged." : nil
    try feed.finished(
      document,
      DocumentOutcome(
        name: document.name, source: document.source, status: status, pages: 1, failedPages: [], reason: reason,
        seconds: 0))
  }

  /// Whether a document's results are of use.
  func mayPublish(_ document: InputDocument) -> Bool { feed.mayPublish(document) }

  /// What stays in the inbox, and why.
  var ignored: [InboxTable.Finding] { feed.ignored }

  /// How many files and folders are still to be taken.
  var waiting: Int { feed.waiting }

  /// The sentences that a person is told.
  var notices: [String] {
    told.all.compactMap { if case .notice(let text) = $0 { text } else { nil } }
  }
}
