// SPDX-License-Identifier: GPL-3.0-or-later

/// What happens during a run, in order, for whoever shows its progress.
public enum BatchEvent: Hashable, Sendable {
  /// The documents are known; none is open yet.
  case started(documents: Int, workers: Int)
  /// A document's pages are counted; this many will be processed.
  case documentOpened(name: String, pages: Int)
  /// A document whose pages are read got another name, by what it says.
  case documentNamed(name: String, as: String)
  /// A page has its final outcome; `message` says why it failed.
  case pageFinished(document: String, page: Int, status: PageStatus, message: String?)
  /// A worker process ended unexpectedly and another takes its place; the page is tried again.
  case pageRetried(document: String, page: Int, message: String)
  /// A document's directory is in place, or the document failed as a whole.
  case documentFinished(DocumentOutcome)
  /// Something that a person should know, in whole sentences.
  case notice(String)
  /// Something was measured, for whoever adds it up.
  case measured(BatchMeasurement)
  /// Everything is written.
  case finished(BatchReport)
}

/// What is measured while a run goes on.
public enum BatchMeasurement: Hashable, Sendable {
  /// A stage of a page took so many seconds of a worker.
  case stage(String, seconds: Double)
  /// A page, or a document, failed for this reason.
  case failure(PageFailure.Kind)
  /// A document of so many bytes was opened.
  case bytes(Int)
}

/// What became of a document.
public struct DocumentOutcome: Codable, Hashable, Sendable {
  /// The name in the output directory.
  public var name: String
  /// The input file or folder.
  public var source: String
  /// Whether all of its pages have a result.
  public var status: DocumentStatus
  /// The number of pages that were processed.
  public var pages: Int
  /// The numbers of the pages that failed.
  public var failedPages: [Int]
  /// The numbers of the pages with nothing on them.
  public var blankPages: [Int]
  /// The numbers of the pages that are better photographed or scanned again.
  public var poorPages: [Int]
  /// The numbers of the pages with something on them on which no text was found; nil if there are none.
  public var noTextPages: [Int]?
  /// The numbers of the pages whose text cannot be trusted: those of grade F; nil if there are none.
  public var untrustedPages: [Int]?
  /// How many pages have each grade, by its letter, even of a document that was left as it is; nil if none has one.
  package var grades: [String: Int]?
  /// How many pages are in each language, as BCP 47 names it; nil when the pipeline did not look.
  public var languages: [String: Int]?
  /// How wrong its text is likely to be; nil if nothing was recognized.
  package var expected: DocumentExpectedErrors?
  /// Why the whole document failed or was skipped; nil otherwise.
  public var reason: String?
  /// Why the result of an earlier run was kept, although this run's settings differ; nil if it was not.
  package var kept: String?
  /// Why it kept the name of its input, although documents are named by what they say; nil if it did not.
  package var unnamed: String?
  /// What a person should know of the results, in whole sentences.
  public var notes: [String]
  /// From opening the document to its last write.
  package var seconds: Double
  /// How long workers had something of it to do, in seconds; nil if they had nothing to do.
  package var workSeconds: Double?
  /// Of an input that separators divided, the documents; nil for a document. Reports and events have these in its place.
  public var parts: [DocumentOutcome]?

  /// How a document ended.
  package init(
    name: String, source: String, status: DocumentStatus, pages: Int, failedPages: [Int], blankPages: [Int] = [],
    poorPages: [Int] = [], expected: DocumentExpectedErrors? = nil, reason: String?, notes: [String] = [],
    seconds: Double
  ) {
    (self.expected, self.notes, self.blankPages) = (expected, notes, blankPages)
    (self.poorPages, self.name, self.source, self.status) = (poorPages, name, source, status)
    (self.pages, self.failedPages, self.reason) = (pages, failedPages, reason)
    self.seconds = seconds
  }

  /// How many pages have a grade, or a worse one.
  package func pageCount(asBadAs grade: ExpectedErrors.Grade) -> Int {
    ExpectedErrors.Grade.allCases.filter { $0.isAsBad(as: grade) }.reduce(0) { $0 + (grades?[$1.rawValue] ?? 0) }
  }

  /// Takes the numbers of the pages on which no text was found.
  package mutating func note(noTextPages pages: [Int]) { noTextPages = pages.isEmpty ? nil : pages }

  /// Takes the grades of pages, by their numbers.
  package mutating func note(grades pages: [(number: Int, grade: ExpectedErrors.Grade)]) {
    let untrusted = pages.filter { $0.grade == .f }.map(\.number)
    untrustedPages = untrusted.isEmpty ? nil : untrusted
    let counts = Dictionary(pages.map { ($0.grade.rawValue, 1) }, uniquingKeysWith: +)
    grades = counts.isEmpty ? nil : counts
  }

  /// Takes the languages of pages.
  package mutating func note(languages tags: [String]) {
    languages = tags.isEmpty ? nil : Dictionary(tags.map { ($0, 1) }, uniquingKeysWith: +)
  }
}

/// The outcome of a document.
public enum DocumentStatus: String, Codable, CaseIterable, Sendable {
  /// Every page has its result.
  case complete
  /// Some pages failed; the others have their results.
  case partial
  /// There is no result.
  case failed
  /// A complete result was there already.
  case unchanged
  /// A file in a folder that is not a document.
  case ignored
}
