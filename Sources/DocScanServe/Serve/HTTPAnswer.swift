// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// What a server says.
struct HTTPAnswer {
  enum Content {
    case bytes([UInt8])
    /// A piece of a file.
    case file(ServedFile, Range<Int>)
  }

  /// What everything is answered with: no other origin gets it, shows it or is told of it, and its kind is not guessed.
  private static let shared = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
  /// What runs in an answer that is not the website's page: nothing.
  private static let inert = "default-src 'none'; frame-ancestors 'none'"

  var status: Int
  var headers: [(String, String)]
  var content: Content
  /// Whether it is sent a while later: who guesses is not to guess often.
  var isSlow = false

  /// Every answer says what it may do and how long it may be kept: nothing and not at all, unless it is said.
  init(
    _ status: Int, _ content: Content, type: String, policy: String = Self.inert, caching: String = "no-store",
    headers: [(String, String)] = []
  ) {
    (self.status, self.content) = (status, content)
    self.headers =
      Self.shared + [("Content-Type", type), ("Content-Security-Policy", policy), ("Cache-Control", caching)] + headers
  }

  /// A sentence for people.
  init(_ status: Int, _ sentence: String, headers: [(String, String)] = []) {
    self.init(status, .bytes(Array((sentence + "\n").utf8)), type: "text/plain; charset=utf-8", headers: headers)
  }

  /// A value as JSON.
  static func json(_ status: Int, _ value: some Encodable) -> HTTPAnswer {
    do {
      return HTTPAnswer(status, .bytes([UInt8](try JSONText.compact(value))), type: "application/json")
    } catch {
      return HTTPAnswer(500, "The answer cannot be written: \(error).")
    }
  }

  /// A page that leads to this server's own: what comes after it is asked for from here, so a cookie goes along.
  static func introduction(cookie: String) -> HTTPAnswer {
    let page =
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=./\"><link rel=\"icon\" href=\"favicon.ico\"><title>docscan</title>\n"
    return HTTPAnswer(
      200, .bytes(Array(page.utf8)), type: "text/html; charset=utf-8",
      policy: "default-src 'none'; img-src 'self'; frame-ancestors 'none'", headers: [("Set-Cookie", cookie)])
  }

  static var notFound: HTTPAnswer { HTTPAnswer(404, "There is nothing here.") }
}
