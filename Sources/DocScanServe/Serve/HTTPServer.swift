// SPDX-License-Identifier: GPL-3.0-or-later

internal import CHTTP
internal import DocScanCore
internal import Glibc

/// An HTTP server that runs in the caller's thread: it calls a handler for each request and sends the response.
@safe
final class HTTPServer {
  /// Limits for each client. Legitimate requests are far below 16 KB and take far less than 20 seconds.
  private static let limits = chttp_limits(
    connections: 64, header_bytes: 16 << 10, body_bytes: 64 << 10, step_bytes: 64 << 10, seconds: 20)

  /// The decision about a request after its headers, before its body arrives.
  enum Opening {
    case complete
    case answered(HTTPAnswer)
    /// The body is streamed to an upload. With `isForm`, it is a multipart form, which is streamed part by part.
    case receiving(any HTTPUpload, isForm: Bool)
  }

  struct Handler {
    /// Decides about a request whose headers have arrived. The request's body is still empty.
    var opening: (HTTPRequest) -> Opening = { _ in .complete }
    var answer: (HTTPRequest) -> HTTPAnswer
  }

  private let handle: OpaquePointer
  private let responder: Responder
  let port: Int

  /// The context pointer for the C callbacks.
  private final class Responder {
    let handler: Handler

    init(_ handler: Handler) { self.handler = handler }
  }

  /// Keeps an upload alive while the C side holds its request.
  private final class Receiver {
    let upload: any HTTPUpload

    init(_ upload: any HTTPUpload) { self.upload = upload }
  }

  /// Listens on a numeric address. `port` is 0 for any free port, and `identity` is `nil` for plain HTTP. `answering` creates the handler once the
  /// actual port is known. Throws if the port or the certificate can't be used.
  init(
    address: String, port: Int, identity: ServerIdentity? = nil, answering: (_ port: Int) throws(BatchError) -> Handler
  ) throws(BatchError) {
    // Without this, writing to a closed connection would end the process.
    signal(SIGPIPE, SIG_IGN)
    let socket = unsafe chttp_listen(address, UInt16(clamping: port))
    guard socket >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw .usage(
        "Port \(port) of \(address) cannot be used: \(reason). Choose another one with --port, or another address with --listen."
      )
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
        : .usage("The certificate and the key cannot be used: they must be PEM files that belong together.")
    }
    unsafe handle = opened
  }

  deinit { unsafe chttp_close(handle) }

  /// A file descriptor that becomes readable when `turn()` has work to do.
  var descriptor: Int32 { unsafe chttp_descriptor(handle) }

  /// The number of milliseconds after which `turn()` must be called in any case.
  var patience: Int32 { unsafe chttp_patience(handle) }

  /// Handles all pending connections without blocking.
  func turn() { unsafe chttp_turn(handle) }

  /// The context of the C callback that lists the headers of a request.
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
    // After the delay, the C side calls the handler for the same request again.
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
