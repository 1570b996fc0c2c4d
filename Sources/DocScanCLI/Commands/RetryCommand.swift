// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanStore
internal import DocScanWatch

extension Command {
  static let retry = Command(
    name: "retry",
    abstract: "Move originals that failed back to the inbox.",
    discussion: """
      docscan watch moves an original to INBOX-failed, or to watch.failed, if anything in it failed, with the reason \
      next to it. This command moves it back and removes the reason, so that docscan watch processes it again. The service \
      may be running. The path of each original that was moved is printed.
      """,
    arguments: [
      CommandArgument(
        CommandValue("NAME", completion: .paths), .any,
        help:
          "The originals: their paths, or their names in the folder of failed originals. Default: all of them. The pipeline "
          + "file or preset of the watched folder, or its output folder, may come first.")
    ],
    options: [
      CommandOption(
        "inbox", value: CommandValue("DIR", completion: .folders),
        help: "The watched folder, if docscan cannot work it out."),
      CommandOption(
        "output", short: "o", value: CommandValue("DIR", completion: .folders),
        help: "The output folder of the watched folder's service."),
    ],
    example: Example(
      line: "docscan retry inbox-failed/scan.pdf",
      explanation: "Lets docscan watch process scan.pdf once more."),
    perform: { (arguments, console) throws(CommandError) in
      let request = try retryRequest(arguments)
      let moved = try batchResult(FailedOriginals(request.places).retry(request.names, into: request.places))
      try console.writeOutput(moved.map { visibleText($0) + "\n" }.joined())
      if moved.isEmpty { console.writeError("Nothing has failed.\n") }
      return .success
    })

  /// Returns the originals to retry and the folders of their watch. A pipeline or an output folder before the names determines the folders.
  private static func retryRequest(_ arguments: ParsedArguments) throws(CommandError) -> RetryRequest {
    let (words, inbox) = (arguments["NAME"], arguments.values["inbox"])
    if let first = words.first {
      let names = Array(words.dropFirst())
      if StoredDocument.isLibrary(first) {
        return try batchResult(RetryRequest(names, inbox: inbox, output: first))
      }
      if first.lowercased().hasSuffix(".json") || Preset(named: first) != nil {
        let source = try PipelineArgument.source(first, command: "retry")
        return RetryRequest(try batchResult(WatchPlaces(source, inbox: inbox)), names: names)
      }
    }
    let output = arguments.values["output"] ?? StoredDocument.standardLibrary
    return try batchResult(RetryRequest(words, inbox: inbox, output: output))
  }
}
