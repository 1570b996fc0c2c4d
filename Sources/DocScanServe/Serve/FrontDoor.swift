// SPDX-License-Identifier: GPL-3.0-or-later

/// How browsers on this computer come in: each token is good once, for a cookie that is something else.
///
/// Cookies know no ports: a browser sends them to every server of an address, those of other users, too. So this one is for addresses
/// below a folder that nobody can guess.
final class FrontDoor {
  /// The first name of all addresses here.
  let folder: String
  /// Called when a token was used, so that there is another one for another browser.
  var onUse: () -> Void = {}

  private let cookie = Secret.token()
  private let secret: Secret
  private var tokens: [Secret] = []

  /// With a folder that lasts, so that bookmarks lead there again, or with a new one.
  init(lasting folder: String? = nil) {
    secret = Secret(cookie)
    self.folder = folder ?? String(Secret.token().prefix(32))
  }

  /// A new token.
  func token() -> String {
    let token = Secret.token()
    tokens.append(Secret(token))
    return token
  }

  /// Takes a token for the cookie's value; nil if it is none, or was used.
  func cookie(for token: String) -> String? {
    let left = tokens.filter { !$0.matches(token) }
    guard left.count < tokens.count else { return nil }
    tokens = left
    onUse()
    return cookie
  }

  /// Whether a cookie has the value that a token was good for.
  func isCookie(_ value: String) -> Bool { secret.matches(value) }

  /// What a request asks for below the folder; nil if it asks for something else.
  func target(_ target: String) -> String? { Self.target(target, below: folder) }

  static func target(_ target: String, below folder: String) -> String? {
    let above = "/\(folder)/"
    guard target.utf8.starts(with: above.utf8) else { return nil }
    return String(Substring(target.utf8.dropFirst(above.utf8.count - 1)))
  }
}
