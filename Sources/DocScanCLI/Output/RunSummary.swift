// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanProgress

/// The summary of a run, which `docscan run` prints at the end.
struct RunSummary: Sendable {
  /// The maximum number of listed failures. The results contain the others.
  private static let listedFailures = 20

  private var failures: [String] = []
  /// All failures so far. A document that is processed again may repeat its failures, which are listed only once.
  private var known: Set<String> = []
  /// The processed pages of the documents that aren't finished yet, by the document's name.
  private var kept: [String: Set<Int>] = [:]

  mutating func record(_ event: BatchEvent) {
    switch event {
    case .pageFinished(let document, let page, let status, _):
      if status != .failed { kept[document, default: []].insert(page) }
    case .documentFinished(let outcome): kept[outcome.name] = nil
    case .documentNamed(let name, let other): kept[other] = kept.removeValue(forKey: name)
    case .started, .documentOpened, .pageRetried, .notice, .measured, .finished: break
    }
    guard let line = EventLines.failure(event), known.insert(line).inserted else { return }
    if failures.count < Self.listedFailures { failures.append(line) }
  }

  /// Returns the summary as a table. `results` is the location of the results, `grade` the one of `--fail-grade`, and `command` the command line and
  /// `library` the folder of results, for suggestions. `isVerbose` includes the time of each stage. `failuresAreShown` is `true` if the failures are
  /// still visible above the summary.
  func text(
    _ report: BatchReport, results: String, isVerbose: Bool = false, failing grade: ExpectedErrors.Grade? = nil,
    failuresAreShown: Bool = false, command: [String] = [], library: String? = nil
  ) -> String {
    let listsFailures = !failuresAreShown || report.documents.count > Self.shownDocuments
    var rows = [("Documents", documents(report.totals)), ("Pages", pages(report.totals)), ("Time", time(report))]
    if report.interrupted { rows += labelled("Kept", keptPages) }
    if isVerbose, !report.stageSeconds.isEmpty {
      let stages = report.stageSeconds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      rows.append(("Stages", stages.map { "\($0.key) \(duration($0.value))" }.joined(separator: ", ")))
    }
    rows += labelled("Text", Self.grades(of: report, failing: grade))
    rows += labelled("Failures", listsFailures ? failures : [])
    if listsFailures, known.count > failures.count {
      rows.append(("", "and \(known.count - failures.count) more; the .json of each document lists its own"))
    }
    // The complete command to copy, if a document needs a password.
    if !command.isEmpty, known.contains(where: { $0.contains("needs a password") }) {
      let words = command + ["--password-file", "passwords.txt"]
      rows.append(
        (
          "Passwords",
          "put one per line into passwords.txt, then run: \(words.map(Escape.shellWord).joined(separator: " "))"
        ))
    }
    rows += labelled("Translated", report.translationEnded.map { ["not yet: " + visibleText($0)] } ?? [])
    let kept = report.documents.filter { $0.kept != nil }
    if !kept.isEmpty {
      let them = kept.count == 1 ? "it" : "them"
      rows += labelled(
        "Kept",
        ["\(counted(kept.count, "earlier result")), because new ones were worse; --overwrite replaces \(them)"]
          + kept.prefix(Self.listedDocuments).map { visibleText("\($0.name): \($0.kept ?? "")") })
    }
    let unnamed = Self.unnamed(in: report)
    let advice = library.map { "docscan review \(Escape.shellWord($0)) --names suggests names" }
    rows += labelled("Not named", unnamed + (unnamed.isEmpty ? [] : [advice].compactMap(\.self)))
    rows += labelled("Ignored", Self.ignored(in: report))
    let look =
      Self.pages(of: report, "no text was found") { $0.noTextPages ?? [] }
      + Self.pages(of: report, "text that cannot be trusted") { document in
        (document.untrustedPages ?? []).filter { document.noTextPages?.contains($0) != true }
      }
      + Self.pages(of: report, "scan again") { document in
        document.poorPages.filter { page in
          document.noTextPages?.contains(page) != true && document.untrustedPages?.contains(page) != true
        }
      }
    rows += labelled("Look at", look) + labelled("Notes", Self.notes(of: report))
    if !report.unmatchedOverrides.isEmpty {
      let keys = report.unmatchedOverrides.map { "\"\(visibleText($0))\"" }.joined(separator: ", ")
      rows.append(("Overrides", "no file of this run matches \(keys)"))
    }
    rows.append(("Results", results))
    return rows.map { padded($0.0, to: 11) + $0.1 + "\n" }.joined()
  }

  private var keptPages: [String] {
    let documents = kept.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    let rest = documents.dropFirst(Self.listedDocuments).reduce(0) { $0 + $1.value.count }
    return documents.prefix(Self.listedDocuments).map { document, pages in
      "\(counted(pages.count, "page")) of \(visibleText(document)), which is not finished"
    } + (rest > 0 ? ["and \(counted(rest, "page")) of other documents"] : [])
  }

  static func results(in folder: String, report: String) -> String {
    "\(visibleText(folder)) (report: \(visibleText(report)))"
  }

  private static func grades(of report: BatchReport, failing grade: ExpectedErrors.Grade?) -> [String] {
    var lines: [String] = []
    let silent = report.totals.noTextPages
    // The pages of up to ten documents are listed individually below.
    if silent > 0, report.documents.count(where: { $0.noTextPages?.isEmpty == false }) > listedDocuments {
      lines.append("none found on \(counted(silent, "page")) with something on \(silent == 1 ? "it" : "them")")
    }
    // Pages without text also have grade F.
    let untrusted = report.pageCount(asBadAs: .f) - silent
    if untrusted > 0 {
      lines.append("\(counted(untrusted, "page")) with text that cannot be trusted (grade F: more than 25% errors)")
    }
    return lines + [grade.flatMap { failure(of: report, grade: $0) }].compactMap(\.self)
  }

  /// Returns the message for a run that failed because of `--fail-grade`, or `nil` if no page is that bad.
  static func failure(of report: BatchReport, grade: ExpectedErrors.Grade) -> String? {
    let count = report.pageCount(asBadAs: grade)
    guard count > 0 else { return nil }
    let grades = grade == .f ? "of grade F" : "of grade \(grade.rawValue) or worse"
    return "\(counted(count, "page")) \(grades): a failure because of --fail-grade"
  }

  private func documents(_ totals: BatchReport.Totals) -> String {
    let parts = [
      (totals.complete, "complete"), (totals.partial, "partial"), (totals.failed, "failed"),
      (totals.unchanged, "unchanged"),
    ]
    let count = parts.reduce(0) { $0 + $1.0 }
    let named = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let ignored = totals.ignored > 0 ? "; \(counted(totals.ignored, "other file")) ignored" : ""
    return "\(count)" + (named.isEmpty ? "" : ": " + named.joined(separator: ", ")) + ignored
  }

  private static let listedIgnored = 5

  /// The number of documents after which the first failures have scrolled off the screen.
  private static let shownDocuments = 20

  private static let listedDocuments = 10  // The report contains all.

  private static func pages(
    of report: BatchReport, _ what: String, _ numbers: (DocumentOutcome) -> [Int]
  ) -> [String] {
    let documents = report.documents.filter { !numbers($0).isEmpty }
    var lines = documents.prefix(listedDocuments).map { document in
      let pages = numbers(document)
      let list = pages.prefix(20).map(String.init).joined(separator: ", ") + (pages.count > 20 ? ", …" : "")
      return "\(visibleText(document.name)), \(pages.count == 1 ? "page" : "pages") \(list): \(what)"
    }
    if documents.count > listedDocuments {
      lines.append("and \(documents.count - listedDocuments) more documents; report.json lists them")
    }
    return lines
  }

  private static func notes(of report: BatchReport) -> [String] {
    let notes = report.documents.flatMap { document in
      document.notes.map { "\(visibleText(document.name)): \(visibleText($0))" }
    }
    let rest = notes.count - listedDocuments
    return notes.prefix(listedDocuments) + (rest > 0 ? ["and \(rest) more; report.json lists them"] : [])
  }

  private static func unnamed(in report: BatchReport) -> [String] {
    let all = report.documents.filter { $0.unnamed != nil }
    let rest = all.count - listedDocuments
    return all.prefix(listedDocuments).map { visibleText("\($0.name): \($0.unnamed ?? "")") }
      + (rest > 0 ? ["and \(rest) more; report.json lists them"] : [])
  }

  private static func ignored(in report: BatchReport) -> [String] {
    let all = report.documents.filter { $0.status == .ignored }
    let named = all.prefix(listedIgnored).map { visibleText("\($0.source): \($0.reason ?? "It is not a document.")") }
    let rest = all.count - named.count
    return named + (rest > 0 ? ["and \(rest) more; report.json lists them"] : [])
  }

  private func pages(_ totals: BatchReport.Totals) -> String {
    let parts = [
      (totals.failedPages > 0 ? totals.pages - totals.failedPages : 0, "done"), (totals.failedPages, "failed"),
      (totals.blankPages, "blank"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(totals.pages)" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }

  private func time(_ report: BatchReport) -> String {
    let speed =
      report.totals.pages > 0 && report.seconds > 0
      ? ", \(pageRate(Double(report.totals.pages) / report.seconds))" : ""
    return "\(duration(report.seconds))\(speed), \(counted(report.workers, "worker"))"
  }
}
