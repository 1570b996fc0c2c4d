// SPDX-License-Identifier: GPL-3.0-or-later

internal import FoundationEssentials

/// Who may ask a served library for something.
///
/// On this computer, those who know an address with a token: it gives them a cookie. Elsewhere those who know the password. Where
/// documents are received, each device has a token of its own.
/// Pages of other origins get nothing, also where a name of theirs leads here (DNS rebinding).
struct AccessControl {
  /// What is asked for before anything is shown.
  enum Key {
    case token(FrontDoor)
    case password(Secret)
    case devices(DeviceDoor)
  }

  /// What came of a look at a request.
  enum Finding {
    case welcome
    /// One of the devices that may send documents; a browser has shown a cookie, a program its token.
    case device(DeviceBook.Device, isBrowser: Bool)
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
  /// Whether the server speaks TLS: then a browser sends the cookie over nothing else.
  var isSecure = false

  static var unknown: HTTPAnswer {
    HTTPAnswer(403, "Open the last address docscan printed, in full. Each works in one browser only.")
  }

  private var cookie: String { "docscan-\(port)" }

  /// What a request's headers allow; `token` is the one in its address.
  func look(at request: HTTPRequest, token: String?) -> Finding {
    let hosts = request.values("Host")
    guard hosts.count == 1, let host = hosts.first?.lowercased(), isOwn(host) else {
      return .refused(HTTPAnswer(421, "This server goes by another name."))
    }
    // Whoever knows the token may come from anywhere: from a page on the disk, for one.
    if case .token(let door) = key, let token, request.method == "GET", let value = door.cookie(for: token) {
      return .introduced(cookie: "\(cookie)=\(value); Path=/\(door.folder)/; HttpOnly; SameSite=Strict")
    }
    if case .devices(let door) = key, let token, request.method == "GET",
      let value = door.admit(token, agent: request.values("User-Agent").first ?? "")
    {
      return .introduced(
        cookie: "\(cookie)=\(value); Path=/\(door.folder)/; Max-Age=31536000; HttpOnly; SameSite=Strict"
          + (isSecure ? "; Secure" : ""))
    }
    let origins = request.values("Origin")
    guard origins.allSatisfy({ ["http://\(host)", "https://\(host)"].contains($0.lowercased()) }),
      request.values("Sec-Fetch-Site").allSatisfy({ ["same-origin", "none"].contains($0.lowercased()) })
    else { return .refused(HTTPAnswer(403, "Requests from other sites are refused.")) }
    switch key {
    case .token(let door):
      if cookies(of: request).contains(where: door.isCookie) { return .welcome }
      return .refused(Self.unknown)
    case .password(let secret):
      let tried = passwords(of: request)
      if tried.contains(where: secret.matches) { return .welcome }
      var answer = HTTPAnswer(
        401, "This needs the password.", headers: [("WWW-Authenticate", "Basic realm=\"docscan\", charset=\"UTF-8\"")])
      answer.isSlow = !request.values("Authorization").isEmpty
      return .refused(answer)
    case .devices(let door):
      let shown = bearers(of: request)
      if let device = shown.lazy.compactMap(door.device).first { return .device(device, isBrowser: false) }
      let kept = cookies(of: request)
      if shown.isEmpty, let device = kept.lazy.compactMap(door.device).first { return .device(device, isBrowser: true) }
      var answer = HTTPAnswer(
        401,
        "This needs a token. docscan receive --add NAME makes one for a program; phones scan the code that it shows.",
        headers: [("WWW-Authenticate", "Bearer realm=\"docscan\"")])
      answer.isSlow = token != nil || !shown.isEmpty || !kept.isEmpty
      return .refused(answer)
    }
  }

  /// Whether a request was made by a script of this website: no page of another origin can set such a header unasked.
  static func isOwnScript(_ request: HTTPRequest, of page: String) -> Bool {
    request.values("Origin").count == 1 && request.values("X-Docscan") == [page]
  }

  /// Whether a request that is welcome may change something: only scripts of this website can make such a one.
  static func allowsChange(_ request: HTTPRequest) -> Bool {
    isOwnScript(request, of: "review") && request.values("Content-Type") == ["application/json"]
  }

  /// Whether a host is this server's: a name that anybody may point here is not.
  private func isOwn(_ host: String) -> Bool {
    if names.contains(host) { return true }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let number = parts.last, parts.count > 1, number == "\(port)" else { return false }
    let name = host.dropLast(number.count + 1)
    if ["127.0.0.1", "localhost", "[::1]"].contains(name) { return true }
    let bare = name.hasPrefix("[") && name.hasSuffix("]") ? name.dropFirst().dropLast() : name
    // A number cannot be pointed elsewhere.
    if bare == address { return true }
    if case .token = key { return false }
    // Who listens on all addresses is known by each of them.
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

  /// The tokens of RFC 6750.
  private func bearers(of request: HTTPRequest) -> [String] {
    request.values("Authorization").map { value in
      let parts = value.split(separator: " ")
      // Anything else is as good as a wrong one.
      return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : ""
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
