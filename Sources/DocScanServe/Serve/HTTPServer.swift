// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHTTP
internal import DocScanBatch
internal import DocScanStore
internal import Glibc

/// A server: it hands over each request that is complete, and sends what is answered.
@safe
final class HTTPServer {
  /// What bounds those who ask: a request of 16 KB is long, and nobody needs so long for one.
  private static let limits = chttp_limits(
    connections: 64, header_bytes: 16 << 10, body_bytes: 64 << 10, step_bytes: 64 << 10, seconds: 20)

  /// What becomes of a request whose head has come, before its body does.
  enum Opening {
    /// It is answered once it is complete; its body is a small one.
    case complete
    /// It is answered now, and its body is not read.
    case answered(HTTPAnswer)
    /// Its body goes elsewhere; that of a form by its parts.
    case receiving(any HTTPUpload, isForm: Bool)
  }

  /// What answers requests.
  struct Handler {
    /// Looks at a request's head, whose body is empty so far.
    var opening: (HTTPRequest) -> Opening = { _ in .complete }
    var answer: (HTTPRequest) -> HTTPAnswer
  }

  private let handle: OpaquePointer
  private let responder: Responder
  /// The port that it listens on.
  let port: Int

  /// What the C side is given to call.
  private final class Responder {
    let handler: Handler

    init(_ handler: Handler) { self.handler = handler }
  }

  /// What a request holds of the upload that its body goes to.
  private final class Receiver {
    let upload: any HTTPUpload

    init(_ upload: any HTTPUpload) { self.upload = upload }
  }

  /// Listens on a numeric address; port 0 is any that is free. With an identity it speaks TLS. What answers is made once the port is known.
  init(
    address: String, port: Int, identity: ServerIdentity? = nil, answering: (_ port: Int) throws(BatchError) -> Handler
  ) throws(BatchError) {
    // A client that is gone ends no process.
    signal(SIGPIPE, SIG_IGN)
    let socket = unsafe chttp_listen(address, UInt16(clamping: port))
    guard socket >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw .usage(
        "Port \(port) of \(address) cannot be used: \(reason). --port names another one, and --listen another address.")
    }
    self.port = Int(chttp_port(socket))
    do throws(BatchError) {
      responder = Responder(try answering(self.port))
    } catch {
      close(socket)
      throw error
    }
    let context = unsafe Unmanaged.passUnretained(responder).toOpaque()
    let opened = unsafe chttp_open(
      socket, Self.limits, identity?.certificate, identity?.key,
      { context, request in
        guard let context = unsafe context, let request = unsafe request else { return }
        let responder = unsafe Unmanaged<Responder>.fromOpaque(context).takeUnretainedValue()
        unsafe HTTPServer.open(request, responder.handler.opening(HTTPServer.request(request)))
      },
      { context, request in
        guard let context = unsafe context, let request = unsafe request else { return }
        let responder = unsafe Unmanaged<Responder>.fromOpaque(context).takeUnretainedValue()
        unsafe HTTPServer.send(responder.handler.answer(HTTPServer.request(request)), to: request)
      }, context)
    guard let opened = unsafe opened else {
      throw identity == nil
        ? .missingPart("libmicrohttpd cannot start.")
        : .usage("The certificate and the key cannot be used: they have to be PEM, and belong to each other.")
    }
    unsafe handle = opened
  }

  deinit { unsafe chttp_close(handle) }

  /// Readable when there is something to do.
  var descriptor: Int32 { unsafe chttp_descriptor(handle) }

  /// After so many milliseconds there is something to do in any case.
  var patience: Int32 { unsafe chttp_patience(handle) }

  /// Does what is due.
  func turn() { unsafe chttp_turn(handle) }

  /// Collects the headers of a request.
  private final class Headers {
    var all: [HTTPRequest.Header] = []
  }

  private static func request(_ request: OpaquePointer) -> HTTPRequest {
    let headers = Headers()
    unsafe chttp_headers(
      request,
      { context, name, value in
        guard let context = unsafe context, let name = unsafe name, let value = unsafe value else { return }
        let headers = unsafe Unmanaged<Headers>.fromOpaque(context).takeUnretainedValue()
        unsafe headers.all.append(HTTPRequest.Header(name: String(cString: name), value: String(cString: value)))
      }, Unmanaged.passUnretained(headers).toOpaque())
    var size = 0
    let body = unsafe chttp_body(request, &size)
    let bytes = unsafe UnsafeRawBufferPointer(start: body, count: size)
    let receiver = unsafe chttp_received(request).map {
      unsafe Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue()
    }
    return unsafe HTTPRequest(
      method: String(cString: chttp_method(request)), target: String(cString: chttp_target(request)),
      headers: headers.all, body: Array(bytes), upload: chttp_is_whole(request) == 1 ? receiver?.upload : nil)
  }

  private static func open(_ request: OpaquePointer, _ opening: Opening) {
    switch opening {
    case .complete: break
    case .answered(let answer): unsafe send(answer, to: request)
    case .receiving(let upload, let isForm):
      let receiver = unsafe Unmanaged.passRetained(Receiver(upload))
      let sink = unsafe chttp_sink(
        take: { context, key, name, offset, bytes, count in
          guard let context = unsafe context else { return 0 }
          let upload = unsafe Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().upload
          let piece = unsafe HTTPUploadPiece(
            key: key.map { unsafe String(cString: $0) }, fileName: name.map { unsafe String(cString: $0) },
            offset: Int(clamping: offset), bytes: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
          return upload.take(piece) ? 1 : 0
        },
        release: { context in
          if let context = unsafe context { unsafe Unmanaged<Receiver>.fromOpaque(context).release() }
        }, context: receiver.toOpaque())
      if unsafe chttp_receive(request, sink, isForm ? 1 : 0) == 0 {
        unsafe receiver.release()
        unsafe send(HTTPAnswer(400, "This is not a form with files (multipart/form-data)."), to: request)
      }
    }
  }

  private static func send(_ answer: HTTPAnswer, to request: OpaquePointer) {
    // The same request is asked about again once the time is over.
    if answer.isSlow, unsafe chttp_wait(request) == 1 { return }
    let words: [String] = answer.headers.flatMap { [$0.0, $0.1] }
    let texts = unsafe words.map { unsafe strdup($0) }
    defer { unsafe texts.forEach { unsafe free($0) } }
    let headers = unsafe texts.map { unsafe UnsafePointer($0) } + [nil]
    switch answer.content {
    case .bytes(let bytes): unsafe chttp_answer_bytes(request, Int32(answer.status), headers, bytes, bytes.count)
    case .file(let file, let range):
      unsafe chttp_answer_file(
        request, Int32(answer.status), headers, file.release(), UInt64(range.lowerBound), UInt64(range.count))
    }
  }
}
