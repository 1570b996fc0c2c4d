// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanPresets
internal import DocScanStore
internal import DocScanWatch

extension Command {
  static let status = Command(
    name: "status",
    abstract: "Show the state of a watched folder: what is waiting, done and failed.",
    discussion: """
      Also lists documents with their own settings, such as a language chosen for one document. To revert them: docscan \
      undo DIR --document NAME

      The exit code is for monitoring. 0: everything is fine. 1: needs attention: originals failed, files wait and \
      no service is running, or the service does not answer. 4: the output folder doesn't exist. 6: the service is \
      paused because the output cannot be written.
      """,
    arguments: [.pipeline(.optional, help: "The output folder, or the pipeline file or preset of the watched folder.")],
    options: [
      CommandOption(
        "output", short: "o", value: CommandValue("DIR", completion: .folders),
        help: "The folder for results, instead of the pipeline file's."),
      CommandOption("json", help: "Print the status as JSON."),
    ],
    example: Example(
      line: "docscan status /srv/archive --json",
      explanation: "Prints the state of the service that writes to /srv/archive, for monitoring."),
    perform: { (arguments, console) throws(CommandError) in
      // An output folder provides more information than a pipeline, because it contains the service's state.
      let named = arguments[CommandArgument.pipelineName].first
      if let named, isFolder(named) { _ = try batchResult(StoredDocument.library(withoutSlash(named))) }
      let folder = named.flatMap { StoredDocument.isLibrary($0) ? $0 : nil }
      let isNamed = folder == nil && !arguments[CommandArgument.pipelineName].isEmpty
      let output = arguments.values["output"] ?? folder
      guard isNamed || output != nil else {
        throw .usage("name the output folder, or the pipeline file.", command: "status")
      }
      let source = isNamed ? try arguments.pipelineSource(of: "status") : nil
      let places = try source.map { (source) throws(CommandError) in
        try batchResult(WatchPlaces(source, output: output))
      }
      let status = try batchResult(ServiceStatus(output: places?.output ?? output ?? "", places: places))
      if arguments.flags.contains("json") {
        try console.writeJSON(status)
      } else {
        try console.writeOutput(StatusText.text(of: status))
      }
      return ExitCode(rawValue: status.exitCode) ?? .someFailed
    })
}
