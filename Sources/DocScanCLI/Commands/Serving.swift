// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
internal import DocScanLibrary
internal import DocScanServe
internal import DocScanStore

extension Command {
  /// Looking through so many takes seconds.
  private static let manyPages = 2000

  /// Shows a website through a server until the interruption comes, prints the address, and opens it in a browser if it should.
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
    // It listens already: what the browser asks for until then waits.
    if opens, try !batchResult(server.open()) {
      console.writeError("Could not start a browser. Open this address: \(server.url)\n")
    }
    server.run(interruption: interruption)
  }

  /// Opens an address that was printed; says so where the system has no browser.
  static func open(_ address: ViewerAddress, _ console: Console) {
    if !address.open() {
      console.writeError("Could not start a browser. Open this address: \(visibleText(address.url))\n")
    }
  }

  /// The desk in a browser: decisions come into the files when the reviewer asks for it, and at the end.
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
