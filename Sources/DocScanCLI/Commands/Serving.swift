// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCommandLine
internal import DocScanCore
internal import DocScanFiles
internal import DocScanProgress
internal import DocScanReview
internal import DocScanServe

extension Command {
  /// The number of pages above which building the list takes seconds, so a message is useful.
  private static let manyPages = 2000

  /// Serves a website until the process is interrupted. Prints the address, and opens it in a browser if `opens` is `true`.
  static func serve(
    _ site: LibrarySite, _ access: SiteServer.Access, reviewer: SiteServer.Reviewer? = nil,
    opens: Bool, until interruption: Interruption, on console: Console
  ) throws(CommandError) {
    let server = try batchResult(
      SiteServer(
        site, access: access, reviewer: reviewer,
        onNotice: { console.writeError(visibleText($0) + "\n") }))
    console.writeError(servingNotes(access).map { $0 + "\n" }.joined())
    try console.writeOutput(server.url + "\n")
    console.writeError("Open this link in a browser. Press Ctrl-C to stop.\n")
    // The server is listening already, so the browser's requests wait until it runs.
    if opens, try !batchResult(server.open()) {
      console.writeError("Could not start a browser. Open this address: \(server.url)\n")
    }
    server.run(interruption: interruption)
  }

  /// Opens an address in the browser. Prints the address if there is no browser.
  static func open(_ address: ViewerAddress, _ console: Console) {
    if !address.open() {
      console.writeError("Could not start a browser. Open this address: \(visibleText(address.url))\n")
    }
  }

  /// Serves the review desk. Corrections are written into the files on request and at the end.
  static func serveReview(
    _ service: ReviewService, _ access: SiteServer.Access, _ reviewer: SiteServer.Reviewer, opens: Bool,
    on console: Console
  ) throws(CommandError) -> ExitCode {
    let site = try batchResult(LibrarySite(of: service))
    let interruption = Interruption.onSignals()
    let live = LiveProgress(
      ProgressMode.auto.display(on: console, elsewhere: QuietProgress()), write: console.writeError)
    defer { live.end() }
    let made = try batchResult(site.update(interruption: interruption, onEvent: live.show))
    live.end()
    if made.interrupted { return .interrupted }
    if made.pages > manyPages { console.writeError("Looking for doubtful words on \(counted(made.pages, "page")) …\n") }
    try serve(site, access, reviewer: reviewer, opens: opens, until: interruption, on: console)
    let outcome = try apply(service, console, saysNothing: true)
    return outcome == .success ? .interrupted : outcome
  }
}
