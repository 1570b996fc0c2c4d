// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCurl
package import DocScanCore
internal import DocScanFiles
internal import FoundationEssentials
internal import Glibc

/// A client that sends requests one at a time, with rate limiting, and retries after failed connections, timeouts, and the statuses 429 and 5xx.
@safe
package final class HTTPClient {
  package struct Reply {
    package var status: Int
    /// The parsed body, or `null` if it isn't JSON.
    package var body: JSONValue
  }

  /// The limits for requests to a server.
  package struct Manner {
    package let attempts: Int
    package let requestsPerSecond: Double
    /// The timeout of a request in seconds.
    package let seconds: Double

    package init(attempts: Int, requestsPerSecond: Double, seconds: Double) {
      (self.attempts, self.requestsPerSecond, self.seconds) = (attempts, requestsPerSecond, seconds)
    }
  }

  package enum Outcome {
    case reply(Reply)
    /// The reply can't be used, because it's too long or isn't JSON. The text is the end of a sentence.
    case unusable(String)
  }

  /// The reason why no more requests are sent.
  package enum End: Error {
    case ended(String)
    case stopped
  }

  package enum Delivery: Sendable {
    /// The server accepted the delivery. The text is for the log.
    case delivered(String?)
    /// The delivery failed, and can be retried later. The text is the reason, and `isRefused` means that the server rejects only this delivery.
    case failed(String, isRefused: Bool)
    case stopped
  }

  /// The size limit of a reply in bytes; no translation is longer.
  private static let longestAnswer = 4 << 20
  /// The longest pause in seconds. If the server asks for a longer one, translation ends for this run.
  private static let longestPause = 60.0
  private static let firstPause = 0.5

  private let handle: OpaquePointer
  private let name: String
  private let address: ServerAddress
  private let manner: Manner
  private let headers: [String]
  /// The texts that must not appear in messages or results.
  private let secrets: [String]
  private var nextRequest = ContinuousClock.now

  /// Creates a client for a provider. `name` is for messages, `headers` are sent with every request, and `secrets` are hidden in messages.
  package init(
    _ name: String, at address: ServerAddress, _ manner: Manner, headers: [String] = [], secrets: [String] = []
  ) throws(PipelineError) {
    // Control characters could add headers or requests.
    guard headers.allSatisfy({ $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }) else {
      throw .missingPart(message: "\(name) can't be asked: a header would have a character that no header has.")
    }
    guard let handle = unsafe ccurl_open() else { throw .missingPart(message: "libcurl ran out of memory.") }
    unsafe self.handle = handle
    (self.name, self.address, self.manner, self.headers, self.secrets) = (name, address, manner, headers, secrets)
  }

  deinit { unsafe ccurl_close(handle) }

  /// Posts JSON or a form, or sends a GET request without a body. `isFinal` returns `true` for replies that a retry won't change, as for a quota.
  package func ask(
    _ path: String, json: JSONValue? = nil, form: [(String, String)]? = nil, isFinal: (Reply) -> Bool = { _ in false },
    while goesOn: () -> Bool
  ) throws(End) -> Outcome {
    var body: [UInt8]?
    var type = "application/json"
    if let json {
      do {
        body = [UInt8](try JSONText.compact(json))
      } catch {
        return .unusable("cannot be asked that")
      }
    } else if let form {
      body = Array(form.map { Escape.percent($0.0) + "=" + Escape.percent($0.1) }.joined(separator: "&").utf8)
      type = "application/x-www-form-urlencoded"
    }
    var pause = Self.firstPause
    for attempt in 1...manner.attempts {
      try wait(until: nextRequest, goesOn)
      nextRequest = .now + .seconds(1 / manner.requestsPerSecond)
      var bytes = [UInt8](repeating: 0, count: Self.longestAnswer)
      let answer = request(path, type, body, &bytes, goesOn)
      let problem: String
      var wanted = 0.0
      switch answer.outcome {
      case ccurl_stopped: throw .stopped
      case ccurl_too_long: return .unusable("answers with more than \(Self.longestAnswer >> 20) MiB")
      case ccurl_wrong: throw .ended(message("cannot be used: \(reason(answer))"))
      case ccurl_timed_out:
        problem = "does not answer within \(JSONValue.number(manner.seconds).shortText) seconds"
      case ccurl_answered:
        let text = bytes.prefix(answer.size)
        // A reply that repeats a key must not become part of a result.
        guard let content = String(validating: text, as: UTF8.self), !secrets.contains(where: content.holds) else {
          return .unusable("answers with something that is not text")
        }
        let reply = Reply(status: answer.status, body: Self.parsed(content))
        guard reply.status == 429 || reply.status >= 500, !isFinal(reply) else { return try checked(reply) }
        problem = "says \"\(complaint(reply))\""
        wanted = Double(answer.retry_after)
      case _: problem = "cannot be reached: \(reason(answer))"
      }
      guard attempt < manner.attempts, wanted <= Self.longestPause else { throw .ended(message(problem)) }
      try wait(until: .now + .seconds(max(pause, wanted)), goesOn)
      pause *= 2
    }
    throw .ended(message("does not answer"))
  }

  /// Posts JSON once. The content of the reply doesn't matter.
  package func deliver(_ body: [UInt8], while goesOn: () -> Bool) -> Delivery {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let answer = request("", "application/json", body, &bytes, goesOn)
    switch answer.outcome {
    case ccurl_stopped: return .stopped
    case ccurl_answered where (200..<300).contains(answer.status),
      ccurl_too_long where (200..<300).contains(answer.status):
      return .delivered(nil)
    case ccurl_answered, ccurl_too_long:
      // Any other error of this kind (4xx) concerns only this delivery, not the server.
      let isRefused = (400..<500).contains(answer.status) && ![401, 403, 407, 408, 425, 429].contains(answer.status)
      return .failed(message("says \"\(answer.status)\""), isRefused: isRefused)
    case ccurl_timed_out:
      return .failed(
        message("does not answer within \(JSONValue.number(manner.seconds).shortText) seconds"), isRefused: false)
    case _: return .failed(message("cannot be reached: \(reason(answer))"), isRefused: false)
    }
  }

  /// Returns replies that the provider can interpret. Throws for redirects, invalid keys, and exhausted quotas, which end the run's translation.
  private func checked(_ reply: Reply) throws(End) -> Outcome {
    switch reply.status {
    case 200..<300: reply.body == .null ? .unusable("answers with something that is not JSON") : .reply(reply)
    case 300..<400:
      throw .ended(message("redirects to another address (status \(reply.status)): correct \"address\""))
    case 401, 402, 403, 407, 429, 456, 500...: throw .ended(message("says \"\(complaint(reply))\""))
    case _: .reply(reply)
    }
  }

  package func complaint(_ reply: Reply) -> String {
    let words = reply.body.complaint.map { " " + $0 } ?? ""
    return safe("\(reply.status)\(words)")
  }

  /// Returns a text from the server in a form that is safe for messages.
  private func safe(_ text: String) -> String {
    var text = text
    for secret in secrets { text = text.without(secret) }
    return text.replacing(where: { $0.isControl }, with: " ").prefix(scalars: 200)
  }

  private func message(_ problem: String) -> String { "\(name) at \(address.shown) \(problem)." }

  private func reason(_ answer: ccurl_answer) -> String {
    let reason = unsafe withUnsafeBytes(of: answer.reason) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return safe(reason)
  }

  private func wait(until time: ContinuousClock.Instant, _ goesOn: () -> Bool) throws(End) {
    while .now < time {
      guard goesOn() else { throw .stopped }
      usleep(UInt32(min(max(seconds(from: .now, to: time), 0.001), 0.1) * 1e6))
    }
  }

  private func request(
    _ path: String, _ type: String, _ body: [UInt8]?, _ bytes: inout [UInt8], _ goesOn: () -> Bool
  ) -> ccurl_answer {
    let lines = headers + ["Accept: application/json"] + (body == nil ? [] : ["Content-Type: \(type)", "Expect:"])
    let words = unsafe lines.map { unsafe UnsafePointer(strdup($0)) }
    defer { unsafe words.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    return withoutActuallyEscaping(goesOn) { goesOn in
      var question = goesOn
      return unsafe withUnsafeMutablePointer(to: &question) { question in
        let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
          let goesOn = unsafe context?.assumingMemoryBound(to: (() -> Bool).self).pointee
          return goesOn?() ?? false ? 1 : 0
        }
        let capacity = bytes.count
        return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
          unsafe (body ?? []).withUnsafeBytes { content in
            // An empty body differs from no body.
            let start = body == nil ? nil : content.baseAddress
            return unsafe ccurl_request(
              handle, address.text + path, words + [nil], start, content.count, address.isLocal ? 1 : 0, manner.seconds,
              bytes.baseAddress, capacity, ask, question)
          }
        }
      }
    }
  }

  private static func parsed(_ text: String) -> JSONValue {
    do {
      return try JSONFile.parse(Data(text.utf8))
    } catch {
      return .null
    }
  }
}

extension String {
  /// Returns whether the text contains the bytes of another text, regardless of grapheme boundaries.
  fileprivate func holds(_ other: String) -> Bool { Array(utf8).firstRange(of: Array(other.utf8)) != nil }

  /// Returns the text with an ellipsis in place of each occurrence of another text's bytes.
  fileprivate func without(_ other: String) -> String {
    String(decoding: Array(utf8).replacing(Array(other.utf8), with: Array("…".utf8)), as: UTF8.self)
  }
}

extension JSONValue {
  package subscript(key: String) -> JSONValue {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  package var string: String? { String(json: self) }

  package var list: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  fileprivate var complaint: String? {
    [self["error"]["message"], self["errorMessage"], self["error"], self["message"], self["explanation"]].lazy
      .compactMap(
        \.string
      ).first
  }
}
