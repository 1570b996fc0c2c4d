// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// How far a run is.
struct ProgressState: Sendable {
  private struct DocumentBuild {
    var pages: Int
    var done = 0
    var failed = 0
  }

  private(set) var documents = 0
  private(set) var finishedDocuments = 0
  private(set) var pagesDone = 0
  /// Pages that failed, and documents that failed as a whole.
  private(set) var failures = 0
  /// The pages of the documents that have been opened.
  private(set) var pagesKnown = 0
  /// The document that had a page finished last.
  private(set) var currentDocument = ""

  private var open: [String: DocumentBuild] = [:]
  private var openedDocuments = 0
  /// Documents that were finished without being opened: unchanged ones, and those that could not be.
  private var skippedDocuments = 0
  private var rate = PageRate()

  /// Takes in what happened.
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
      finishedDocuments += 1
      if open.removeValue(forKey: outcome.name) == nil { skippedDocuments += 1 }
      if EventLines.failure(event) != nil { failures += 1 }
    case .notice, .measured, .finished: break
    }
    rate.record(pages: pagesDone, at: seconds)
  }

  /// A document that is opened again, to be done in another way, takes back what was counted for it.
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

  /// Documents whose pages are not counted yet.
  private var unopenedDocuments: Int { max(0, documents - openedDocuments - skippedDocuments) }

  /// The pages of all documents; those not opened yet count as much as the others on average.
  private var expectedPages: Double {
    guard openedDocuments > 0 else { return 0 }
    return Double(pagesKnown) * Double(openedDocuments + unopenedDocuments) / Double(openedDocuments)
  }

  /// The part that is done, 0 to 1.
  var fraction: Double {
    let pages = expectedPages
    if pages > 0 { return min(1, Double(pagesDone) / pages) }
    return documents > 0 ? Double(finishedDocuments) / Double(documents) : 0
  }

  /// Pages a second over the last minute; nil while there is too little to tell.
  func pagesPerSecond(at seconds: Double) -> Double? { rate.value(pages: pagesDone, at: seconds) }

  /// Seconds until everything is done; nil while there is too little to tell, and when no page is left.
  func secondsLeft(at seconds: Double) -> Double? {
    let pagesLeft = expectedPages - Double(pagesDone)
    guard pagesLeft > 0, let rate = pagesPerSecond(at: seconds) else { return nil }
    return pagesLeft / rate
  }

  /// What is done, such as `123/270 pages`, with a plus when more are to come; documents until there are pages.
  func count(separator: String) -> String {
    guard pagesKnown > 0 else { return "\(finishedDocuments)\(separator)\(counted(documents, "document"))" }
    guard unopenedDocuments == 0 else { return "\(pagesDone)\(separator)\(pagesKnown)+ pages" }
    return "\(pagesDone)\(separator)\(counted(pagesKnown, "page"))"
  }

  /// The part that is done in whole percent, 100 only when everything is.
  var percent: Int { Int(fraction * 100) }
}
