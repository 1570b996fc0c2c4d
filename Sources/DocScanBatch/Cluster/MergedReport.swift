// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanWriters
internal import FoundationEssentials

/// Writes the report of a merged library, document by document: it may be larger than the memory.
struct MergedReport {
  let plan: WorkPlan
  /// The plan's folder.
  let folder: String
  let output: OutputFolder
  let shards: [ShardResults]

  /// Writes `report.json` as a run over all documents would have; single documents have no times there.
  func write(review size: ReviewSize?, into result: inout LibraryMerge.Result) throws(BatchError) {
    // What comes before the documents needs their sums, so that these wait in a file of their own.
    let list = output.hidden + "/report.documents"
    defer { removeFile(list) }
    let documents = try writing(OutputFile(path: list))
    let review = size.map(ReviewList.init)
    var totals = BatchReport.Totals()
    var isFirst = true
    try outcomes { (outcome, record) throws(BatchError) in
      totals.count(outcome)
      if let record { review?.add(record) }
      try writing(documents.write(isFirst ? "\n    " : ",\n    "))
      try writing(documents.write(try Self.element(outcome, list)))
      isFirst = false
    }
    try writing(documents.write(isFirst ? "" : "\n  "))
    try writing(documents.close())
    let (head, tail) = try frame(totals, review?.review)
    let file = try writing(OutputFile(path: output.hidden + "/report.json"))
    try writing(file.write(head))
    try writing(FileCopy.append(list, to: file))
    try writing(file.write(tail))
    let written = try writing(file.finish())
    (result.totals, result.review) = (totals, review?.review)
    result.reportFile = try output.put(report: written)
  }

  private static func element(_ outcome: DocumentOutcome, _ path: String) throws(OutputError) -> Data {
    do {
      return try JSONText.element(outcome, depth: 2)
    } catch {
      throw OutputError(operation: "write", path: path, detail: "\(error)")
    }
  }

  /// The report without its documents: what stands before and behind them.
  private func frame(_ totals: BatchReport.Totals, _ review: Review?) throws(BatchError) -> (String, String) {
    let reports = shards.compactMap(\.report)
    let report = BatchReport(
      pipeline: plan.pipeline, started: reports.map(\.started).min() ?? "1970-01-01T00:00:00Z",
      seconds: reports.reduce(0) { $0 + $1.seconds }.rounded(toPlaces: 3), workers: reports.map(\.workers).max() ?? 1,
      confinement: reports.first?.confinement ?? Confinement(), interrupted: false, totals: totals, documents: [],
      review: review, translationEnded: reports.compactMap(\.translationEnded).first,
      unmatchedOverrides: plan.unmatchedOverrides, megapixels: reports.reduce(0) { $0 + $1.megapixels },
      stageSeconds: reports.reduce(into: [:]) { all, next in all.merge(next.stageSeconds, uniquingKeysWith: +) }
        .mapValues { $0.rounded(toPlaces: 3) },
      versions: plan.versions)
    let text: String
    do {
      text = String(decoding: try JSONText.pretty(report), as: UTF8.self)
    } catch {
      throw .output("\(output.path)/report.json cannot be written: \(error)")
    }
    // A line of its own: no text of another key can hold a line feed.
    let parts = text.split(separator: "\n  \"documents\": []", maxSplits: 1)
    guard parts.count == 2 else { throw .output("\(output.path)/report.json cannot be written.") }
    return (parts[0] + "\n  \"documents\": [", "]" + parts[1])
  }

  /// The outcomes of all documents of the plan that are in the library, in order, and then of what is none.
  private func outcomes(
    _ body: (DocumentOutcome, DocumentRecord?) throws(BatchError) -> Void
  ) throws(BatchError) {
    let documents = try PlannedDocuments(plan, folder: folder)
    while let document = try documents.next() {
      guard let record = output.results.record(named: document.name) else { continue }
      let input = document.input(root: plan.root)
      for record in record.parts.map({ parts in
        parts.compactMap { output.results.record(named: "\(record.name)/\($0)") }
      }) ?? [record] {
        try body(DocumentOutcome(record, of: input, seconds: 0), record)
      }
    }
    let others = LineFile<DocumentOutcome>(WorkPlan.othersPath(in: folder))
    while let other = try others.next() { try body(other, nil) }
  }
}
