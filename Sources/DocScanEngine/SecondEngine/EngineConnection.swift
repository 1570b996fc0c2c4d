// SPDX-License-Identifier: GPL-3.0-or-later

internal import DocScanFiles
internal import DocScanNative
internal import FoundationEssentials
internal import Glibc

/// The worker's side of the pipes to an engine. Keeps the last bytes of the engine's standard error for error messages.
final class EngineConnection {
  /// The reason why an engine sent no line.
  enum Problem: Error {
    /// The engine closed its output because it has exited or will soon.
    case ended
    case late
    case tooLong
  }

  /// The maximum length of a line in bytes, which is enough for a page with a hundred thousand words.
  private static let longestLine = 32 << 20
  private static let keptMessages = 4096
  private static let shownMessages = 600

  private let input: Int32
  private let output: Int32
  private let messages: Int32
  private var arrived: [UInt8] = []
  private var lastMessages: [UInt8] = []
  private var hasMessages = true

  init(_ pipes: [InputFile]) {
    let descriptors = pipes.map { $0.duplicateDescriptor() }
    (input, output, messages) = (descriptors[0], descriptors[1], descriptors[2])
    // Reading from the engine already shows that it has exited.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  deinit { for descriptor in [input, output, messages] { close(descriptor) } }

  /// Writes a line. If the engine has exited, receiving its answer reports the error.
  func send(_ line: Data) {
    var rest = [UInt8](line + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the next line that begins with `{`, and skips others, which libraries print. Without `seconds`, the parent's timeout applies.
  func receive(within seconds: Double? = nil) throws(Problem) -> Data {
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    var searched = 0
    var passedOver = 0
    while true {
      if let end = arrived[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = arrived[..<end].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
        let isAnswer = line.first == UInt8(ascii: "{")
        let data = isAnswer ? Data(line) : Data()
        arrived.removeFirst(end + 1)
        searched = 0
        if isAnswer { return data }
        passedOver += end + 1
      } else {
        searched = arrived.count
        guard try read(until: deadline) else { throw .ended }
      }
      guard arrived.count <= Self.longestLine, passedOver <= Self.longestLine else { throw .tooLong }
    }
  }

  /// Reads available output, and waits if there is none. Returns `false` at the end of the output.
  private func read(until deadline: ContinuousClock.Instant?) throws(Problem) -> Bool {
    while true {
      var watched = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasMessages ? messages : -1, events: Int16(POLLIN), revents: 0),
        // Detects that the parent has exited, after which the answer isn't needed.
        pollfd(fd: WorkerChannel.number, events: 0, revents: 0),
      ]
      let count = unsafe poll(&watched, nfds_t(watched.count), deadline == nil ? -1 : 100)
      if watched[2].revents & Int16(POLLHUP) != 0 { exit(0) }
      if watched[1].revents != 0 { keepMessages() }
      if watched[0].revents != 0 { return readOutput() }
      if let deadline, deadline <= .now { throw .late }
      if count < 0 && errno != EINTR { return false }
    }
  }

  private func readOutput() -> Bool {
    let chunk = Self.chunk(from: output)
    arrived += chunk
    return !chunk.isEmpty
  }

  private func keepMessages() {
    let chunk = Self.chunk(from: messages)
    hasMessages = !chunk.isEmpty
    lastMessages = (lastMessages + chunk).suffix(Self.keptMessages)
  }

  private static func chunk(from descriptor: Int32) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { bytes, filled in
      var count = 0
      repeat { count = unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count) } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
  }

  func messagesSoFar() -> String {
    for _ in 0..<64 where hasMessages {
      var watched = pollfd(fd: messages, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&watched, 1, 200) > 0 else { break }
      keepMessages()
    }
    let lines = String(decoding: lastMessages, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { printable(String($0)) }.filter { !$0.isEmpty }
    var shown: [String] = []
    var length = 0
    for line in lines.reversed() {
      length += line.count
      guard length <= Self.shownMessages || shown.isEmpty else { break }
      shown.insert(String(line.suffix(Self.shownMessages)), at: 0)
    }
    return shown.joined(separator: " | ")
  }
}

func printable(_ text: String) -> String { text.replacing(where: \.isNoText, with: " ").trimmed }
