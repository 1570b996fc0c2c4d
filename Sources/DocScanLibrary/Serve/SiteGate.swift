// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// Who may ask a served library for something.
///
/// On this computer, those who know the address with the token: it gives them a cookie. Elsewhere those who know the password.
/// Pages of other origins get nothing, also where a name of theirs leads here (DNS rebinding).
struct SiteGate {
  /// What is asked for before anything is shown.
  enum Key {
    case token(Secret)
    case password(Secret)
  }

  /// What came of a look at a request.
  enum Finding {
    case welcome
    /// Somebody who has the token, and gets the cookie.
    case introduced(cookie: String)
    case refused(HTTPAnswer)
  }

  let key: Key
  /// The address that is listened on, with no brackets.
  let address: String
  let port: Int
  /// Names under which a proxy hands requests on, with their ports where they have any.
  let names: [String]

  private var cookie: String { "docscan-\(port)" }

  /// What a request's headers allow; `token` is the one in its address.
  func look(at request: HTTPRequest, token: String?) -> Finding {
    let hosts = request.values("Host")
    guard hosts.count == 1, let host = hosts.first?.lowercased(), isOwn(host) else {
      return .refused(HTTPAnswer(421, "This server goes by another name."))
    }
    let origins = request.values("Origin")
    guard origins.allSatisfy({ ["http://\(host)", "https://\(host)"].contains($0.lowercased()) }),
      request.values("Sec-Fetch-Site").allSatisfy({ ["same-origin", "none"].contains($0.lowercased()) })
    else { return .refused(HTTPAnswer(403, "Requests from other sites are refused.")) }
    switch key {
    case .token(let secret):
      if let token, secret.matches(token) {
        return .introduced(cookie: "\(cookie)=\(token); Path=/; HttpOnly; SameSite=Strict")
      }
      if cookies(of: request).contains(where: secret.matches) { return .welcome }
      return .refused(HTTPAnswer(403, "Open the whole address that docscan has printed, with its token."))
    case .password(let secret):
      if passwords(of: request).contains(where: secret.matches) { return .welcome }
      return .refused(
        HTTPAnswer(
          401, "This needs the password.", headers: [("WWW-Authenticate", "Basic realm=\"docscan\", charset=\"UTF-8\"")]
        ))
    }
  }

  /// Whether a request that is welcome may change something: only scripts of this website can make such a one.
  static func allowsChange(_ request: HTTPRequest) -> Bool {
    request.values("Origin").count == 1 && request.values("Content-Type") == ["application/json"]
      && request.values("X-Docscan") == ["review"]
  }

  /// Whether a host is this server's: a name that anybody may point here is not.
  private func isOwn(_ host: String) -> Bool {
    if names.contains(host) { return true }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let number = parts.last, parts.count > 1, number == "\(port)" else { return false }
    let name = host.dropLast(number.count + 1)
    if ["127.0.0.1", "localhost", "[::1]"].contains(name) { return true }
    guard case .password = key else { return false }
    let bare = name.hasPrefix("[") && name.hasSuffix("]") ? name.dropFirst().dropLast() : name
    // Who listens on all addresses is known by each of them; a number cannot be pointed elsewhere.
    return bare == address || (["0.0.0.0", "::"].contains(address) && Self.isNumeric(bare))
  }

  private static func isNumeric(_ name: Substring) -> Bool {
    let isIPv4 = name.allSatisfy { $0.isASCII && ($0.isWholeNumber || $0 == ".") }
    return isIPv4 || (name.contains(":") && name.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") })
  }

  private func cookies(of request: HTTPRequest) -> [String] {
    request.values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let sides = pair.split(separator: "=", maxSplits: 1)
      let name = sides.first?.drop { $0 == " " }
      return sides.count == 2 && name == cookie[...] ? String(sides[1]) : nil
    }
  }

  /// The passwords of RFC 7617; which name goes with one makes no difference.
  private func passwords(of request: HTTPRequest) -> [String] {
    request.values("Authorization").compactMap { value in
      let parts = value.split(separator: " ")
      guard parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])),
        let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
      else { return nil }
      return String(text[text.index(after: colon)...])
    }
  }
}
