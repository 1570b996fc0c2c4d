// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanTranslation
internal import DocScanWire
internal import DocScanWorkers
internal import DocScanWriters

extension Command {
  static let help = Command(
    name: "help",
    abstract: "Show help about docscan, one of its commands, or pipeline files.",
    discussion: "docscan help pipeline lists the keys of a pipeline file: the stages, the writers and their settings.",
    arguments: [
      CommandArgument(
        CommandValue("COMMAND", completion: .commands(and: [PipelineHelp.topic])), .optional,
        help: "A command, or pipeline. Default: an overview.")
    ],
    options: [],
    example: Example(line: "docscan help run", explanation: "The same as: docscan run --help"),
    perform: { (arguments, console) throws(CommandError) in
      guard let name = arguments["COMMAND"].first else {
        try console.writeOutput(HelpText.overview(of: Program.commands))
        return .success
      }
      if name == PipelineHelp.topic {
        let stages = try batchResult(Installation.describe().stages) + parentStages
        try console.writeOutput(PipelineHelp.text(stages: stages, writers: builtInWriters.map { $0.description }))
        return .success
      }
      try console.writeOutput(HelpText.text(for: try Program.command(named: name)))
      return .success
    })
}
