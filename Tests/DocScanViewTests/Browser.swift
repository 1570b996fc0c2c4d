// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a real browser.

import CLinux
import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc

/// A headless Chromium controlled over a pipe (Chrome DevTools Protocol, `--remote-debugging-pipe`: JSON with a zero byte
/// after each message). The browser ends with this value.
final class Browser {
  /// The time in milliseconds after which the browser counts as stuck.
  private static let patience: Int32 = 120_000

  private let profile: TemporaryFolder
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let lifeline: Int32
  private var buffer: [UInt8] = []
  private var lastNumber = 0
  private var session: String?
  /// The events that the browser reported.
  private(set) var events: [JSONValue] = []

  /// Starts a browser with a window of this size in this language.
  init(width: Int = 1280, height: Int = 900, language: String = "en", flags: [String] = []) throws {
    profile = try TemporaryFolder()
    let options =
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--remote-debugging-pipe", "--user-data-dir=\(profile.path)", "--window-size=\(width),\(height)",
        "--lang=\(language)", "--accept-lang=\(language)", "--force-device-scale-factor=1",
      ] + flags + ["about:blank"]
    // The browser reads messages from descriptor 3 and writes them to 4.
    let script = #"exec chromium "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#
    let words = unsafe (["bash", "-c", script, "bash"] + options).map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    var ends: [Int32] = [-1, -1, -1, -1]
    process = unsafe linux_spawn_engine(words + [nil], nil, &ends)
    (input, output, lifeline) = (ends[0], ends[1], ends[3])
    guard process > 0 else { throw FixtureError("chromium does not start.") }
    close(ends[2])
    let targets = try call("Target.getTargets")["targetInfos"]?.list ?? []
    guard let page = targets.first(where: { $0["type"]?.text == "page" }), let id = page["targetId"] else {
      throw FixtureError("The browser has no page.")
    }
    session = try call("Target.attachToTarget", ["targetId": id, "flatten": true])["sessionId"]?.text
    for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] { try call("\(domain).enable") }
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1, "mobile": false])
  }

  deinit {
    close(input)
    close(output)
    // The kernel ends the browser and all its child processes.
    kill(-process, SIGKILL)
    close(lifeline)
    var (signal, status): (Int32, Int32) = (0, 0)
    _ = unsafe linux_reap_blocking(process, &signal, &status)
  }

  // MARK: Messages

  @discardableResult
  func call(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
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

  // MARK: Pages

  /// Opens a page of a library, such as `#/doc/letter/1`, and waits until a condition holds.
  func open(_ library: String, _ route: String = "", until condition: String) throws {
    // Navigation within a page doesn't load it again.
    try call("Page.navigate", ["url": "about:blank"])
    try open(address: "file://\(library)/index.html\(route)", until: condition)
  }

  /// Opens an address, and waits until a condition holds.
  func open(address: String, until condition: String) throws {
    try call("Page.navigate", ["url": .string(address)])
    try wait(for: condition)
  }

  /// Returns the value of a JavaScript expression, or of its promise once that is resolved.
  @discardableResult
  func value(_ expression: String) throws -> JSONValue {
    let answer = try call(
      "Runtime.evaluate", ["expression": .string(expression), "awaitPromise": true, "returnByValue": true])
    if let thrown = answer["exceptionDetails"] { throw FixtureError("\(expression): \(thrown)") }
    return answer["result"]?["value"] ?? .null
  }

  /// Returns the text of an expression.
  func text(_ expression: String) throws -> String { try value(expression).text ?? "" }

  /// Waits until an expression is true.
  func wait(for expression: String) throws {
    for _ in 0..<1200 {
      // During navigation there is no page to ask.
      if let found = try? value("Boolean(\(expression))"), found == .boolean(true) { return }
      usleep(50_000)
    }
    throw FixtureError("In vain: \(expression). \(try complaints())")
  }

  /// Presses and releases a key, such as `ArrowRight`; `text` is the text that the key types.
  func press(_ key: String, code: Int, text: String? = nil) throws {
    var event: [String: JSONValue] = [
      "key": .string(key), "code": .string(key), "windowsVirtualKeyCode": .number(Double(code)),
    ]
    for type in ["keyDown", "keyUp"] {
      event["type"] = .string(type)
      event["text"] = type == "keyDown" ? text.map(JSONValue.string) : nil
      try call("Input.dispatchKeyEvent", .object(event))
    }
  }

  /// Clicks the center of the element that a selector finds.
  func click(_ selector: String) throws {
    let place = try middle(of: selector)
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        ["type": .string(type), "x": .number(place.x), "y": .number(place.y), "button": "left", "clickCount": 1])
    }
  }

  /// Presses the mouse at the first place of the window, moves it to the others in turn, and releases it at the last.
  func drag(_ places: [(x: Double, y: Double)], beforeRelease: () throws -> Void = {}) throws {
    func send(_ type: String, _ place: (x: Double, y: Double), buttons: Double) throws {
      try call(
        "Input.dispatchMouseEvent",
        [
          "type": .string(type), "x": .number(place.x), "y": .number(place.y), "button": "left",
          "buttons": .number(buttons), "clickCount": 1,
        ])
    }
    guard let first = places.first, let last = places.last else { return }
    try send("mouseMoved", first, buttons: 0)
    try send("mousePressed", first, buttons: 1)
    for place in places.dropFirst() { try send("mouseMoved", place, buttons: 1) }
    try beforeRelease()
    try send("mouseReleased", last, buttons: 0)
  }

  /// Returns the center of the element that a selector finds, in window pixels.
  func middle(of selector: String) throws -> (x: Double, y: Double) {
    let place =
      try value(
        """
        (() => { const element = document.querySelector(\(Self.quoted(selector)));
          element.scrollIntoView({block: 'nearest'}); const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2]; })()
        """
      ).list ?? []
    guard place.count == 2, let x = place[0].number, let y = place[1].number else {
      throw FixtureError("There is no \(selector).")
    }
    return (x, y)
  }

  /// Returns a text as a JavaScript literal.
  static func quoted(_ text: String) -> String {
    let inner = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: "\\n")
    return "'\(inner)'"
  }

  // MARK: Problems

  /// Returns the console's errors and warnings, exceptions, and refused requests.
  func complaints() throws -> [String] {
    events.compactMap { event in
      switch event["method"]?.text {
      case "Runtime.exceptionThrown": "\(event["params"] ?? .null)"
      case "Log.entryAdded": event["params"]?["entry"]?["text"]?.text
      case "Runtime.consoleAPICalled":
        ["error", "warning", "assert"].contains(event["params"]?["type"]?.text) ? "\(event["params"] ?? .null)" : nil
      case _: nil
      }
    }
  }

  /// The requested addresses.
  var requests: [String] {
    events.compactMap {
      $0["method"]?.text == "Network.requestWillBeSent" ? $0["params"]?["request"]?["url"]?.text : nil
    }
  }
}

extension JSONValue {
  subscript(_ key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  var list: [JSONValue]? {
    if case .array(let list) = self { list } else { nil }
  }
}
