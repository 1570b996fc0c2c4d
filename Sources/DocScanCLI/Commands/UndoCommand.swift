// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary

extension Command {
  /// `docscan undo`.
  static let undo = Command(
    name: "undo",
    abstract: "Take back what was decided in docscan review.",
    discussion: """
      Takes back the last decision, and what was recognized is in the files again. Each further call takes back the one before.
      """,
    arguments: [
      CommandArgument(
        CommandValue("DIR", completion: .folders), .optional,
        help: "The folder with the results. Default: docscan-out, if there is one here, otherwise this folder.")
    ],
    options: [
      CommandOption(
        "document", value: CommandValue("NAME"), help: "Only decisions about this document, by its name in the folder."),
      CommandOption("all", help: "Take back all of them."),
    ],
    example: Example(
      line: "docscan undo out --document letter --all",
      explanation: "Takes back everything that was decided about the document letter."),
    run: { (arguments, console) throws(CommandError) in
      let library = arguments["DIR"].first ?? LibraryDocument.standardLibrary
      let desk = try batchResult(ReviewDesk(library: withoutSlash(library)))
      let name = arguments.values["document"]
      if let name { try batchResult(desk.check(document: name)) }
      let taken = try batchResult(desk.undo(document: name, all: arguments.flags.contains("all")))
      try console.writeOutput(taken.map { DeskText.undone($0) + "\n" }.joined())
      if taken.isEmpty { console.writeError("There is nothing to take back.\n") }
      return try apply(desk, console, saysNothing: true)
    })
}
