// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// Decides whether a request to one of docscan's servers is allowed. On this computer, an address with a token grants a cookie. On other computers,
/// a password is needed. A server that receives documents gives each device its own token. Requests from pages of other origins are refused, even if
/// one of their host names resolves to this server (DNS rebinding).
struct AccessControl {
  /// The credential that a client must show.
  enum Key {
    case token(BrowserSessionGate)
    case password(Secret)
    case devices(DeviceAuthentication)
  }

  enum Finding {
    case welcome
    /// A device that may send documents, authenticated by cookie (browsers) or by bearer token (programs).
    case device(DeviceBook.Device, isBrowser: Bool)
    case introduced(cookie: String)
    case refused(HTTPAnswer)
  }

  let key: Key
  /// The numeric address that the server listens on, without brackets.
  let address: String
  let port: Int
  /// The host names under which a reverse proxy forwards requests, with the port if it isn't the default.
  let names: [String]
  /// Whether the server uses TLS. If so, the cookie is marked `Secure`.
  var isSecure = false

  static func unknown(for request: HTTPRequest) -> HTTPAnswer {
    let sentence = "This link was already used, or is incomplete. Open the newest link that docscan printed."
    // Scripts and programs show the sentence themselves.
    guard request.values("Accept").contains(where: { $0.contains("text/html") }) else {
      return HTTPAnswer(403, sentence)
    }
    return .page(403, title: "This link no longer works", sentence)
  }

  /// The cookie's name. Without TLS, nobody can set a cookie whose name begins with "__Secure-" (RFC 6265bis).
  private var cookie: String { (isSecure ? "__Secure-" : "") + "docscan-\(port)" }

  /// Whether a request names this server. Pages of other sites can reach it under names of their own.
  func isOwnHost(of request: HTTPRequest) -> Bool {
    let hosts = request.values("Host")
    return hosts.count == 1 && isOwn(hosts[0].lowercased())
  }

  /// Checks the headers of a request. `token` is the token in the query of the request's address.
  func look(at request: HTTPRequest, token: String?) -> Finding {
    guard let host = request.values("Host").first?.lowercased(), isOwnHost(of: request) else {
      return .refused(HTTPAnswer(421, "This server has a different name."))
    }
    // A link with a token may be followed from any page, including a file on disk, so `Origin` isn't checked yet.
    if case .token(let session) = key, let token, request.method == "GET", let value = session.cookie(for: token) {
      return .introduced(cookie: "\(cookie)=\(value); Path=/\(session.folder)/; HttpOnly; SameSite=Strict")
    }
    if case .devices(let book) = key, let token, request.method == "GET",
      let value = book.admit(token, agent: request.values("User-Agent").first ?? "")
    {
      return .introduced(
        cookie: "\(cookie)=\(value); Path=/\(book.folder)/; Max-Age=31536000; HttpOnly; SameSite=Strict"
          + (isSecure ? "; Secure" : ""))
    }
    let origins = request.values("Origin")
    guard origins.allSatisfy({ ["http://\(host)", "https://\(host)"].contains($0.lowercased()) }),
      request.values("Sec-Fetch-Site").allSatisfy({ ["same-origin", "none"].contains($0.lowercased()) })
    else { return .refused(HTTPAnswer(403, "Requests from other sites are refused.")) }
    switch key {
    case .token(let session):
      if cookies(of: request).contains(where: session.isCookie) { return .welcome }
      return .refused(Self.unknown(for: request))
    case .password(let secret):
      let tried = passwords(of: request)
      if tried.contains(where: secret.matches) { return .welcome }
      var answer = HTTPAnswer(
        401, "A password is required.", headers: [("WWW-Authenticate", "Basic realm=\"docscan\", charset=\"UTF-8\"")])
      answer.isSlow = !request.values("Authorization").isEmpty
      return .refused(answer)
    case .devices(let book):
      let shown = bearers(of: request)
      if let device = shown.lazy.compactMap(book.device).first { return .device(device, isBrowser: false) }
      let kept = cookies(of: request)
      // A server on another port can add a cookie with another device's token. A program's token is never a cookie.
      let owners = Set(kept.compactMap(book.device).filter { $0.isProgram != true })
      if shown.isEmpty, owners.count == 1, let device = owners.first { return .device(device, isBrowser: true) }
      var answer = HTTPAnswer(
        401,
        "A token is required. Programs get one with docscan receive --add NAME; phones scan the code of docscan receive.",
        headers: [("WWW-Authenticate", "Bearer realm=\"docscan\"")])
      answer.isSlow = token != nil || !shown.isEmpty || !kept.isEmpty
      return .refused(answer)
    }
  }

  /// Returns whether this website's script sent `page` in `X-Docscan`. Other origins need a CORS preflight for it, which is never answered.
  static func isOwnScript(_ request: HTTPRequest, of page: String) -> Bool {
    request.values("Origin").count == 1 && request.values("X-Docscan") == [page]
  }

  /// Returns whether an authorized request may change something, which only this website's scripts can request.
  static func allowsChange(_ request: HTTPRequest) -> Bool {
    isOwnScript(request, of: "review") && request.values("Content-Type") == ["application/json"]
  }

  /// Returns whether a host is this server's numeric address, loopback name, or proxy name. Other names could be pointed here by an attacker.
  private func isOwn(_ host: String) -> Bool {
    if names.contains(host) { return true }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let number = parts.last, parts.count > 1, number == "\(port)" else { return false }
    let name = host.dropLast(number.count + 1)
    if ["127.0.0.1", "localhost", "[::1]"].contains(name) { return true }
    let bare = name.hasPrefix("[") && name.hasSuffix("]") ? name.dropFirst().dropLast() : name
    // DNS can't point a numeric address elsewhere.
    if bare == address { return true }
    if case .token = key { return false }
    // A server that listens on all addresses can be reached by any of them.
    return ["0.0.0.0", "::"].contains(address) && Self.isNumeric(bare)
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

  /// Returns the bearer tokens of a request (RFC 6750).
  private func bearers(of request: HTTPRequest) -> [String] {
    request.values("Authorization").map { value in
      let parts = value.split(separator: " ")
      // A malformed header counts as a wrong token, so it is answered slowly, too.
      return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : ""
    }
  }

  /// Returns the passwords of a request (RFC 7617). The user name is ignored.
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
