// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore

/// The progress of a run, computed from its events.
struct ProgressState: Sendable {
  private struct DocumentBuild {
    var pages: Int
    var done = 0
    var failed = 0
  }

  private(set) var documents = 0
  private(set) var finishedDocuments = 0
  private(set) var pagesDone = 0
  private(set) var failures = 0
  private(set) var pagesKnown = 0
  private(set) var currentDocument = ""

  private var open: [String: DocumentBuild] = [:]
  private var openedDocuments = 0
  /// The number of documents that finished without being opened, because they were unchanged or unreadable.
  private var skippedDocuments = 0
  private var lastSource: String?
  private var rate = PageRate()

  mutating func record(_ event: BatchEvent, at seconds: Double) {
    switch event {
    case .started(let documents, _): self.documents = documents
    case .documentOpened(let name, let pages): beginDocument(name, pages: pages)
    case .pageFinished(let document, _, let status, _):
      currentDocument = document
      pagesDone += 1
      open[document]?.done += 1
      if status == .failed {
        failures += 1
        open[document]?.failed += 1
      }
    case .documentNamed(let name, let other):
      open[other] = open.removeValue(forKey: name)
      currentDocument = other
    case .pageRetried(let document, _, _): currentDocument = document
    case .documentFinished(let outcome):
      let wasOpen = open.removeValue(forKey: outcome.name) != nil
      // The documents of a divided input finish together, and count as one.
      if outcome.source != lastSource {
        finishedDocuments += 1
        if !wasOpen, ![.complete, .partial].contains(outcome.status) { skippedDocuments += 1 }
      }
      lastSource = outcome.source
      if EventLines.failure(event) != nil { failures += 1 }
    case .notice, .measured, .finished: break
    }
    rate.record(pages: pagesDone, at: seconds)
  }

  /// Records a document that was opened. If it is opened again to be processed differently, its earlier counts are removed.
  private mutating func beginDocument(_ name: String, pages: Int) {
    if let earlier = open[name] {
      pagesKnown -= earlier.pages
      pagesDone -= earlier.done
      failures -= earlier.failed
    } else {
      openedDocuments += 1
    }
    open[name] = DocumentBuild(pages: pages)
    pagesKnown += pages
    currentDocument = name
  }

  private var unopenedDocuments: Int { max(0, documents - openedDocuments - skippedDocuments) }

  /// The estimated number of pages in all documents, assuming the average for those that haven't been opened.
  private var expectedPages: Double {
    guard openedDocuments > 0 else { return 0 }
    return Double(pagesKnown) * Double(openedDocuments + unopenedDocuments) / Double(openedDocuments)
  }

  /// The fraction done, from 0 to 1.
  var fraction: Double {
    let pages = expectedPages
    if pages > 0 { return min(1, Double(pagesDone) / pages) }
    return documents > 0 ? Double(finishedDocuments) / Double(documents) : 0
  }

  func pagesPerSecond(at seconds: Double) -> Double? { rate.value(pages: pagesDone, at: seconds) }

  /// Returns the estimated number of seconds until the end, or `nil` if unknown or if no page is left.
  func secondsLeft(at seconds: Double) -> Double? {
    let pagesLeft = expectedPages - Double(pagesDone)
    guard pagesLeft > 0, let rate = pagesPerSecond(at: seconds) else { return nil }
    return pagesLeft / rate
  }

  /// Returns the count, such as `123/270 pages`, with a plus sign if more will follow. Counts documents until the first one is opened.
  func count(separator: String) -> String {
    guard pagesKnown > 0 else { return "\(finishedDocuments)\(separator)\(counted(documents, "document"))" }
    guard unopenedDocuments == 0 else { return "\(pagesDone)\(separator)\(pagesKnown)+ pages" }
    return "\(pagesDone)\(separator)\(counted(pagesKnown, "page"))"
  }

  /// The fraction done as a whole percentage, which is 100 only at the end.
  var percent: Int { Int(fraction * 100) }
}
