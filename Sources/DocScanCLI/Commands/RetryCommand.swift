// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore

extension Command {
  /// `docscan retry`.
  static let retry = Command(
    name: "retry",
    abstract: "Move originals that failed back to the inbox.",
    discussion: """
      docscan watch moves an original to the folder failed if anything in it failed, with the reason beside it. This \
      command moves it back to where it was and removes the reason, so that docscan watch takes it again. The service \
      may be running. Each original that was moved has a line on standard output.
      """,
    arguments: [
      .pipeline(help: "The pipeline file or preset of the watched folder."),
      CommandArgument(
        CommandValue("NAME", completion: .paths), .any,
        help: "The originals, by their names in the folder failed. Default: all of them."),
    ],
    options: [
      CommandOption(
        "inbox", value: CommandValue("DIR", completion: .folders),
        help: "The watched folder, if it was named on the command line of docscan watch.")
    ],
    example: Example(
      line: "docscan retry archive scan.pdf",
      explanation: "Lets docscan watch process scan.pdf once more."),
    run: { (arguments, console) throws(CommandError) in
      let source = try arguments.pipelineSource(of: "retry")
      let places = try batchResult(WatchPlaces(source, inbox: arguments.values["inbox"]))
      let moved = try batchResult(FailedOriginals(places).retry(arguments["NAME"], into: places))
      try console.writeOutput(moved.map { visibleText($0) + "\n" }.joined())
      if moved.isEmpty { console.writeError("Nothing has failed.\n") }
      return .success
    })
}
