// SPDX-License-Identifier: GPL-3.0-or-later

/// Admits browsers on this computer. Each token can be exchanged once for a session cookie. Cookies aren't bound to a port, so a browser also sends
/// them to other users' servers on the same host. The cookie's path is therefore a folder that other users can't guess.
final class BrowserSessionGate {
  /// The first path component of all addresses of this server.
  let folder: String
  var onUse: () -> Void = {}

  private let cookie = Secret.token()
  private let secret: Secret
  private var tokens: [Secret] = []

  /// Creates a gate without tokens. `folder` is a stable folder name, so that bookmarks keep working, or `nil` for a random one.
  init(lasting folder: String? = nil) {
    secret = Secret(cookie)
    self.folder = folder ?? String(Secret.token().prefix(32))
  }

  func token() -> String {
    let token = Secret.token()
    tokens.append(Secret(token))
    return token
  }

  /// Exchanges a token for the cookie's value. Returns `nil` if the token is unknown or was already used.
  func cookie(for token: String) -> String? {
    let left = tokens.filter { !$0.matches(token) }
    guard left.count < tokens.count else { return nil }
    tokens = left
    onUse()
    return cookie
  }

  func isCookie(_ value: String) -> Bool { secret.matches(value) }

  func target(_ target: String) -> String? { Self.target(target, below: folder) }

  /// Returns a request's target relative to a folder, or `nil` if the target isn't below the folder.
  static func target(_ target: String, below folder: String) -> String? {
    let above = "/\(folder)/"
    guard target.utf8.starts(with: above.utf8) else { return nil }
    return String(Substring(target.utf8.dropFirst(above.utf8.count - 1)))
  }
}
