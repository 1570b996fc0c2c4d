// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import DocScanBatch
internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials
internal import Synchronization

/// The report of a merged library, written as a stream because all documents together may not fit in memory.
struct MergedReport {
  let plan: WorkPlan
  let folder: Folder
  let output: OutputFolder
  let shards: [ShardResults]

  private static let documentsAtOnce = 2048
  /// The number of threads that read records. They wait for the disk more than for a processor.
  private static let readers = 16

  /// Writes the `report.json` of a run over all documents, but without times for single documents. Also adds the report's values to `result`.
  func write(review size: ReviewSize?, into result: inout LibraryMerge.Result) throws(BatchError) {
    // The totals precede the documents in the report, so the documents are written to a temporary file first.
    let list = output.hidden + "/report.documents"
    defer { removeFile(list) }
    let documents = try writing(OutputFile(path: list))
    let review = size.map(WorstPages.init)
    var totals = BatchReport.Totals()
    var isFirst = true
    try outcomes { (document) throws(BatchError) in
      totals.count(document.outcome)
      if let record = document.record { review?.add(record) }
      try writing(documents.write(isFirst ? "\n    " : ",\n    "))
      try writing(documents.write(document.element.get()))
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

  private struct Entry: Sendable {
    var outcome: DocumentOutcome
    var record: DocumentRecord?
    var element: Result<Data, OutputError>

    init(_ outcome: DocumentOutcome, _ record: DocumentRecord?, in path: String) {
      (self.outcome, self.record) = (outcome, record)
      do {
        element = .success(try JSONText.element(outcome, depth: 2))
      } catch {
        element = .failure(OutputError(operation: "write", path: path, detail: "\(error)"))
      }
    }
  }

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
    // A text value can't match this, because JSON escapes its line feeds.
    let parts = text.split(separator: "\n  \"documents\": []", maxSplits: 1)
    guard parts.count == 2 else { throw .output("\(output.path)/report.json cannot be written.") }
    return (parts[0] + "\n  \"documents\": [", "]" + parts[1])
  }

  /// Passes the outcomes of the plan's documents in the library to `body`, in order, and then those of all inputs that aren't documents.
  private func outcomes(_ body: (Entry) throws(BatchError) -> Void) throws(BatchError) {
    let documents = try PlannedDocuments(plan, folder: folder)
    var batch: [PlannedDocument] = []
    while let document = try documents.next() {
      batch.append(document)
      guard batch.count == Self.documentsAtOnce else { continue }
      for entry in entries(of: batch) { try body(entry) }
      batch.removeAll(keepingCapacity: true)
    }
    for entry in entries(of: batch) { try body(entry) }
    let others = LineFile<DocumentOutcome>(WorkPlan.othersFile, in: folder)
    while let other = try others.next() { try body(Entry(other, nil, in: output.path)) }
  }

  private func entries(of documents: [PlannedDocument]) -> [Entry] {
    let found = Mutex<[Int: [Entry]]>([:])
    let (library, path, root) = (output.root, output.path, plan.root)
    let group = DispatchGroup()
    let share = (documents.count + Self.readers - 1) / Self.readers
    for start in stride(from: 0, to: documents.count, by: max(1, share)) {
      // Separate queues run on separate threads.
      DispatchQueue(label: "docscan.report").async(group: group) {
        var entries: [Entry] = []
        for document in documents[start..<min(documents.count, start + share)] {
          guard let record = DocumentRecord(named: document.name, in: library, with: [.brief]) else { continue }
          let input = document.input(root: root)
          let parts = record.parts?.compactMap {
            DocumentRecord(named: "\(record.name)/\($0)", in: library, with: [.brief])
          }
          entries += (parts ?? [record]).map {
            Entry(DocumentOutcome($0, of: input, seconds: 0), $0, in: path)
          }
        }
        found.withLock { [entries] in $0[start] = entries }
      }
    }
    group.wait()
    return found.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
  }
}
