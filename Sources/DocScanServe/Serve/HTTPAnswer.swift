// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore

/// A response of one of docscan's servers.
struct HTTPAnswer {
  enum Content {
    case bytes([UInt8])
    case file(ServedFile, Range<Int>)
  }

  /// Headers of every response: no content sniffing, no referrer, and no access for other origins.
  private static let shared = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
  /// The default content security policy: nothing may run or load. The HTML pages of the servers have their own policies.
  private static let inert = "default-src 'none'; frame-ancestors 'none'"

  var status: Int
  var headers: [(String, String)]
  var content: Content
  /// Whether the response is delayed, to slow down password guessing.
  var isSlow = false

  /// Creates a response. By default, its content can't run anything and must not be cached.
  init(
    _ status: Int, _ content: Content, type: String, policy: String = Self.inert, caching: String = "no-store",
    headers: [(String, String)] = []
  ) {
    (self.status, self.content) = (status, content)
    self.headers =
      Self.shared + [("Content-Type", type), ("Content-Security-Policy", policy), ("Cache-Control", caching)] + headers
  }

  init(_ status: Int, _ sentence: String, headers: [(String, String)] = []) {
    self.init(status, .bytes(Array((sentence + "\n").utf8)), type: "text/plain; charset=utf-8", headers: headers)
  }

  /// Returns a small HTML page. The texts are docscan's own, never a document's.
  static func page(_ status: Int, title: String, _ sentence: String) -> HTTPAnswer {
    let html = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark"><title>\(title)</title>
      <style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem }
      h1 { font-size: 1.5rem } p { opacity: .85 }</style></head>
      <body><h1>\(title)</h1><p>\(sentence)</p></body></html>

      """
    return HTTPAnswer(
      status, .bytes(Array(html.utf8)), type: "text/html; charset=utf-8",
      policy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  }

  static func json(_ status: Int, _ value: some Encodable) -> HTTPAnswer {
    do {
      return HTTPAnswer(status, .bytes([UInt8](try JSONText.compact(value))), type: "application/json")
    } catch {
      return HTTPAnswer(500, "The answer cannot be written: \(error).")
    }
  }

  /// Creates a page that sets the cookie and redirects to the same folder without the token. The redirect comes from the same site, so the browser
  /// sends the `SameSite=Strict` cookie with it.
  static func introduction(cookie: String) -> HTTPAnswer {
    let page =
      "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=./\"><link rel=\"icon\" href=\"favicon.ico\"><title>docscan</title>\n"
    return HTTPAnswer(
      200, .bytes(Array(page.utf8)), type: "text/html; charset=utf-8",
      policy: "default-src 'none'; img-src 'self'; frame-ancestors 'none'", headers: [("Set-Cookie", cookie)])
  }

  static var notFound: HTTPAnswer { HTTPAnswer(404, "Not found.") }
}
