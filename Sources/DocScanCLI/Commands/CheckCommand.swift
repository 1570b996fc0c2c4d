// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanPresets

extension Command {
  static let check = Command(
    name: "check",
    abstract: "Check a pipeline and print it with all defaults filled in.",
    discussion: """
      Nothing is processed or written, and a program that the pipeline names as its engine runs only in a sandbox. The output is a pipeline file itself, with the same results. Exit code 3: a \
      mistake, with its place in the file and what is allowed there; 5: a missing language, with the command that \
      installs it.
      """,
    arguments: [.pipeline()],
    options: CommandOption.settings,
    example: Example(
      line: "docscan check archive -l deu",
      explanation: "Shows every setting of the preset archive, for German pages."),
    perform: { (arguments, console) throws(CommandError) in
      let source = try arguments.pipelineSource(of: "check", changes: true)
      var options = BatchOptions()
      options.onlyLooks = true
      try console.writeJSON(try batchResult(PipelineRun(source, options: options).pipeline.file))
      return .success
    })
}
