// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles

extension Command {
  static let man = Command(
    name: "man",
    abstract: "Print a page of the manual, or list the pages.",
    discussion: "The pages are in mdoc, which man shows. Where docscan is installed, man docscan also shows them.",
    arguments: [
      CommandArgument(CommandValue("PAGE"), .optional, help: "A page, such as docscan-run.1. Default: a list of all.")
    ],
    options: [],
    example: Example(
      line: "docscan man docscan-pipeline.5 | man -l -", explanation: "Shows the page about pipeline files."),
    perform: { (arguments, console) throws(CommandError) in
      let pages = ManualPage.all
      guard let name = arguments["PAGE"].first else {
        try console.writeOutput(pages.map { $0.name + "\n" }.joined())
        return .success
      }
      guard let page = pages.first(where: { $0.name == name }) else {
        let hint = suggestion(for: name, among: pages.map(\.name))
        throw .usage("\"\(visibleText(name))\" is not a page.\(hint)", command: "man")
      }
      try console.writeOutput(try page.text())
      return .success
    })
}
