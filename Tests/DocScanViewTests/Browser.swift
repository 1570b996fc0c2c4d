// SPDX-License-Identifier: GPL-3.0-or-later
// Support: a real browser.

import DocScanCore
import DocScanFixtures
import Glibc

/// A window of a headless Chromium, with cookies, storage, and a cache of its own, which are deleted with this value.
///
/// Starting a browser takes longer than most tests, so that a test takes one that another test no longer uses.
final class Browser {
  private let process: BrowserProcess
  private let context: JSONValue
  private let session: String
  /// The events that the browser reported for this window.
  var events: [JSONValue] { process.events.filter { $0["sessionId"]?.text == session } }

  /// Opens a window of this size in this language.
  init(width: Int = 1280, height: Int = 900, language: String = "en", flags: [String] = []) throws {
    process = try BrowserProcess.idle(options: ["--lang=\(language)", "--accept-lang=\(language)"] + flags)
    context = try process.call("Target.createBrowserContext")["browserContextId"] ?? .null
    let id = try process.call(
      "Target.createTarget",
      [
        "url": "about:blank", "browserContextId": context, "width": .number(Double(width)),
        "height": .number(Double(height)),
      ])["targetId"]
    session =
      try process.call("Target.attachToTarget", ["targetId": id ?? .null, "flatten": true])["sessionId"]?.text ?? ""
    for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] { try call("\(domain).enable") }
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1, "mobile": false])
  }

  deinit {
    do {
      try process.call("Target.disposeBrowserContext", ["browserContextId": context])
      process.release()
    } catch {
      // The process ends here, and the next test starts another one.
    }
  }

  @discardableResult
  func call(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    try process.call(method, parameters, session: session)
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
        (async () => { const element = document.querySelector(\(Self.quoted(selector)));
          element.scrollIntoView({block: 'nearest'});
          const { left, right } = element.getBoundingClientRect();
          // A strip snaps to its pages in the next frame, so the element's page has to be the nearest one.
          if (left < 0 || right > innerWidth) element.scrollIntoView({block: 'nearest', inline: 'center'});
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
          const box = element.getBoundingClientRect();
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
