// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanLibrary

extension Command {
  static let index = Command(
    name: "index",
    abstract: "Update or rebuild the search index of an output folder.",
    discussion: """
      Each run and each search does this automatically. Use it after documents were copied into the folder by hand, or \
      before a first search over very many.

      The index is made of the page JSONs and contains nothing else, so you can delete it at any time.
      """,
    arguments: [
      CommandArgument(
        CommandValue(oneOf: ["update", "rebuild"], as: "WHAT"),
        help: "update picks up changes; rebuild reads everything again."),
      .library,
    ],
    options: [.library],
    example: Example(
      line: "docscan index rebuild out", explanation: "Rebuilds the search index of the folder out."),
    perform: { (arguments, console) throws(CommandError) in
      let library = try arguments.library(of: "index")
      let size = try batchResult(
        LibrarySearch(library: library, rebuild: arguments["WHAT"].first == "rebuild").size())
      try console.writeOutput(
        "\(counted(size.documents, "document")) with \(counted(size.pages, "page")) can be searched.\n")
      return .success
    })
}
