// SPDX-License-Identifier: GPL-3.0-or-later
// Support: the processes of a real browser.

import CLinux
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Synchronization

/// A headless Chromium controlled over a pipe (Chrome DevTools Protocol, `--remote-debugging-pipe`: JSON with a zero byte
/// after each message). The browser ends with this value, or with the tests. Only one test uses it at a time.
final class BrowserProcess: @unchecked Sendable {
  /// After this time, the browser counts as stuck.
  private static let patience: Int32 = 120_000
  /// The running browsers that no test uses, by their options.
  private static let idleProcesses = Mutex<[[String]: [BrowserProcess]]>([:])

  private let options: [String]
  private let profile: TemporaryFolder
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let lifeline: Int32
  private var buffer: [UInt8] = []
  private var lastNumber = 0
  /// The events that the browser reported since the current test began to use it.
  private(set) var events: [JSONValue] = []

  /// A running browser with these options that no test uses, or a new one.
  static func idle(options: [String]) throws -> BrowserProcess {
    try idleProcesses.withLock { $0[options]?.popLast() } ?? BrowserProcess(options: options)
  }

  private init(options: [String]) throws {
    self.options = options
    profile = try TemporaryFolder()
    let line =
      [
        "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
        "--user-data-dir=\(profile.path)", "--force-device-scale-factor=1",
      ] + options + ["about:blank"]
    // The browser reads messages from descriptor 3 and writes them to 4.
    let script = #"exec chromium-headless-shell "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#
    let words = unsafe (["bash", "-c", script, "bash"] + line).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    var ends: [Int32] = [-1, -1, -1, -1]
    process = unsafe linux_spawn_engine(words + [nil], nil, &ends)
    (input, output, lifeline) = (ends[0], ends[1], ends[3])
    guard process > 0 else { throw FixtureError("chromium-headless-shell does not start.") }
    close(ends[2])
    // Values that are still idle at the end are released, so that their profiles are deleted.
    _ = Self.releasesAtExit
  }

  private static let releasesAtExit: Void = { atexit { BrowserProcess.idleProcesses.withLock { $0 = [:] } } }()

  deinit {
    close(input)
    close(output)
    // The kernel ends the browser and all its child processes.
    kill(-process, SIGKILL)
    close(lifeline)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(process, &signal, &status)
  }

  /// Lets another test use the browser.
  func release() {
    events = []
    Self.idleProcesses.withLock { $0[options, default: []].append(self) }
  }

  /// Calls a method of the browser, or of a window by its session, and returns the result.
  @discardableResult
  func call(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) throws -> JSONValue {
    lastNumber += 1
    let number = lastNumber
    var message: [String: JSONValue] = [
      "id": .number(Double(number)), "method": .string(method), "params": parameters,
    ]
    if let session { message["sessionId"] = .string(session) }
    var bytes = [UInt8](try JSONText.compact(JSONValue.object(message))) + [0]
    while !bytes.isEmpty {
      let count = unsafe write(input, bytes, bytes.count)
      guard count > 0 else { throw FixtureError("The browser is gone.") }
      bytes.removeFirst(count)
    }
    while true {
      let answer = try read()
      guard answer["id"]?.number == Double(number) else {
        events.append(answer)
        continue
      }
      if let error = answer["error"] { throw FixtureError("\(method): \(error)") }
      return answer["result"] ?? .null
    }
  }

  private func read() throws -> JSONValue {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let message = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        return try JSONDecoder().decode(JSONValue.self, from: message)
      }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, Self.patience) > 0 else { throw FixtureError("The browser does not answer.") }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe Glibc.read(output, &chunk, chunk.count)
      guard count > 0 else { throw FixtureError("The browser is gone.") }
      buffer += chunk.prefix(count)
    }
  }
}
