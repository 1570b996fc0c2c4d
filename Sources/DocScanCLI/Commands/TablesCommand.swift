// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLayout
internal import DocScanLibrary
internal import DocScanPresets
internal import DocScanProgress
internal import DocScanStore

extension Command {
  static let tables = Command(
    name: "tables",
    abstract: "List the tables of documents, or write them to a spreadsheet.",
    discussion: """
      Name a PDF, a scan or a photo: docscan tables statement.pdf -o statement.xlsx reads it and writes its tables. Or name an \
      output folder, or a document in one, whose pages were read with the tables stage (--also tables): nothing is read again, and \
      corrections are applied.

      A table that continues across pages becomes one table; repeated headers appear once. A spreadsheet has a sheet for each table, \
      with real numbers, dates and amounts. Cells to check are colored and say why in a comment: text that was read with less \
      than \(Int(TableGrid.doubt * 100))% confidence, numbers that don't fit their column, totals that don't match.

      Text that looks like a formula is written as text; in CSV, it gets a leading apostrophe. A CSV file with several tables has an \
      empty line between them; --csv DIR writes each to its own file.
      """,
    arguments: [
      CommandArgument(
        CommandValue("WHAT", completion: .paths), .any,
        help:
          "Files to read; or the folder with the results, or a document in it. Default: docscan-out, if there is one "
          + "here, otherwise this folder.")
    ],
    options: [
      CommandOption(
        "output", short: "o", value: CommandValue("FILE", completion: .paths),
        help:
          "A file for the tables, by its ending: \(TableExport.Format.allCases.map { "." + $0.rawValue }.joined(separator: ", ")). "
          + "A folder is treated as the one with the results."),
      CommandOption(
        "csv", value: CommandValue("DIR", completion: .folders),
        help: "Write each table to its own CSV file in this folder: DOCUMENT-1.csv, DOCUMENT-2.csv."),
      CommandOption("table", value: CommandValue("N"), help: "Only the table with this number in its document."),
      CommandOption("json", help: "Print the tables with all their cells as JSON."),
      CommandOption("overwrite", help: "Overwrite existing files."),
      .jobs,
      CommandOption(
        "pages", value: CommandValue("PAGES"), help: "Of files to read, only these pages, such as 1-3,7 or 5-."),
      .passwordFile,
    ] + CommandOption.settings,
    example: Example(
      line: "docscan tables statement.pdf -o statement.xlsx",
      explanation: "Reads statement.pdf, and writes each table in it to a sheet of statement.xlsx."),
    perform: { (arguments, console) throws(CommandError) in try TablesCommand(arguments, console).run() })
}

private struct TablesCommand {
  private enum Target {
    case list
    case json
    case file(String, TableExport.Format)
    case folder(String)
  }

  private let arguments: ParsedArguments
  private let console: Console
  private let target: Target
  private let words: [String]
  private let number: Int?
  private let overwrites: Bool

  init(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) {
    (self.arguments, self.console) = (arguments, console)
    overwrites = arguments.flags.contains("overwrite")
    number = try arguments.number("table", in: 1...1_000_000, of: "tables")
    var words = arguments["WHAT"]
    var targets: [(String, Target)] = []
    if let place = arguments.values["output"] {
      if let format = TableExport.Format(fileName: place) {
        targets.append(("-o", .file(place, format)))
      } else if StoredDocument.isLibrary(place), words.isEmpty {
        words = [place]
      } else {
        throw Self.usage(
          "-o \(visibleText(place)): expected a file that ends with "
            + "\(TableExport.Format.allCases.map { "." + $0.rawValue }.joined(separator: ", ")).")
      }
    }
    if let folder = arguments.values["csv"] { targets.append(("--csv", .folder(folder))) }
    if arguments.flags.contains("json") { targets.append(("--json", .json)) }
    guard targets.count < 2 else {
      throw Self.usage("\(targets[0].0) and \(targets[1].0) cannot be used at once.")
    }
    target = targets.first?.1 ?? .list
    self.words = words
  }

  func run() throws(CommandError) -> ExitCode {
    if case .file(let path, _) = target {
      try batchResult(NamedFile.check(path, inputs: words, overwrite: overwrites))
    }
    if let tables = try known() { return try show(tables, failed: false) }
    // The run's temporary folder exists until this value is deallocated.
    let (source, options) = (try self.source(), try self.options())
    let passing = try batchResult(PreviewRun(source, options: options))
    let interruption = Interruption.onSignals()
    let live = LiveProgress(
      ProgressMode.auto.display(on: console, elsewhere: QuietProgress()), write: console.writeError)
    defer { live.end() }
    let report = try batchResult(passing.run(interruption: interruption, onEvent: live.show))
    live.end()
    guard !report.interrupted else {
      console.writeError("Interrupted. Nothing is written.\n")
      return .interrupted
    }
    let tables = LibraryTables(library: try batchResult(passing.library()))
    return try withExtendedLifetime(passing) { () throws(CommandError) in
      try show(tables, failed: report.totals.failed + report.totals.partial > 0)
    }
  }

  // MARK: Inputs

  /// Returns the tables of documents that were read before, or `nil` if the words name files to read.
  private func known() throws(CommandError) -> LibraryTables? {
    guard !words.isEmpty else {
      return LibraryTables(library: try batchResult(StoredDocument.library(StoredDocument.standardLibrary)))
    }
    var documents: [StoredDocument] = []
    for word in words {
      if StoredDocument.isLibrary(word) {
        guard words.count == 1 else { throw Self.usage("name one output folder, or documents in one.") }
        return LibraryTables(library: try batchResult(StoredDocument.library(word)))
      }
      guard let found = StoredDocument.at(path: word) else {
        guard documents.isEmpty else {
          throw Self.usage("\(visibleText(word)) is not in the same output folder as the documents before it.")
        }
        return nil
      }
      guard documents.isEmpty || documents[0].root.isSame(as: found[0].root) else {
        throw Self.usage("\(visibleText(word)) is not in the same output folder as the documents before it.")
      }
      documents += found
    }
    return LibraryTables(library: documents[0].root, documents: documents)
  }

  private func source() throws(CommandError) -> PipelineSource {
    var changes = try arguments.changes(of: "tables")
    changes.addStage(Table.description.key)
    return try PipelineArgument.task(words, changes: changes).source
  }

  private func options() throws(CommandError) -> BatchOptions {
    let task = try PipelineArgument.task(words, changes: PipelineChanges())
    return BatchOptions(
      paths: task.inputs, workers: try arguments.jobs(of: "tables"),
      pages: try arguments.pageSelection(of: "tables"),
      passwords: try arguments.passwords(of: "tables"))
  }

  // MARK: Output

  private func show(_ tables: LibraryTables, failed: Bool) throws(CommandError) -> ExitCode {
    let count: LibraryTables.Count
    var (written, doubtful) = (0, 0)
    var notes = ""
    let isWanted = { (entry: LibraryTables.Entry) in number.map { $0 == entry.number } ?? true }
    switch target {
    case .list:
      var text = TablesText()
      count = try batchResult(tables.run { if isWanted($0) { text.append($0) } })
      try console.writeOutput(text.text.isEmpty ? "No tables.\n" : text.text)
    case .json: count = try printJSON(tables, isWanted)
    case .file(let path, let format):
      var entries: [LibraryTables.Entry] = []
      count = try batchResult(
        tables.run { entry in
          if isWanted(entry) { entries.append(entry) }
        })
      doubtful = entries.reduce(0) { $0 + $1.doubtfulCells }
      guard !entries.isEmpty else {
        console.writeError("No tables: \(visibleText(path)) is not written.\n" + TablesText.notes(of: count))
        return .someFailed
      }
      let documents = Set(entries.map(\.document))
      let title = documents.count == 1 ? documents.first ?? "" : "Tables"
      var leftOut = 0
      try batchResult(
        NamedFile.write(path, inputs: words, overwrite: overwrites) { (file) throws(OutputError) in
          let export = try TableExport(format, title: title, ofSeveralDocuments: documents.count > 1, to: file)
          for entry in entries { try export.append(entry) }
          try export.finish()
          (written, leftOut) = (export.written, export.leftOut)
        })
      if leftOut > 0 {
        notes += "\(counted(leftOut, "table")) left out: the spreadsheet is full. --csv DIR has no limit.\n"
      }
      if format == .csv, written > 1 {
        notes +=
          "Tables are separated by empty lines. Use --csv DIR for one file per table, --table N for one table.\n"
      }
      notes = "\(counted(written, "table")) written to \(visibleText(path)).\n" + notes
    case .folder(let folder):
      count = try batchResult(
        tables.run { (entry) throws(BatchError) in
          guard isWanted(entry) else { return }
          try TableFolder.write(entry, to: folder, overwrite: overwrites)
          (written, doubtful) = (written + 1, doubtful + entry.doubtfulCells)
        })
      notes = written == 0 ? "No tables.\n" : "\(counted(written, "table")) written to \(visibleText(folder)).\n"
    }
    if doubtful > 0 {
      let them = doubtful == 1 ? "it" : "them"
      notes +=
        "\(counted(doubtful, "cell")) to check: spreadsheets highlight \(them), with the reasons as comments, and JSON "
        + "has the confidence of each cell.\n"
    }
    console.writeError(notes + TablesText.notes(of: count))
    return failed || count.unread > 0 ? .someFailed : .success
  }

  /// Prints the tables as JSON, one at a time, since there may be too many to hold in memory.
  private func printJSON(
    _ tables: LibraryTables, _ isWanted: (LibraryTables.Entry) -> Bool
  ) throws(CommandError) -> LibraryTables.Count {
    try console.writeOutput("{\n  \"schema\": \"docscan-tables/1\",\n  \"tables\": [")
    var separator = "\n    "
    let count = try batchResult(
      tables.run { (entry) throws(BatchError) in
        guard isWanted(entry) else { return }
        do {
          let json = String(decoding: try JSONText.element(entry, depth: 2), as: UTF8.self)
          try console.writeOutput(separator + visibleJSON(json))
        } catch let error as CommandError {
          throw .output(error.lines)
        } catch {
          throw .output("A table cannot be written as JSON: \(error)")
        }
        separator = ",\n    "
      })
    try console.writeOutput("\n  ]\n}\n")
    return count
  }

  private static func usage(_ message: String) -> CommandError {
    .usage(message, command: "tables")
  }
}
