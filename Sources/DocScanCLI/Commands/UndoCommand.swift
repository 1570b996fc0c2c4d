// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanReview
internal import DocScanStore

extension Command {
  static let undo = Command(
    name: "undo",
    abstract: "Undo corrections made in docscan review.",
    discussion: """
      Undoes the last correction, and restores the recognized text in the files. Each further call undoes an earlier one.
      """,
    arguments: [.library],
    options: [
      CommandOption(
        "document", value: CommandValue("NAME"), help: "Only corrections of this document, by its name in the folder."),
      CommandOption("all", help: "Undo all of them."),
      .library,
    ],
    example: Example(
      line: "docscan undo out --document letter --all",
      explanation: "Undoes all corrections of the document letter."),
    perform: { (arguments, console) throws(CommandError) in
      let library = try arguments.library(of: "undo")
      let service = try batchResult(ReviewService(library: withoutSlash(library)))
      let name = arguments.values["document"]
      if let name { try batchResult(service.check(document: name)) }
      let taken = try batchResult(service.undo(document: name, all: arguments.flags.contains("all")))
      try console.writeOutput(taken.map { DeskText.undone($0) + "\n" }.joined())
      if taken.isEmpty { console.writeError("There is nothing to undo.\n") }
      // Without undone corrections of text, the files only change in the next run.
      let corrected = taken.filter { if case .text = $0.decision { true } else { false } }
      let unchanged = Set(taken.map(\.document)).subtracting(corrected.map(\.document))
      return try apply(service, console, saysNothing: true, unchanged: unchanged)
    })
}
