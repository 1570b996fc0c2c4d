// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanServe
internal import Glibc

extension Command {
  static let mcp = Command(
    name: "mcp",
    abstract: "Let agents and assistants search and read an output folder.",
    discussion: """
      Speaks the Model Context Protocol over standard input and output: for programs, not for people. Agents can search, list \
      documents, read pages as Markdown with boxes and confidences, and list doubtful words, tables and receipts.

      Agents can only read. With --inputs DIR, they can also process files below DIR into the folder with the results, with a \
      preset. They can't choose a pipeline file or another folder. Text from documents is marked as untrusted data.
      """,
    arguments: [.library],
    options: [
      CommandOption(
        "inputs", value: CommandValue("DIR", completion: .folders),
        help: "Also let agents process files in DIR."),
      .library,
    ],
    example: Example(
      line: "docscan mcp out",
      explanation: "Serves the folder out to the program that started it."),
    perform: { (arguments, console) throws(CommandError) in
      let library = try arguments.library(of: "mcp")
      // Signals must be blocked before the first thread starts. Otherwise that thread receives them and the process
      // ends.
      let interruption = Interruption.onSignals()
      let server = try batchResult(
        AgentServer(library: withoutSlash(library), inputs: arguments.values["inputs"]) { line in
          // A client that doesn't read the answers has also closed standard input, which ends the server.
          _ = Console.write(line, to: STDOUT_FILENO)
        })
      server.serve(STDIN_FILENO, until: interruption)
      return .success
    })
}
