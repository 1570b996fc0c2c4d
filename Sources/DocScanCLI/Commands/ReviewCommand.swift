// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanLibrary
internal import DocScanReview
internal import DocScanServe
internal import DocScanStore

extension Command {
  static let review = Command(
    name: "review",
    abstract: "Correct misread words: the most doubtful come first.",
    discussion: """
      Lists the words of an output folder that are most likely wrong, with their lines; --ask goes through them one by one. \
      Your corrections are stored in NAME.edits.json in the document's folder, and written to its PDF, its text and all its \
      other files. docscan undo reverts them. Later runs keep them, even with a better engine.

      At each word, type
        Enter            the word is right (if it is marked "probably wrong",
                         type = instead)
        1, 2 …           that alternative is right
        text             the correct text; spaces make it several words
        -                this is not text
        * before these   the same wherever it was read the same way, such as "*2"
        s                skip it;  u  undo the last correction;  q  quit
      To enter a text that is one of these, such as "s" or "2", type "=" before it: =2

      --names goes through the documents that a name template (--name-by) left with the name of their input: Enter accepts the \
      suggestion. Your names are kept, and the files move at once.

      --serve does the same in a browser, where you see each word on its page: open the link that is printed.
      """,
    arguments: [.library],
    options: [
      CommandOption("ask", help: "Ask for each word, and write the corrections to the files."),
      CommandOption(
        "names", help: "Ask for the name of each document that its content could not name; with --json, list them."),
      CommandOption("document", value: CommandValue("NAME"), help: "Only words of this document."),
      CommandOption(
        "language", value: CommandValue("TAG"), help: "Only words of pages in this language, such as de or ja."),
      CommandOption("limit", value: CommandValue("N"), help: "List at most N words. Default: 50; in a browser 500."),
      CommandOption(
        "apply",
        help:
          "Write corrections that are not in the files yet, such as those made while a run used the folder."),
      CommandOption(
        "by", value: CommandValue("NAME"), help: "Your name, stored with each correction. Default: your user name."),
      CommandOption(
        "custom-words",
        help: "Print the typed words as JSON, for the recognize stage's setting customWords."),
      CommandOption(
        "export", value: CommandValue("FOLDER", completion: .folders),
        help:
          "Write the reviewed lines into a new folder, as pictures with their text and as PAGE-XML: ground "
          + "truth for training OCR engines."),
      CommandOption("json", help: "Print the list as JSON, with positions on the pages."),
      CommandOption("open", help: "With --serve: open the address in a browser."),
      .library,
    ] + pageOptions + CommandOption.serving,
    example: Example(
      line: "docscan review out --ask",
      explanation: "Goes through the 50 most doubtful words in the folder out."),
    perform: { (arguments, console) throws(CommandError) in
      let library = try arguments.library(of: "review")
      let limit = try arguments.number("limit", in: 1...100_000, of: "review") ?? 50
      let service = try batchResult(ReviewService(library: withoutSlash(library)))
      if arguments.flags.contains("custom-words") {
        try console.writeJSON(try batchResult(service.customWords()))
        return .success
      }
      if let folder = arguments.values["export"] {
        let exported = try batchResult(service.export(to: withoutSlash(folder)))
        for note in exported.notes { console.writeError(visibleText(note) + "\n") }
        try console.writeOutput(
          "\(counted(exported.lines, "line")) of \(counted(exported.pages, "page")) in \(visibleText(folder))\n")
        return .success
      }
      let person = arguments.values["by"] ?? userName()
      var wish = ReviewWish(document: arguments.values["document"])
      if let name = arguments.values["language"] {
        guard let tag = LanguageTag(named: name)?.description else {
          throw .usage("--language: \"\(visibleText(name))\" is not a language.", command: "review")
        }
        wish.language = tag
      }
      if let done = try decideAboutPages(service, arguments, by: person) {
        try console.writeOutput(done)
        // Fields, tables, and names need no run, so they are written into the files at once.
        let isForText = ["field", "split", "join"].contains { arguments.lists[$0] != nil }
        return isForText || arguments.values["rename"] != nil
          ? try apply(service, console, saysNothing: true) : .success
      }
      if arguments.flags.contains("names") {
        let unnamed = try batchResult(service.unnamed(limit: limit))
        if arguments.flags.contains("json") {
          try console.writeJSON(unnamed)
          return .success
        }
        let named = try NameDialog(service: service, list: unnamed, person: person, console: console).run()
        return named == 0 ? .success : try apply(service, console, saysNothing: true)
      }
      if arguments.flags.contains("apply") { return try apply(service, console, saysNothing: false) }
      if let access = try arguments.serving(of: "review") {
        let reviewer = SiteServer.Reviewer(
          name: person, limit: arguments.values["limit"] == nil ? wordsInBrowser : limit, wish: wish)
        return try serveReview(service, access, reviewer, opens: arguments.flags.contains("open"), on: console)
      }
      if arguments.flags.contains("open") {
        throw .usage("--open needs --serve.", command: "review")
      }
      let list = try batchResult(service.list(limit: limit, of: wish))
      if arguments.flags.contains("json") {
        try console.writeJSON(list)
        return .success
      }
      guard arguments.flags.contains("ask") else {
        try console.writeOutput(DeskText.text(of: list, library: library))
        return .success
      }
      var dialog = ReviewDialog(service: service, list: list, person: person, console: console)
      try dialog.run()
      return try apply(service, console, saysNothing: true)
    })

  /// The default number of words in a browser, which has more space than a terminal.
  private static let wordsInBrowser = 500

  /// Writes corrections into the files and reports the results. Without `saysNothing`, also reports if no correction was pending. Documents in
  /// `unchanged` are only reported if corrections were written, the name has changed, or a problem occurred.
  static func apply(
    _ service: ReviewService, _ console: Console, saysNothing: Bool, unchanged: Set<String> = []
  ) throws(CommandError) -> ExitCode {
    let (results, isWhole): ([ReviewService.Applied], Bool)
    do throws(BatchError) {
      (results, isWhole) = try service.apply(interruption: .onSignals()) {
        let isQuiet = unchanged.contains($0.document) && $0.edits + $0.unfit == 0
        if isQuiet, $0.renamed == nil, $0.problem == nil { return }
        console.writeError(DeskText.line(of: $0) + "\n")
      }
    } catch {
      let isInUse = OutputFolder.process(writingTo: HiddenFolder.existing(in: service.library)) != nil
      console.writeError(
        "Your corrections are saved, but not in the files yet. "
          + (isInUse ? "Another docscan uses the folder, so it applies them. If it doesn't, run " : "Run ")
          + "docscan review \(visibleText(service.library)) --apply later.\n")
      if isInUse, saysNothing { return .success }
      throw .batch(error)
    }
    guard isWhole else {
      console.writeError(
        "Interrupted. Your corrections are saved. To continue: docscan review \(visibleText(service.library)) --apply\n"
      )
      return .interrupted
    }
    if results.isEmpty, !saysNothing { console.writeError("All corrections are in the files.\n") }
    return results.allSatisfy { $0.problem == nil } ? .success : .someFailed
  }
}
