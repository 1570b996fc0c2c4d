// SPDX-License-Identifier: GPL-3.0-or-later

/// The events of a run, in order, for progress displays.
public enum BatchEvent: Hashable, Sendable {
  /// The number of documents is known, and none has been opened yet.
  case started(documents: Int, workers: Int)
  /// The pages of a document were counted. This many will be processed.
  case documentOpened(name: String, pages: Int)
  /// A document was renamed by its content after its pages were read.
  case documentNamed(name: String, as: String)
  /// A page has its final status. For a failed page, `message` contains the reason.
  case pageFinished(document: String, page: Int, status: PageStatus, message: String?)
  /// A worker process ended unexpectedly and was replaced. The page is tried again.
  case pageRetried(document: String, page: Int, message: String)
  /// The results of a document were published, or the document failed.
  case documentFinished(DocumentOutcome)
  /// A message for the user, in full sentences.
  case notice(String)
  /// A measurement for statistics, such as the duration of a stage.
  case measured(BatchMeasurement)
  /// The run has ended, and all results are written.
  case finished(BatchReport)
}

/// The measurements during a run.
public enum BatchMeasurement: Hashable, Sendable {
  /// The time that a worker spent in a stage of a page.
  case stage(String, seconds: Double)
  /// The failure of a page or document.
  case failure(PageFailure.Kind)
  /// The size of a document that was opened, in bytes.
  case bytes(Int)
}

/// The outcome of a document.
public struct DocumentOutcome: Codable, Hashable, Sendable {
  /// The name of the document in the output folder.
  public var name: String
  /// The path of the input file or folder.
  public var source: String
  /// The status of the document.
  public var status: DocumentStatus
  /// The number of pages that were processed.
  public var pages: Int
  /// The numbers of the pages that failed.
  public var failedPages: [Int]
  /// The numbers of the blank pages.
  public var blankPages: [Int]
  /// The numbers of the pages that should be photographed or scanned again.
  public var poorPages: [Int]
  /// The numbers of the pages that aren't blank but have no text, or `nil` if there are none.
  public var noTextPages: [Int]?
  /// The numbers of the pages with unreliable text (grade F), or `nil` if there are none.
  public var untrustedPages: [Int]?
  package var grades: [String: Int]?
  /// The number of pages per BCP 47 language tag, or `nil` if the `languages` stage didn't run.
  public var languages: [String: Int]?
  package var expected: DocumentExpectedErrors?
  /// The reason why the document failed or was skipped; otherwise `nil`.
  public var reason: String?
  /// The reason why an earlier result was kept despite different settings, or `nil` if it wasn't.
  package var kept: String?
  /// The reason why the document has the name of its input despite a naming template, or `nil` if the template was used.
  package var unnamed: String?
  /// Remarks about the results for the user, in full sentences.
  public var notes: [String]
  package var seconds: Double
  package var workSeconds: Double?
  /// For an input that was split, the outcomes of its documents, which replace this outcome in reports and events; otherwise `nil`.
  public var parts: [DocumentOutcome]?

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

  package func pageCount(asBadAs grade: ExpectedErrors.Grade) -> Int {
    ExpectedErrors.Grade.allCases.filter { $0.isAsBad(as: grade) }.reduce(0) { $0 + (grades?[$1.rawValue] ?? 0) }
  }

  package mutating func note(noTextPages pages: [Int]) { noTextPages = pages.isEmpty ? nil : pages }

  package mutating func note(grades pages: [(number: Int, grade: ExpectedErrors.Grade)]) {
    let untrusted = pages.filter { $0.grade == .f }.map(\.number)
    untrustedPages = untrusted.isEmpty ? nil : untrusted
    let counts = Dictionary(pages.map { ($0.grade.rawValue, 1) }, uniquingKeysWith: +)
    grades = counts.isEmpty ? nil : counts
  }

  package mutating func note(languages tags: [String]) {
    languages = tags.isEmpty ? nil : Dictionary(tags.map { ($0, 1) }, uniquingKeysWith: +)
  }
}

/// The status of a document.
public enum DocumentStatus: String, Codable, CaseIterable, Sendable {
  /// Every page has a result.
  case complete
  /// Some pages failed; the others have results.
  case partial
  /// There is no result.
  case failed
  /// A complete result already existed.
  case unchanged
  /// The file isn't a document.
  case ignored
}

extension DocumentOutcome {
  package init(_ status: DocumentStatus, name: String = "", source: String, reason: String) {
    self.init(name: name, source: source, status: status, pages: 0, failedPages: [], reason: reason, seconds: 0)
  }
}
