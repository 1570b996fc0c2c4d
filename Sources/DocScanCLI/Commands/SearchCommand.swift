// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanProgress
internal import DocScanServe
internal import DocScanStore

extension Command {
  static let search = Command(
    name: "search",
    abstract: "Search the text of everything in an output folder.",
    discussion: """
      Finds pages with all of the words, in any order. Put a phrase between quotation marks. Case and accents make no \
      difference. A word that is broken at the end of a line is found whole. In Chinese, Japanese and Korean, any part of a \
      text is found.

        invoice "amount due" -reminder   both, but no page with "reminder"
        rent OR lease                    one of the two
        inv*                             words that start with this
        'near(notice termination)'       near each other; near/3(…): three words
        1589.80                          also 1.589,80 and 1 589,80
        lang:ko  doc:2024*  date:2024-03..2024-05  type:iban  merchant:rewe
        kind:invoice  sender:"Acme Ltd"  amount:529.87  amount:500..600

      lang: is the language, doc: the name of the document, date: a date on the page, type: data that the detect stage \
      found, merchant: the merchant of a receipt. kind: and sender: are those of the document, from the about and receipt \
      stages; amount: is an amount that the detect or receipt stage found. A "-" before one of these excludes its pages.

      The index is in the output folder, and each run keeps it up to date.
      """,
    arguments: [
      CommandArgument(
        CommandValue("QUERY"), .any, help: "What to look for. The folder with the results may come first.")
    ],
    options: [
      CommandOption(
        "output", short: "o", value: CommandValue("DIR", completion: .folders),
        help: "The folder with the results. Default: docscan-out, if there is one here, otherwise this folder."),
      CommandOption("fuzzy", help: "Also find words that were probably misread, most likely matches first."),
      CommandOption("json", help: "Print the results as JSON, with positions on the pages."),
      CommandOption("open", help: "Open the first page in a browser, with the words marked: see docscan view."),
      CommandOption("limit", value: CommandValue("N"), help: "Show at most this many pages. Default: 20."),
    ],
    example: Example(
      line: "docscan search 'amount due' date:2024-03 -o out",
      explanation: "Finds pages in the folder out that say \"amount due\" and a date in March 2024."),
    takesDashes: true,
    perform: { (arguments, console) throws(CommandError) in
      // Other commands also accept the folder as the first word. To search for a word that is a folder's name, use -o.
      let words = arguments["QUERY"]
      let isFolderFirst = arguments.values["output"] == nil && words.count > 1 && StoredDocument.isLibrary(words[0])
      let library = arguments.values["output"] ?? (isFolderFirst ? words[0] : StoredDocument.standardLibrary)
      let limit = try arguments.number("limit", in: 1...10_000, of: "search") ?? 20
      let query = try batchResult(SearchQuery(words: isFolderFirst ? Array(words.dropFirst()) : words))
      let result = try batchResult(
        LibrarySearch(library: library).pages(query, limit: limit, fuzzy: arguments.flags.contains("fuzzy")))
      if arguments.flags.contains("json") {
        try console.writeJSON(result)
      } else {
        try console.writeOutput(SearchText.text(of: result, isTerminal: console.outputIsTerminal()))
        console.writeError(result.notes.map { visibleText($0) + "\n" }.joined())
      }
      if arguments.flags.contains("open"), let hit = result.hits.first {
        let live = LiveProgress(
          ProgressMode.auto.display(on: console, elsewhere: QuietProgress()), write: console.writeError)
        defer { live.end() }
        let site = try batchResult(LibrarySite(library: library))
        _ = try batchResult(site.update(interruption: Interruption.onSignals(), onEvent: live.show))
        live.end()
        let address = ViewerAddress(of: hit, library: library)
        console.writeError((address.open() ? "" : "Open this in a browser: ") + visibleText(address.url) + "\n")
      }
      return .success
    })
}
