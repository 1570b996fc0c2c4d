// SPDX-License-Identifier: GPL-3.0-or-later

/// The report of the last run: the content of `report.json`, schema `docscan-report/1`.
public struct BatchReport: Codable, Hashable, Sendable {
  package static let schema = "docscan-report/1"

  package var schema = Self.schema
  package var pipeline: String
  package var started: String
  /// The duration of the run, in seconds.
  public var seconds: Double
  package var workers: Int
  package var confinement: Confinement
  /// Whether the run was interrupted.
  public var interrupted: Bool
  /// The totals over all documents.
  public var totals: Totals
  /// The outcome of every input, in the order of the inputs.
  public var documents: [DocumentOutcome]
  /// The pages to review first, or `nil` if they weren't requested.
  package var review: Review?
  package var translationEnded: String?
  package var unmatchedOverrides: [String]
  package var megapixels: Double
  package var stageSeconds: [String: Double]
  package var versions: [String: String]

  /// Totals over all documents.
  public struct Totals: Codable, Hashable, Sendable {
    /// The number of documents with a result for every page.
    public var complete = 0
    /// The number of documents with failed pages.
    public var partial = 0
    /// The number of documents that failed as a whole.
    public var failed = 0
    /// The number of documents that already had a complete result for the same input and settings.
    public var unchanged = 0
    package var kept = 0
    package var ignored = 0
    /// The number of processed pages.
    public var pages = 0
    /// The number of failed pages.
    public var failedPages = 0
    /// The number of blank pages.
    public var blankPages = 0
    /// The number of pages that aren't blank but have no text. Pages of unchanged documents count, too.
    public var noTextPages = 0
    /// The number of pages that should be photographed or scanned again.
    public var poorPages = 0

    package init() {}

    package mutating func count(_ outcome: DocumentOutcome) {
      switch outcome.status {
      case .complete: complete += 1
      case .partial: partial += 1
      case .failed: failed += 1
      case .unchanged:
        unchanged += 1
        kept += outcome.kept == nil ? 0 : 1
      case .ignored: ignored += 1
      }
      pages += outcome.pages
      failedPages += outcome.failedPages.count
      blankPages += outcome.blankPages.count
      noTextPages += outcome.noTextPages?.count ?? 0
      poorPages += outcome.poorPages.count
    }
  }

  /// Returns the number of pages with a grade or a worse one, including those of unchanged documents.
  package func pageCount(asBadAs grade: ExpectedErrors.Grade) -> Int {
    documents.reduce(0) { $0 + $1.pageCount(asBadAs: grade) }
  }

  package init(
    pipeline: String, started: String, seconds: Double, workers: Int, confinement: Confinement, interrupted: Bool,
    totals: Totals, documents: [DocumentOutcome], review: Review? = nil, translationEnded: String? = nil,
    unmatchedOverrides: [String] = [],
    megapixels: Double = 0, stageSeconds: [String: Double], versions: [String: String]
  ) {
    (self.review, self.unmatchedOverrides) = (review, unmatchedOverrides)
    self.translationEnded = translationEnded
    self.megapixels = megapixels.rounded(toPlaces: 3)
    (self.pipeline, self.started, self.seconds) = (pipeline, started, seconds)
    (self.workers, self.confinement, self.interrupted) = (workers, confinement, interrupted)
    (self.totals, self.documents, self.stageSeconds) = (totals, documents, stageSeconds)
    self.versions = versions
  }
}

/// The sandbox that a worker process enters before it reads any document data.
public struct Confinement: Codable, Hashable, Sendable {
  /// The version of Landlock that restricts file access, or `nil` without Landlock.
  public var landlock: Int?
  /// Whether seccomp blocks unneeded system calls.
  public var seccomp: Bool
  /// The restrictions that the kernel doesn't support or refused, each as part of a sentence.
  public var missing: [String]

  package init(landlock: Int? = nil, seccomp: Bool = false, missing: [String] = []) {
    (self.landlock, self.seccomp, self.missing) = (landlock, seccomp, missing)
  }

  /// The active restrictions, such as `Landlock version 7, seccomp`.
  package var summary: String {
    let parts = [landlock.map { "Landlock version \($0)" }, seccomp ? "seccomp" : nil].compactMap(\.self)
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

/// The name and version of a recognition engine other than Tesseract.
package struct EngineIdentity: Codable, Hashable, Sendable, CustomStringConvertible {
  package var name: String
  package var version: String

  package init(name: String, version: String) { (self.name, self.version) = (name, version) }

  package var description: String { "\(name) \(version)" }
}

extension JSONSchema {
  package static let report = root(
    "report", title: "docscan report (\(BatchReport.schema))",
    object(
      "The report of the last run.",
      [
        "schema": constant(BatchReport.schema),
        "pipeline": value("string", "The pipeline's name."),
        "started": value("string", "The start of the run, in UTC.").adding(["format": "date-time"]),
        "seconds": seconds("The duration of the run, in seconds."),
        "workers": integer("The number of worker processes.", from: 1),
        "confinement": object(
          "The sandbox of the processes that read documents.",
          [
            "landlock?": integer(
              "The version of Landlock that restricted file access. Absent without Landlock.", from: 1),
            "seccomp": value("boolean", "Whether seccomp blocked unneeded system calls."),
            "missing": list(of: value("string"), "The restrictions that the kernel doesn't support or refused."),
          ]),
        "interrupted": value("boolean", "Whether the run was interrupted."),
        "totals": object("Totals over all documents.", totals),
        "documents": list(
          of: object(
            "",
            [
              "name": value("string", "The name in the output folder. Empty for an ignored file."),
              "source": value("string", "The input file or folder."),
              "status": oneOf(
                DocumentStatus.allCases.map(\.rawValue),
                "The status. partial: some pages failed; unchanged: a complete result already existed; ignored: the file "
                  + "isn't a document."),
              "pages": integer("The number of pages that were processed."),
              "failedPages": list(of: integer("", from: 1), "The numbers of the pages that failed."),
              "blankPages": list(of: integer("", from: 1), "The numbers of the blank pages."),
              "poorPages": list(
                of: integer("", from: 1), "The numbers of the pages that should be photographed or scanned again."),
              "noTextPages?": list(
                of: integer("", from: 1),
                "The numbers of the pages that aren't blank but have no text. Absent if there are none."),
              "untrustedPages?": list(
                of: integer("", from: 1),
                "The numbers of the pages with unreliable text (grade F). Absent if there are none."),
              "grades?": map(of: integer(""), "The number of pages per grade."),
              "languages?": map(
                of: integer(""),
                "The number of pages per language, by BCP 47 tag. Absent without the languages stage."),
              "expected?": documentExpectedErrors,
              "reason?": value("string", "The reason why the document failed, was skipped, or was ignored."),
              "kept?": value(
                "string", "The reason why an earlier result was kept: the new one was worse. Otherwise absent."),
              "unnamed?": value(
                "string",
                "The reason why the document kept the name of its input although output.name contains a template. Otherwise "
                  + "absent."
              ),
              "notes": list(of: value("string"), "Remarks about the results, in full sentences."),
              "seconds": seconds("The time from opening the document to its last write, in seconds."),
              "workSeconds?": seconds(
                "The total time that workers spent on the document, in seconds. Absent if there was no work. Because several "
                  + "workers run concurrently, it can exceed seconds."
              ),
            ])),
        "review?": review,
        "translationEnded?": value(
          "string",
          "The reason why translations are pending. Run the same command again to complete them. Absent if none are "
            + "pending."),
        "unmatchedOverrides": list(
          of: value("string"), "Keys of the pipeline's overrides that match no file of the inputs."),
        "megapixels": value("number", "The total size of all pages as loaded, in megapixels."),
        "stageSeconds": map(of: seconds(""), "The time spent in each stage over all workers, in seconds."),
        "versions": map(of: value("string"), "The versions of docscan and its libraries."),
      ]))

  private static var totals: [String: JSONValue] {
    [
      "complete": integer("The number of documents with a result for every page."),
      "partial": integer("The number of documents with failed pages."),
      "failed": integer("The number of documents without a result."),
      "unchanged": integer("The number of documents that already had a complete result."),
      "kept": integer(
        "The number of unchanged documents whose earlier result was kept because the new one was worse."),
      "ignored": integer("The number of files that aren't documents."),
      "pages": integer("The number of processed pages."),
      "failedPages": integer("The number of failed pages."),
      "blankPages": integer("The number of blank pages."),
      "noTextPages": integer("The number of pages that aren't blank but have no text."),
      "poorPages": integer("The number of pages that should be photographed or scanned again."),
    ]
  }

  package static func seconds(_ description: String) -> JSONValue {
    value("number", description).adding(["minimum": 0])
  }
}

extension JSONSchema {
  package static var expectedErrors: JSONValue {
    object(
      "The estimated error rate of the text. Absent if no text was recognized.",
      [
        "characterErrorRate": confidence(
          "The expected character error rate: wrong, missing, and extra characters as a fraction of the correct "
            + "characters."),
        "grade": expectedGrade,
        "doubtfulWords": confidence("The fraction of words that are more likely wrong than right."),
        "unreadText": confidence("The fraction of text lines in the picture on which no word was read."),
      ])
  }

  package static var documentExpectedErrors: JSONValue {
    object(
      "The estimated error rate of the recognized pages. Absent if no text was recognized.",
      [
        "characterErrorRate": confidence("The mean error rate of the pages, weighted by their characters."),
        "grade": expectedGrade,
        "worstPage": integer("The number of the page with the highest error rate.", from: 1),
        "worstCharacterErrorRate": confidence("The error rate of the worst page."),
      ])
  }

  static var review: JSONValue {
    object(
      "The pages to review first. Absent without --review.",
      [
        "requested": value("string", "The number of pages that was requested, such as 2% or 20."),
        "pageCount": integer("The number of pages from which the worst were selected."),
        "pages": list(
          of: object(
            "",
            [
              "document": value("string", "The name in the output folder."),
              "page?": integer("The page number in the document. Absent if the document failed as a whole.", from: 1),
              "status": pageStatus,
              "characterErrorRate?": confidence(
                "The expected character error rate. Absent for a failure."),
              "grade?": expectedGrade,
              "reasons": list(of: value("string"), "The reasons for the review, the most important first."),
            ]),
          "The selected pages: failures first, then by descending error rate."),
      ])
  }

  private static var expectedGrade: JSONValue {
    let limits = ExpectedErrors.Grade.allCases.map { "\($0.rawValue): up to \(JSONValue.number($0.limit).shortText)" }
    return oneOf(ExpectedErrors.Grade.allCases.map(\.rawValue), "By the error rate. \(limits.joined(separator: "; ")).")
  }
}
