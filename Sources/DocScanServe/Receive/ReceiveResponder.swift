// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanCore
internal import DocScanFiles
internal import DocScanStore
internal import FoundationEssentials
internal import Glibc

/// Answers the requests of devices that send documents. `openapi.json` describes the interface. All addresses exist twice: at the root for programs
/// with a token, and below the folder of the phone page for browsers, which send the cookie only there.
final class ReceiveResponder {
  /// The content security policy of the phone page: only its own files run. `blob:` allows pictures that were just taken.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"
  private static let methods = ["GET", "HEAD", "PUT", "POST", "DELETE"]

  private struct Ask {
    let device: DeviceBook.Device
    /// Whether the address is below the folder of the phone page.
    let isPage: Bool
    let target: RequestTarget
  }

  /// A weak reference to an upload in progress, which exists as long as its connection.
  private struct Sender {
    weak var upload: PageUpload?
  }

  private let gate: AccessControl
  private let devices: DeviceAuthentication
  private let library: ReceivedLibrary
  private var rates: [String: RequestRate] = [:]
  /// The uploads in progress, by device, document, and page number. A newer upload replaces an older one.
  private var uploads: [String: Sender] = [:]
  private let app = Dictionary(SiteFiles.receiving.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })

  init(_ library: ReceivedLibrary, gate: AccessControl, devices: DeviceAuthentication) {
    (self.library, self.gate, self.devices) = (library, gate, devices)
  }

  private var store: ReceivedStore { library.store }

  /// Decides about a request after its headers. The bodies of unauthorized requests are never read.
  func opening(_ request: HTTPRequest) -> HTTPServer.Opening {
    let isUpload = ["PUT", "POST"].contains(request.method)
    guard isUpload || request.hasBody else { return .complete }
    switch asking(request) {
    case .answered(let answer): return .answered(answer)
    case .ask(let ask):
      guard isUpload else { return .answered(HTTPAnswer(400, "Requests with this method have no body.")) }
      do throws(ReceivedStore.Refusal) {
        try count(ask.device)
        return try receiving(ask, request)
      } catch {
        return .answered(error.answer)
      }
    }
  }

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    switch asking(request) {
    case .answered(let answer): return answer
    case .ask(let ask):
      do throws(ReceivedStore.Refusal) {
        if !["PUT", "POST"].contains(request.method) { try count(ask.device) }
        return try answer(ask, request) ?? .notFound
      } catch {
        return error.answer
      }
    }
  }

  // MARK: Authorization

  private enum Asking {
    case ask(Ask)
    case answered(HTTPAnswer)
  }

  private func asking(_ request: HTTPRequest) -> Asking {
    // The interface description is public, so it can be read without a token.
    if request.method == "GET", request.target == "/openapi.json", gate.isOwnHost(of: request) {
      return .answered(HTTPAnswer(200, .bytes(SiteFiles.openAPI), type: "application/json"))
    }
    let below = BrowserSessionGate.target(request.target, below: devices.folder)
    guard let target = RequestTarget(below ?? request.target) else { return .answered(HTTPAnswer(400, "Not found.")) }
    switch gate.look(at: request, token: below == nil ? nil : target.query["token"]) {
    case .refused(let answer): return .answered(answer)
    // The redirect keeps the token out of the browser's address bar and history.
    case .introduced(let cookie): return .answered(.introduction(cookie: cookie))
    case .welcome: return .answered(.notFound)
    case .device(let device, let isBrowser):
      guard Self.methods.contains(request.method) else {
        return .answered(
          HTTPAnswer(
            405, "This method is not supported.", headers: [("Allow", Self.methods.joined(separator: ", "))]))
      }
      guard !isBrowser || ["GET", "HEAD"].contains(request.method) || AccessControl.isOwnScript(request, of: "receive")
      else {
        return .answered(HTTPAnswer(403, "Only the page's own scripts can make changes."))
      }
      return .ask(Ask(device: device, isPage: below != nil, target: target))
    }
  }

  private func count(_ device: DeviceBook.Device) throws(ReceivedStore.Refusal) {
    guard rates[device.sha256, default: RequestRate()].takesOne() else {
      throw ReceivedStore.Refusal(429, "This device sends too many requests. Try again in a few seconds.")
    }
  }

  // MARK: Request bodies

  private func receiving(_ ask: Ask, _ request: HTTPRequest) throws(ReceivedStore.Refusal) -> HTTPServer.Opening {
    let path = ask.target.path
    switch (request.method, path.count) {
    case ("POST", 1) where path == ["documents"]:
      if let size = try length(of: request), size > ReceiveLimits.documentBytes {
        throw Self.tooLarge("A document", ReceiveLimits.documentBytes)
      }
      // A form is a little larger than its files.
      let room = try store.room.reserve(try length(of: request) ?? 0, for: ask.device)
      let type = request.values("Content-Type").first?.lowercased() ?? ""
      // curl's default content type isn't a form with files.
      guard !type.hasPrefix("application/x-www-form-urlencoded") else {
        throw ReceivedStore.Refusal(
          415,
          "Send a form with a file, such as with curl -F file=@scan.pdf, or a file's bytes with their Content-Type.")
      }
      return .receiving(DocumentUpload(store, ask.device, room), isForm: type.hasPrefix("multipart/form-data"))
    case ("PUT", 4) where isPage(path):
      let number = try Self.page(path[3])
      guard let count = try length(of: request) else {
        throw ReceivedStore.Refusal(411, "A page needs a Content-Length.")
      }
      let (offset, size) = try Self.range(request, count: count)
      guard size <= ReceiveLimits.pageBytes else { throw Self.tooLarge("A page", ReceiveLimits.pageBytes) }
      do throws(ReceivedStore.Refusal) {
        guard try store.record(ask.device, path[1]) == nil else {
          throw ReceivedStore.Refusal(409, "This document was already sent.")
        }
        if let whole = store.wholePages(ask.device, path[1])[number],
          store.folder.identity(whole.path)?.byteCount == size
        {
          // The page is complete already: the client missed the answer to an earlier upload.
          return .receiving(RefusedUpload(pageAnswer(number, size, size, isNew: false), most: count), isForm: false)
        }
        let key = "\(ask.device.sha256)/\(path[1])/\(number)"
        uploads = uploads.filter { $0.value.upload != nil }
        uploads[key]?.upload?.stop()
        let room = try store.room.reserve(count, for: ask.device)
        let upload = PageUpload(
          try store.beginPage(ask.device, path[1], number, offset: offset, size: size), offset: offset, count: count,
          of: size, room)
        uploads[key] = Sender(upload: upload)
        return .receiving(upload, isForm: false)
      } catch {
        var headers: [(String, String)] = []
        if error.status == 409, let part = store.parts(ask.device, path[1])[number] {
          headers.append(("Upload-Offset", "\(part.size == size ? part.received : 0)"))
        }
        return .receiving(
          RefusedUpload(HTTPAnswer(error.status, error.sentence, headers: headers), most: count), isForm: false)
      }
    case ("POST", 3) where path[0] == "documents" && path[2] == "send": return .complete
    case _: return .answered(.notFound)
    }
  }

  private static func tooLarge(_ what: String, _ most: Int) -> ReceivedStore.Refusal {
    ReceivedStore.Refusal(413, "\(what) has at most \(most >> 20) MB.")
  }

  private func isPage(_ path: [String]) -> Bool {
    path[0] == "documents" && ReceivedStore.isID(path[1]) && path[2] == "pages"
  }

  private static func page(_ text: String) throws(ReceivedStore.Refusal) -> Int {
    guard let number = Int(text), String(number) == text, (1...ReceiveLimits.pages).contains(number) else {
      throw ReceivedStore.Refusal(400, "Page numbers are from 1 to \(ReceiveLimits.pages).")
    }
    return number
  }

  private func length(of request: HTTPRequest) throws(ReceivedStore.Refusal) -> Int? {
    guard let text = request.values("Content-Length").first else { return nil }
    guard let count = Int(text), count >= 0, text.utf8.count < 16 else {
      throw ReceivedStore.Refusal(400, "The Content-Length is invalid.")
    }
    return count
  }

  /// Returns the byte offset of a body in its picture and the picture's size, from `Content-Range: bytes 0-99/1234` (RFC 9110, 14.4).
  private static func range(
    _ request: HTTPRequest, count: Int
  ) throws(ReceivedStore.Refusal) -> (offset: Int, size: Int) {
    let failure = ReceivedStore.Refusal(
      400, "The Content-Range is invalid: expected bytes FIRST-LAST/SIZE that match the body's length.")
    guard let header = request.values("Content-Range").first else {
      guard count > 0 else { throw ReceivedStore.Refusal(400, "The page is empty.") }
      return (0, count)
    }
    guard let match = header.wholeMatch(of: #/bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})/#),
      let first = Int(match.1), let last = Int(match.2), let size = Int(match.3), first <= last, last < size,
      last - first + 1 == count
    else { throw failure }
    return (first, size)
  }

  // MARK: Answers

  private func answer(_ ask: Ask, _ request: HTTPRequest) throws(ReceivedStore.Refusal) -> HTTPAnswer? {
    if let upload = request.upload { return try received(upload, ask) }
    let (path, device) = (ask.target.path, ask.device)
    let isRead = ["GET", "HEAD"].contains(request.method)
    if path.first == "documents", path.count > 1, !ReceivedStore.isID(path[1]) {
      throw ReceivedStore.Refusal(400, "A document's id has 8 to 64 ASCII letters, digits and hyphens.")
    }
    switch (path.first, path.count) {
    case (nil, 0) where isRead && ask.isPage:
      return HTTPAnswer(200, .bytes(SiteFiles.receive), type: "text/html; charset=utf-8", policy: Self.policy)
    case ("favicon.ico", 1) where isRead: return HTTPAnswer(204, .bytes([]), type: "image/x-icon")
    case ("app", 2) where isRead && ask.isPage:
      return app[path[1]].map {
        HTTPAnswer(
          200, .bytes($0),
          type: path[1].hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8")
      }
    case ("documents", 1) where isRead:
      let ids = store.documents(of: device).prefix(100)
      var list: [ReceivedDocument] = []
      for id in ids { if let document = try library.document(device, id) { list.append(document) } }
      return .json(200, ["documents": list])
    case ("documents", 2) where isRead: return try library.document(device, path[1]).map { .json(200, $0) }
    case ("documents", 2) where request.method == "DELETE":
      guard try store.record(device, path[1]) == nil else { throw Self.isSent }
      try store.remove(device, path[1])
      return HTTPAnswer(204, .bytes([]), type: "text/plain; charset=utf-8")
    case ("documents", 3) where request.method == "POST" && path[2] == "send":
      return try send(request.body, device, path[1])
    case ("documents", 4) where path[2] == "pages" && isRead:
      return try picture(Self.page(path[3]), device, path[1], request)
    case ("documents", 4) where path[2] == "pages" && request.method == "DELETE":
      guard try store.record(device, path[1]) == nil else { throw Self.isSent }
      try store.remove(device, path[1], page: Self.page(path[3]))
      return HTTPAnswer(204, .bytes([]), type: "text/plain; charset=utf-8")
    case ("documents", 4) where path[2] == "results" && isRead:
      return try library.file(path[3], device, path[1], to: request)
    case ("documents", 1) where request.method == "POST":
      throw ReceivedStore.Refusal(400, "The upload is incomplete. Send it again.")
    case _:
      return isRead ? nil : HTTPAnswer(405, "This address is read-only.", headers: [("Allow", "GET, HEAD")])
    }
  }

  private static var isSent: ReceivedStore.Refusal {
    ReceivedStore.Refusal(409, "This document was already sent. Change it on the computer that runs docscan.")
  }

  private func received(_ upload: any HTTPUpload, _ ask: Ask) throws(ReceivedStore.Refusal) -> HTTPAnswer? {
    let path = ask.target.path
    switch upload {
    case let refused as RefusedUpload: return refused.answer
    case let upload as DocumentUpload:
      defer { upload.discard() }
      let (files, name) = try upload.finish()
      let (id, record) = try store.deliver(
        files, named: name.isEmpty ? ask.target.query["name"] ?? "" : name, from: ask.device)
      guard let document = try library.document(ask.device, id) else {
        throw ReceivedStore.Refusal(500, "\(visibleText(record.name)) is gone.")
      }
      var answer = HTTPAnswer.json(201, document)
      answer.headers.append(("Location", "\(ask.isPage ? "/\(devices.folder)" : "")/documents/\(id)"))
      return answer
    case let upload as PageUpload:
      let number = try Self.page(path[3])
      if let refusal = upload.refusal { throw refusal }
      let received = upload.offset + upload.count
      guard received == upload.size else { return pageAnswer(number, received, upload.size, isNew: true) }
      let page = try store.finishPage(ask.device, path[1], number, path: upload.path)
      _ = library.corners.look(at: page, in: store.folder, of: ask.device)
      return pageAnswer(number, received, upload.size, isNew: true)
    case _: return nil
    }
  }

  private func pageAnswer(_ number: Int, _ received: Int, _ size: Int, isNew: Bool) -> HTTPAnswer {
    let isWhole = received == size
    return .json(
      isWhole && isNew ? 201 : 200,
      ReceivedDocument.Page(page: number, received: received, size: size, isWhole: isWhole, isExamined: false))
  }

  /// Returns a page's picture as it was sent. The phone page shows it after a reload.
  private func picture(
    _ number: Int, _ device: DeviceBook.Device, _ id: String, _ request: HTTPRequest
  ) throws(ReceivedStore.Refusal) -> HTTPAnswer? {
    guard let page = store.wholePages(device, id)[number], let file = store.folder.file(page.path),
      let prefix = file.read(at: 0, count: InputFormats.prefixLength)
    else { return nil }
    let types = ["jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "webp": "image/webp"]
    let type = store.formats.format(of: prefix)?.endings.first.flatMap { types[$0] }
    return ServedFile(dup(file.descriptor)).map {
      let found = ServedFolder.Found(file: $0, type: type ?? "application/octet-stream", isDownload: type == nil)
      return FileAnswer.of(found, to: request)
    }
  }

  // MARK: Sending

  /// The request to send a document: its pages in order, with the corners and colors that the user chose.
  private struct Sending: Decodable {
    struct Page: Decodable {
      var page: Int
      var corners: [Point]?
      var isGray: Bool?
    }

    var name: String?
    var pages: [Page]
  }

  private func send(
    _ body: [UInt8], _ device: DeviceBook.Device, _ id: String
  ) throws(ReceivedStore.Refusal) -> HTTPAnswer? {
    if try store.record(device, id) == nil {
      guard store.isOpen(device, id) else { return nil }
      let sending: Sending
      do {
        sending = try JSONDecoder().decode(Sending.self, from: Data(body))
      } catch {
        throw ReceivedStore.Refusal(
          400,
          "Expected {\"pages\": [{\"page\": 1}]}, with the pages in order; \"corners\", \"isGray\", and \"name\" are optional."
        )
      }
      let whole = store.wholePages(device, id)
      guard !sending.pages.isEmpty, Set(sending.pages.map(\.page)).count == sending.pages.count else {
        throw ReceivedStore.Refusal(400, "A document needs at least one page, and no page twice.")
      }
      let pages = try sending.pages.map { (page) throws(ReceivedStore.Refusal) in
        guard let there = whole[page.page] else {
          throw ReceivedStore.Refusal(409, "Page \(page.page) is incomplete. Send it first.")
        }
        if let corners = page.corners, !PageEdit.Kind.corners(points: corners).isSensible {
          throw ReceivedStore.Refusal(
            400, "The corners of page \(page.page) are invalid: expected four, clockwise from the top left.")
        }
        return ReceivedStore.Record.Page(
          number: page.page, sha256: there.sha256, corners: page.corners, isGray: page.isGray)
      }
      let day = String(Date().formatted(.iso8601).prefix(10))
      let name = sending.name.map(\.trimmed) ?? ""
      _ = try store.send(pages, named: name.isEmpty ? "scan-\(day)" : name, from: device, id)
    }
    return try library.document(device, id).map { .json(200, $0) }
  }
}

extension ReceivedStore.Refusal {
  fileprivate var answer: HTTPAnswer {
    HTTPAnswer(status, sentence, headers: status == 429 ? [("Retry-After", "10")] : [])
  }
}
