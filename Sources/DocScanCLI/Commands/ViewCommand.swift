// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanProgress
internal import DocScanServe

extension Command {
  static let view = Command(
    name: "view",
    abstract: "Make a website of an output folder: view pages next to their text, offline.",
    discussion: """
      Writes index.html into the folder, and its files into .docscan/view. Open it in a browser: no server and no network are \
      needed, and nothing outside the folder is loaded. The whole folder can be copied to another place.

      Each run picks up changes since the last one. Documents that were made without the writer "web" get pictures \
      from their PDFs, once; a run with --also web makes better ones, with the page as loaded next to the corrected \
      one. An index.html that docscan did not create is not replaced.

      --serve starts a server on this computer, for reading only. Then the search box covers all text, and reloading the page \
      shows what docscan watch has added. Only a browser that opened the printed link has access.
      """,
    arguments: [.library],
    options: [
      CommandOption("no-pictures", help: "Don't make pictures for documents without any; only their text is shown."),
      .jobs,
      CommandOption(
        "rebuild", help: "Rewrite everything, even for documents that have not changed."),
      CommandOption("open", help: "Open it in a browser."),
      .library,
    ] + CommandOption.serving,
    example: Example(
      line: "docscan view out --open",
      explanation: "Makes the website out/index.html, or brings it up to date, and opens it in a browser."),
    perform: { (arguments, console) throws(CommandError) in
      let library = try arguments.library(of: "view")
      let workers = try arguments.jobs(of: "view")
      let access = try arguments.serving(of: "view")
      let passwords = access == nil ? try arguments.passwords(of: "view") : []
      let site = try batchResult(LibrarySite(library: withoutSlash(library)))
      // Signals must be blocked before the progress starts a thread. Otherwise that thread receives them and the
      // process ends.
      let interruption = Interruption.onSignals()
      let display = ProgressMode.auto.display(on: console, elsewhere: QuietProgress())
      let live = LiveProgress(display, write: console.writeError)
      defer { live.end() }
      let result: LibrarySite.Result
      do throws(BatchError) {
        result = try site.update(
          makingPictures: !arguments.flags.contains("no-pictures"), rebuild: arguments.flags.contains("rebuild"),
          workers: workers, passwords: passwords, interruption: interruption, onEvent: live.show)
      } catch {
        throw .batch(error)
      }
      live.end()
      console.writeError(result.notes.map { visibleText($0) + "\n" }.joined())
      let opens = arguments.flags.contains("open") && !result.interrupted
      try console.writeOutput(
        "\(visibleText(result.page)): \(counted(result.documents, "document")), \(counted(result.pages, "page")), "
          + "\(result.changed) new or changed." + (access == nil && !opens ? " Open it in a browser.\n" : "\n"))
      if result.interrupted {
        console.writeError("Interrupted. Run the same command to continue.\n")
        return .interrupted
      }
      guard let access else {
        if opens { open(ViewerAddress(of: library), console) }
        return .success
      }
      try serve(site, access, opens: opens, until: interruption, on: console)
      return .interrupted
    })
}

func withoutSlash(_ path: String) -> String {
  let end = path.lastIndex { $0 != "/" }
  return end.map { String(path[...$0]) } ?? path
}
