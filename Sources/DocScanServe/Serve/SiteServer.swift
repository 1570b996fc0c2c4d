// SPDX-License-Identifier: GPL-3.0-or-later

package import DocScanCore
internal import DocScanFiles
package import DocScanLibrary
internal import DocScanReview

/// Serves a library's website to browsers on this computer, or to anyone with the password.
package final class SiteServer {
  /// The address, port, and password of a server.
  package struct Access: Sendable {
    /// The numeric address to listen on.
    package var address: String
    /// The TCP port, or 0 for any free port.
    package var port: Int
    /// The password, or `nil` for a one-time token in the address.
    package var password: String?
    /// The host names under which a reverse proxy forwards requests.
    package var names: [String]

    package init(address: String = "127.0.0.1", port: Int = 0, password: String? = nil, names: [String] = []) {
      (self.address, self.port, self.password, self.names) = (address, port, password, names)
    }

    /// Returns whether an address is a loopback address, which other computers can't reach.
    package static func isLocal(_ address: String) -> Bool {
      let numbers = address.split(separator: ".", omittingEmptySubsequences: false)
      return address == "::1" || (numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil })
    }
  }

  package let url: String
  private let place: String
  /// The gate for browsers with a token, or `nil` if a password is required.
  private let session: BrowserSessionGate?
  /// The page that redirects the browser. It must exist until the browser has read it.
  private var launchPage: LaunchPage?
  private let server: HTTPServer
  private let review: ReviewEndpoints?

  /// A person who corrects doubtful words in the browser.
  package struct Reviewer: Sendable {
    package var name: String
    /// The maximum number of words in the list.
    package var limit: Int

    package var wish: ReviewWish

    package init(name: String, limit: Int, wish: ReviewWish = ReviewWish()) {
      (self.name, self.limit, self.wish) = (name, limit, wish)
    }
  }

  /// Starts to listen. The website must be up to date, and is read-only without a reviewer. `onNotice` receives messages for the user. Throws if the
  /// port can't be used or the library can't be read.
  package init(
    _ site: LibrarySite, access: Access, reviewer: Reviewer? = nil,
    onNotice: @escaping (String) -> Void
  ) throws(BatchError) {
    let review: ReviewEndpoints?
    if let reviewer {
      review = try ReviewEndpoints(
        service: ReviewService(library: site.library), limit: reviewer.limit, person: reviewer.name, wish: reviewer.wish
      )
    } else {
      review = nil
    }
    self.review = review
    // With a fixed port, bookmarks should keep working.
    let session = BrowserSessionGate(lasting: access.port == 0 ? nil : StableURLPrefix.name(for: site.library.path))
    let key = access.password.map { AccessControl.Key.password(Secret($0)) } ?? .token(session)
    server = try HTTPServer(address: access.address, port: access.port) { (port) throws(BatchError) in
      let gate = AccessControl(
        key: key, address: access.address, port: port, names: access.names.map { $0.lowercased() })
      let responder = try SiteResponder(site, gate: gate, review: review, onNotice: onNotice)
      return HTTPServer.Handler(opening: responder.opening, answer: responder.answer)
    }
    let host = access.address.contains(":") ? "[\(access.address)]" : access.address
    place = "http://\(host):\(server.port)/"
    self.session = access.password == nil ? session : nil
    url = place + (access.password == nil ? "\(session.folder)/?token=\(session.token())" : "")
    session.onUse = { [place] in
      onNotice("For another browser: \(place)\(session.folder)/?token=\(session.token())")
    }
  }

  /// Opens the website in the system's browser, or returns `false` without one. The token isn't an argument, which other users can read.
  package func open() throws(BatchError) -> Bool {
    guard let session else { return ViewerAddress(url: url).open() }
    let page = try LaunchPage(to: "\(place)\(session.folder)/?token=\(session.token())")
    launchPage = page
    return ViewerAddress(url: "file://" + Escape.percentPath(page.path)).open()
  }

  package func run(interruption: Interruption) {
    while !interruption.comes(before: server.descriptor, milliseconds: server.patience) { server.turn() }
    review?.end()
  }
}
