// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanStore
internal import Glibc

extension Command {
  static let export = Command(
    name: "export",
    abstract: "Export an output folder for a search engine, or its forms as a table.",
    discussion: """
      opensearch is the bulk format of OpenSearch and Elasticsearch: two lines for each page, with its text, document, page number, \
      languages, and the typed data in it. A page keeps its id, so that a second export replaces the first:

        docscan export library | split -l 20000 --filter='curl -sS \\
          -H "Content-Type: application/x-ndjson" --data-binary @- "$URL/_bulk"'

      docscan search needs none of this: its own index handles a few million pages.

      csv is one table of all forms that the stage form has read: a row for each document, a column for each label, and yes or no \
      for what is checked:

        docscan run --also checkboxes --also form scans -o library
        docscan export library --to csv -o forms.csv
      """,
    arguments: [
      CommandArgument(
        CommandValue("DIR", completion: .folders), .optional,
        help: "The folder with the results. Default: docscan-out, if there is one here, otherwise this folder.")
    ],
    options: [
      CommandOption(
        "to", value: CommandValue(oneOf: ["opensearch", "csv"], as: "FORMAT"),
        help: "What to write: opensearch, or csv for a table of forms. Default: opensearch."),
      CommandOption("index", value: CommandValue("NAME"), help: "The index that gets the pages. Default: docscan."),
      CommandOption(
        "output", short: "o", value: CommandValue("FILE", completion: .paths),
        help: "A new file. Default: standard output."),
    ],
    example: Example(
      line: "docscan export library -o pages.ndjson", explanation: "Writes all pages of the folder library to one file."
    ),
    perform: { (arguments, console) throws(CommandError) in
      let library = arguments["DIR"].first ?? StoredDocument.standardLibrary
      _ = try batchResult(StoredDocument.library(library))
      if arguments.values["to"] == "csv" { return try exportForms(of: library, arguments, console) }
      let index = arguments.values["index"] ?? OpenSearchExport.standardIndex
      let counts = try batchResult(
        export(OpenSearchExport(library: library, index: index), to: arguments.values["output"], console))
      console.writeError("\(counted(counts.pages, "page")) exported.\n")
      guard counts.unread == 0 else {
        console.writeError(
          "\(counted(counts.unread, "page")) left out: the JSON can't be read. See docscan verify.\n")
        return .someFailed
      }
      return .success
    })

  private static func exportForms(
    of library: String, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandError) -> ExitCode {
    guard arguments.values["index"] == nil else {
      throw .usage("--index is for --to opensearch only.", command: "export")
    }
    let table = try batchResult(FormTable(library: library))
    guard !table.isEmpty else {
      console.writeError("No forms. Add the stages that read them: docscan run --also checkboxes --also form …\n")
      return .success
    }
    let count = try batchResult(
      write(to: arguments.values["output"], console) { (lines) throws(BatchError) in try table.run(lines) })
    console.writeError("\(counted(count, "form")) exported.\n")
    return .success
  }

  private static func export(
    _ pages: OpenSearchExport, to path: String?, _ console: Console
  ) throws(BatchError) -> (pages: Int, unread: Int) {
    try write(to: path, console) { (lines) throws(BatchError) in try pages.run(lines) }
  }

  private static func write<Counts>(
    to path: String?, _ console: Console,
    _ body: ((String) throws(BatchError) -> Void) throws(BatchError) -> Counts
  ) throws(BatchError) -> Counts {
    guard let path else {
      return try body { (lines) throws(BatchError) in
        do throws(CommandError) { try console.writeOutput(lines) } catch { throw .output(error.lines) }
      }
    }
    guard unsafe access(path, F_OK) != 0 else {
      throw .output("\(path) exists already. Choose another name with -o.")
    }
    let file = try batchOutput { () throws(OutputError) in try OutputFile(path: path) }
    let counts = try body { (lines) throws(BatchError) in
      try batchOutput { () throws(OutputError) in try file.write(lines) }
    }
    try batchOutput { () throws(OutputError) in _ = try file.finish() }
    return counts
  }

  private static func batchOutput<Value>(_ body: () throws(OutputError) -> Value) throws(BatchError) -> Value {
    do throws(OutputError) { return try body() } catch { throw .output("\(error)") }
  }
}
