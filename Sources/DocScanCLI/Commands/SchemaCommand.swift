// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCluster
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanStore
internal import DocScanTranslation
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters

extension Command {
  static let schema = Command(
    name: "schema",
    abstract: "Print the JSON Schema of a file that docscan reads or writes.",
    discussion: """
      JSON Schema, draft 2020-12, for editors and validators. The schema of the pipeline file lists the stages and \
      writers of this installation with all their settings.
      """,
    arguments: [
      CommandArgument(
        CommandValue(oneOf: SchemaSubject.allCases.map(\.rawValue), as: "SUBJECT"),
        help:
          "pipeline: a pipeline file; page: pages/0001.json; line: a line of a document's .jsonl; document: "
          + "a document's own .json; edits: the corrections in .edits.json; report: report.json; plan: plan.json; "
          + "reason: the .reason.json of a failed original; progress: an event of --progress json; event: a webhook's event; search, ledger, tables, review, names: what "
          + "these commands print with --json (names: review --names).")
    ],
    options: [],
    example: Example(
      line: "docscan schema pipeline > docscan.schema.json",
      explanation: "Saves the schema, with which an editor can complete and check pipeline files."),
    perform: { (arguments, console) throws(CommandError) in
      let subject = arguments.arguments.values.joined().first.flatMap(SchemaSubject.init)
      try console.writeJSON(try schema(of: subject ?? .pipeline))
      return .success
    })

  private static func schema(of subject: SchemaSubject) throws(CommandError) -> JSONValue {
    switch subject {
    case .page: return JSONSchema.page(try installedStages().flatMap(\.findings))
    case .line: return JSONSchema.line
    case .document: return JSONSchema.document
    case .edits: return JSONSchema.edits
    case .report: return JSONSchema.report
    case .plan: return JSONSchema.plan
    case .reason: return JSONSchema.reason
    case .progress: return JSONSchema.progress
    case .event: return JSONSchema.hook
    case .search: return JSONSchema.search
    case .ledger: return JSONSchema.ledger
    case .tables: return JSONSchema.tables
    case .review: return JSONSchema.review
    case .names: return JSONSchema.names
    case .pipeline:
      return JSONSchema.pipeline(stages: try installedStages(), writers: builtInWriters.map { $0.description })
    }
  }

  /// Returns the stages of the installed worker, and those that docscan itself performs.
  static func installedStages() throws(CommandError) -> [ComponentDescription] {
    try batchResult(Installation.describe().stages) + parentStages
  }

  private enum SchemaSubject: String, CaseIterable {
    case pipeline, page, line, document, edits, report, plan, reason, progress, event, search, ledger, tables, review,
      names
  }
}
