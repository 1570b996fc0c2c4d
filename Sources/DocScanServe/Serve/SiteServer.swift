// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanBatch
internal import DocScanCore
package import DocScanLibrary
package import DocScanStore

/// Shows a library's website to browsers on this computer, or to those who know a password.
package final class SiteServer {
  /// Who may look, and from where.
  package struct Access: Sendable {
    /// The numeric address that is listened on.
    package var address: String
    /// 0 is any port that is free.
    package var port: Int
    /// What has to be known on other computers; with nil a token is made for this one.
    package var password: String?
    /// Names under which a proxy hands requests on.
    package var names: [String]

    package init(address: String = "127.0.0.1", port: Int = 0, password: String? = nil, names: [String] = []) {
      (self.address, self.port, self.password, self.names) = (address, port, password, names)
    }

    /// Whether an address is one of this computer that no other one reaches.
    package static func isLocal(_ address: String) -> Bool {
      let numbers = address.split(separator: ".", omittingEmptySubsequences: false)
      return address == "::1" || (numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil })
    }
  }

  /// What to open in a browser.
  package let url: String
  private let place: String
  /// Nil where a password is asked for.
  private let door: FrontDoor?
  /// It has to be there until the browser has read it.
  private var launchPage: LaunchPage?
  private let server: HTTPServer
  private let room: ReviewEndpoints?

  /// Somebody who decides about doubtful words in the browser.
  package struct Reviewer: Sendable {
    package var name: String
    /// The list has so many words at most.
    package var limit: Int

    /// Which words are wanted.
    package var wish: ReviewWish

    package init(name: String, limit: Int, wish: ReviewWish = ReviewWish()) {
      (self.name, self.limit, self.wish) = (name, limit, wish)
    }
  }

  /// Starts to listen; the website has to be up to date. Without a reviewer nothing can be changed. `onNotice` gets what a
  /// person should know.
  package init(
    _ site: LibrarySite, access: Access, reviewer: Reviewer? = nil,
    onNotice: @escaping (String) -> Void
  ) throws(BatchError) {
    let room: ReviewEndpoints?
    if let reviewer {
      room = try ReviewEndpoints(
        service: ReviewService(library: site.library), limit: reviewer.limit, person: reviewer.name, wish: reviewer.wish
      )
    } else {
      room = nil
    }
    self.room = room
    // Who chose a port may keep bookmarks.
    let door = FrontDoor(lasting: access.port == 0 ? nil : LastingFolder.name(for: site.library.path))
    let key = access.password.map { AccessControl.Key.password(Secret($0)) } ?? .token(door)
    server = try HTTPServer(address: access.address, port: access.port) { (port) throws(BatchError) in
      let gate = AccessControl(
        key: key, address: access.address, port: port, names: access.names.map { $0.lowercased() })
      return HTTPServer.Handler(answer: try SiteResponder(site, gate: gate, room: room, onNotice: onNotice).answer)
    }
    let host = access.address.contains(":") ? "[\(access.address)]" : access.address
    place = "http://\(host):\(server.port)/"
    self.door = access.password == nil ? door : nil
    url = place + (access.password == nil ? "\(door.folder)/?token=\(door.token())" : "")
    door.onUse = { [place] in
      onNotice("For another browser: \(place)\(door.folder)/?token=\(door.token())")
    }
  }

  /// Opens the website in the system's browser; false if it knows none.
  ///
  /// What a program is started with, others can read: so no token is in it.
  package func open() throws(BatchError) -> Bool {
    guard let door else { return ViewerAddress(url: url).open() }
    let page = try LaunchPage(to: "\(place)\(door.folder)/?token=\(door.token())")
    launchPage = page
    return ViewerAddress(url: "file://" + Escape.percentPath(page.path)).open()
  }

  /// Answers until the interruption comes.
  package func run(interruption: Interruption) {
    while !interruption.comes(before: server.descriptor, milliseconds: server.patience) { server.turn() }
    room?.end()
  }
}
