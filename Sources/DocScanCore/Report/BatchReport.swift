// SPDX-License-Identifier: GPL-3.0-or-later

/// The last run, as `report.json` has it: schema `docscan-report/1`.
public struct BatchReport: Codable, Hashable, Sendable {
  /// The name of the format, with its version.
  package static let schema = "docscan-report/1"

  /// The name of this format.
  package var schema = Self.schema
  /// The pipeline's name.
  package var pipeline: String
  /// When the run began, ISO 8601 in UTC.
  package var started: String
  /// How long the run took.
  public var seconds: Double
  /// How many pages were processed at the same time.
  package var workers: Int
  /// What confined the workers.
  package var confinement: Confinement
  /// Whether the run was interrupted before its end.
  public var interrupted: Bool
  /// Counts over all documents.
  public var totals: Totals
  /// Every input, in the order of the inputs.
  public var documents: [DocumentOutcome]
  /// The pages that a person should look at first; nil if they were not asked for.
  package var review: Review?
  /// Why translations are still to come; nil if none is.
  package var translationEnded: String?
  /// Keys of the pipeline's overrides that none of the inputs has a file for.
  package var unmatchedOverrides: [String]
  /// The sum over all pages as they were loaded.
  package var megapixels: Double
  /// Seconds spent in each stage, over all workers.
  package var stageSeconds: [String: Double]
  /// Program and library versions.
  package var versions: [String: String]

  /// Counts over all documents.
  public struct Totals: Codable, Hashable, Sendable {
    /// Documents of which every page has a result.
    public var complete = 0
    /// Documents of which some pages failed.
    public var partial = 0
    /// Documents that failed as a whole.
    public var failed = 0
    /// Documents that were complete before, from the same input and settings.
    public var unchanged = 0
    /// Those of them whose earlier result was kept because the new one was worse.
    package var kept = 0
    /// Files that are no documents.
    package var ignored = 0
    /// Pages of the documents that were processed.
    public var pages = 0
    /// Those that failed.
    public var failedPages = 0
    /// Those that are blank.
    public var blankPages = 0
    /// Pages with something on them on which no text was found; those of unchanged documents count, too.
    public var noTextPages = 0
    /// Pages that should be photographed or scanned again.
    public var poorPages = 0

    /// Nothing counted yet.
    package init() {}

    /// Adds one document.
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

  /// How many pages have a grade, or a worse one; documents that were left as they are count, too.
  package func pageCount(asBadAs grade: ExpectedErrors.Grade) -> Int {
    documents.reduce(0) { $0 + $1.pageCount(asBadAs: grade) }
  }

  /// The report of a run.
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

/// What a worker process has given up for good, before it sees the first byte of a document.
public struct Confinement: Codable, Hashable, Sendable {
  /// The version of Landlock that holds it to its files; nil when none does.
  public var landlock: Int?
  /// Whether system calls that it does not need are refused by seccomp.
  public var seccomp: Bool
  /// What the kernel does not offer or refused, each a part of a sentence.
  public var missing: [String]

  /// What confines a worker; nothing by default.
  package init(landlock: Int? = nil, seccomp: Bool = false, missing: [String] = []) {
    (self.landlock, self.seccomp, self.missing) = (landlock, seccomp, missing)
  }

  /// What holds the worker, such as `Landlock version 7, seccomp`.
  package var summary: String {
    let parts = [landlock.map { "Landlock version \($0)" }, seccomp ? "seccomp" : nil].compactMap(\.self)
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

/// What an engine beside Tesseract calls itself.
package struct EngineIdentity: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Such as `rapidocr`.
  package var name: String
  /// Its version, in its own words.
  package var version: String

  /// An engine.
  package init(name: String, version: String) { (self.name, self.version) = (name, version) }

  package var description: String { "\(name) \(version)" }
}

/// A file of a result as docscan wrote it.
public struct ResultFile: Codable, Hashable, Sendable {
  /// How large it is.
  public var bytes: Int
  /// SHA-256 in hexadecimal digits.
  public var sha256: String

  /// A file by its size and digest.
  package init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }
}

extension JSONSchema {
  /// The schema of `report.json`: `BatchReport`.
  package static let report = root(
    "report", title: "docscan report (\(BatchReport.schema))",
    object(
      "The last run.",
      [
        "schema": constant(BatchReport.schema),
        "pipeline": value("string", "The pipeline's name."),
        "started": value("string", "When the run began, in UTC.").adding(["format": "date-time"]),
        "seconds": seconds("How long it took."),
        "workers": integer("How many pages were processed at the same time.", from: 1),
        "confinement": object(
          "What confined the processes that read documents.",
          [
            "landlock?": integer(
              "The version of Landlock that restricted their access to files; absent without Landlock.", from: 1),
            "seccomp": value("boolean", "Whether system calls that they do not need were blocked (seccomp)."),
            "missing": list(of: value("string"), "What the kernel did not offer, or refused."),
          ]),
        "interrupted": value("boolean", "Whether it was stopped before its end."),
        "totals": object("Counts over all documents.", totals),
        "documents": list(
          of: object(
            "",
            [
              "name": value("string", "The name in the output folder; empty for an ignored file."),
              "source": value("string", "The input file or folder."),
              "status": oneOf(
                DocumentStatus.allCases.map(\.rawValue),
                "complete; partial: some pages failed; failed; unchanged: a complete result existed already; "
                  + "ignored: no document."),
              "pages": integer("The number of pages that were processed."),
              "failedPages": list(of: integer("", from: 1), "The numbers of the pages that failed."),
              "blankPages": list(of: integer("", from: 1), "The numbers of the pages with nothing on them."),
              "poorPages": list(
                of: integer("", from: 1), "The numbers of the pages that should be photographed or scanned again."),
              "noTextPages?": list(
                of: integer("", from: 1),
                "The numbers of the pages with something on them on which no text was found; absent without any."),
              "untrustedPages?": list(
                of: integer("", from: 1), "The numbers of the pages whose text cannot be trusted: those of grade F."),
              "grades?": map(of: integer(""), "How many pages have each grade, by its letter."),
              "languages?": map(
                of: integer(""),
                "How many pages are in each language, by its BCP 47 tag; absent without the languages stage."),
              "expected?": documentExpectedErrors,
              "reason?": value("string", "Why the document failed, or was left as it is or out."),
              "kept?": value(
                "string", "Why the result of an earlier run was kept: the new one was worse. Absent where it was not."),
              "unnamed?": value(
                "string",
                "Why it kept the name of its input, although output.name says how documents are named; absent where it did not."
              ),
              "notes": list(of: value("string"), "What a person should know about the results, in full sentences."),
              "seconds": seconds("From opening the document to its last write."),
              "workSeconds?": seconds(
                "How long workers had something of it to do; absent where they had nothing to do. Several work at a time."
              ),
            ])),
        "review?": review,
        "translationEnded?": value(
          "string", "Why translations are still to come; the same command makes them. Absent where none is."),
        "unmatchedOverrides": list(
          of: value("string"), "Keys of the pipeline's overrides that match no file of the inputs."),
        "megapixels": value("number", "The sum over all pages as they were loaded."),
        "stageSeconds": map(of: seconds(""), "Seconds spent in each stage, over all workers."),
        "versions": map(of: value("string"), "Program and library versions."),
      ]))

  private static var totals: [String: JSONValue] {
    [
      "complete": integer("Documents with a result for every page."),
      "partial": integer("Documents of which some pages failed."),
      "failed": integer("Documents without a result."),
      "unchanged": integer("Documents that already had a complete result."),
      "kept": integer("Those of them whose earlier result was kept because the new one was worse."),
      "ignored": integer("Files in folders that are not documents."),
      "pages": integer("Pages that were processed."),
      "failedPages": integer("Pages that failed."),
      "blankPages": integer("Pages with nothing on them."),
      "noTextPages": integer("Pages with something on them on which no text was found."),
      "poorPages": integer("Pages that should be photographed or scanned again."),
    ]
  }

  /// A time in seconds, not negative.
  package static func seconds(_ description: String) -> JSONValue {
    value("number", description).adding(["minimum": 0])
  }
}

extension JSONSchema {
  /// How wrong the text of a page is likely to be: `ExpectedErrors`.
  package static var expectedErrors: JSONValue {
    object(
      "How wrong the text is likely to be; absent if nothing was recognized.",
      [
        "characterErrorRate": confidence("Wrong, missing and added characters as a fraction of the true ones."),
        "grade": expectedGrade,
        "doubtfulWords": confidence("The fraction of words that are more likely wrong than right."),
        "unreadText": confidence("The fraction of text lines in the picture on which no word was read."),
      ])
  }

  /// How wrong the text of a document is likely to be: `DocumentExpectedErrors`.
  package static var documentExpectedErrors: JSONValue {
    object(
      "How wrong the text of the recognized pages is likely to be; absent if nothing was recognized.",
      [
        "characterErrorRate": confidence("The mean over the pages, weighted by their characters."),
        "grade": expectedGrade,
        "worstPage": integer("The number of the page with the highest error rate.", from: 1),
        "worstCharacterErrorRate": confidence("The error rate of that page."),
      ])
  }

  /// The pages that a person should look at first: `Review`.
  static var review: JSONValue {
    object(
      "The pages that a person should look at first; absent without --review.",
      [
        "requested": value("string", "How many were asked for, such as 2% or 20."),
        "pageCount": integer("The number of pages of which these are the worst."),
        "pages": list(
          of: object(
            "",
            [
              "document": value("string", "The name in the output folder."),
              "page?": integer("The number in the document; absent where the document failed as a whole.", from: 1),
              "status": pageStatus, "characterErrorRate?": confidence("The expected error rate; absent if it failed."),
              "grade?": expectedGrade,
              "reasons": list(of: value("string"), "Why it is listed, in words, the most important first."),
            ]),
          "What failed first, then by falling error rate."),
      ])
  }

  private static var expectedGrade: JSONValue {
    let limits = ExpectedErrors.Grade.allCases.map { "\($0.rawValue): up to \(JSONValue.number($0.limit).shortText)" }
    return oneOf(ExpectedErrors.Grade.allCases.map(\.rawValue), "By the error rate. \(limits.joined(separator: "; ")).")
  }
}
