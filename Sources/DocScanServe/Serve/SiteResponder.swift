// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials

/// Answers requests for a library's website: checks access, sends pages and files, and passes on searches and reviews.
final class SiteResponder {
  /// The content security policy of the website's page: only its own files may run, and no other server is contacted.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"
  private static let readOnly = "Read-only: start docscan review --serve to make changes."
  /// The interval between checks for new documents if the library has no journal that reports changes.
  private static let pause = Duration.seconds(2)

  private let library: Folder
  private let site: LibrarySite
  private let gate: AccessControl
  private let folder: ServedFolder
  private let review: ReviewEndpoints?
  private let onNotice: (String) -> Void
  private let page: [UInt8]
  private let app: [String: [UInt8]]
  /// The last change in the journal that the website shows, and the time of the last check.
  private var shown: (change: Int?, time: ContinuousClock.Instant)

  /// Creates a responder. Without `review`, the website is read-only.
  init(
    _ site: LibrarySite, gate: AccessControl, review: ReviewEndpoints?, onNotice: @escaping (String) -> Void
  ) throws(BatchError) {
    library = site.library
    guard let folder = ServedFolder(library: library, isDocument: site.shows) else {
      throw .noInput("\(library.path) cannot be opened.")
    }
    (self.site, self.gate, self.folder, self.onNotice) = (site, gate, folder, onNotice)
    self.review = review
    let text = String(decoding: SiteFiles.index, as: UTF8.self)
    // Browsers look for an icon at the root by default, outside the folder that the cookie is valid for.
    let withIcon = text.replacing("</title>", with: "</title>\n  <link rel=\"icon\" href=\"favicon.ico\">")  // own text
    page = Array(
      withIcon.replacing(
        "<html lang=\"en\">", with: "<html lang=\"en\" data-served=\"\(review == nil ? "view" : "review")\">"
      ).utf8)
    app = Dictionary(SiteFiles.app.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    shown = (LibraryChanges(of: library)?.last, .now)
  }

  /// Decides about a request after its headers. Only corrections by authorized clients have a body.
  func opening(_ request: HTTPRequest) -> HTTPServer.Opening {
    guard request.hasBody else { return .complete }
    if case .token(let session) = gate.key, session.target(request.target) == nil {
      return .answered(AccessControl.unknown(for: request))
    }
    if case .refused(let answer) = gate.look(at: request, token: nil) { return .answered(answer) }
    guard request.method == "POST" else {
      return .answered(HTTPAnswer(400, "Requests with this method have no body."))
    }
    return review == nil ? .answered(Self.refusal(methods)) : .complete
  }

  private var methods: [String] { ["GET", "HEAD"] + (review == nil ? [] : ["POST"]) }

  private static func refusal(_ methods: [String]) -> HTTPAnswer {
    HTTPAnswer(405, readOnly, headers: [("Allow", methods.joined(separator: ", "))])
  }

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    guard methods.contains(request.method) else { return Self.refusal(methods) }
    var asked = request.target
    if case .token(let session) = gate.key {
      guard let below = session.target(asked) else { return AccessControl.unknown(for: request) }
      asked = below
    }
    guard let target = RequestTarget(asked) else { return HTTPAnswer(400, "Not found.") }
    switch gate.look(at: request, token: target.query["token"]) {
    case .refused(let answer): return answer
    case .introduced(let cookie):
      // The redirect keeps the token out of the browser's address bar and history.
      return .introduction(cookie: cookie)
    case .welcome, .device: break
    }
    if let review, target.path.starts(with: [".docscan", "review"]), target.path.count < 4 {
      guard request.method != "POST" || AccessControl.allowsChange(request) else {
        return HTTPAnswer(403, "Only the website's own scripts can make changes.")
      }
      return review.answer(target.path.dropFirst(2).first, request, target.query) ?? .notFound
    }
    guard request.method != "POST" else { return Self.refusal(["GET", "HEAD"]) }
    switch target.path {
    case [], ["index.html"]:
      update()
      return HTTPAnswer(200, .bytes(page), type: "text/html; charset=utf-8", policy: Self.policy)
    case ["favicon.ico"]: return HTTPAnswer(204, .bytes([]), type: "image/x-icon")
    case [".docscan", "search"]: return ServedSearch(library: library).answer(target.query)
    case _: break
    }
    if target.path.count == 4, target.path.starts(with: [".docscan", "view", "app"]) {
      // The files in the folder may come from another version of docscan.
      guard let bytes = app[target.path[3]] else { return .notFound }
      let type = target.path[3].hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
      return HTTPAnswer(200, .bytes(bytes), type: type)
    }
    if let data = folder.data(target.path) { return data }
    return folder.find(target.path).map { FileAnswer.of($0, to: request) } ?? .notFound
  }

  /// Adds documents that were finished since the last update. Doesn't make pictures, which would need workers.
  private func update() {
    let change = LibraryChanges(of: library)?.last
    guard change == nil ? .now - shown.time > Self.pause : change != shown.change else { return }
    do throws(BatchError) {
      _ = try site.update(makingPictures: false)
    } catch {
      onNotice("\(error)")
    }
    shown = (change, .now)
  }
}
