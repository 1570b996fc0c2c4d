// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: photos from a phone arrive completely, once, and in order over any connection.

import DocScanCore
import DocScanFixtures
import FoundationEssentials
import Glibc
import Testing

@Suite("The phone's page", .serialized) struct PhoneTests {
  private static let agent =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36"
  private static let taken = "document.querySelectorAll('.taken > li').length"

  /// Returns a phone's browser with the page open.
  private static func phone(_ space: ReceiveSpace, language: String = "en") throws -> Browser {
    let browser = try Browser(width: 390, height: 844, language: language)
    try browser.call(
      "Network.setUserAgentOverride", ["userAgent": .string(agent), "acceptLanguage": .string(language)])
    try browser.call(
      "Emulation.setDeviceMetricsOverride", ["width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true])
    try browser.call("Emulation.setTouchEmulationEnabled", ["enabled": true])
    try browser.open(address: space.invitation, until: "document.querySelector('#choose')")
    return browser
  }

  /// Simulates taking or choosing pictures.
  private static func give(_ files: [String], to selector: String, _ browser: Browser) throws {
    let object = try browser.call("Runtime.evaluate", ["expression": .string("document.querySelector('\(selector)')")])
    try browser.call(
      "DOM.setFileInputFiles",
      ["files": .array(files.map(JSONValue.string)), "objectId": object["result"]?["objectId"] ?? .null])
  }

  private static func connect(_ isOnline: Bool, bytesPerSecond: Double = -1, _ browser: Browser) throws {
    try browser.call(
      "Network.emulateNetworkConditions",
      [
        "offline": .boolean(!isOnline), "latency": 0, "downloadThroughput": -1,
        "uploadThroughput": .number(bytesPerSecond),
      ])
  }

  /// The touches outside of the page: the five photos in the phone's chooser, and its button.
  private static let inChooser = 6

  @Test("Sends five photos, one with a moved corner, one turned, and one at another place, with at most 15 touches")
  func touches() throws {
    let space = try ReceiveSpace()
    try space.start(watching: true)
    let files = try (1...5).map { number in
      try space.folder.write(DeskPhoto.jpeg(seed: UInt64(number)).data, to: "photo-\(number).jpg")
    }
    let browser = try Self.phone(space)
    var touches = 0
    func touch(_ places: [(x: Double, y: Double)]) throws {
      touches += 1
      for (index, place) in places.enumerated() {
        try browser.call(
          "Input.dispatchTouchEvent",
          [
            "type": index == 0 ? "touchStart" : "touchMove",
            "touchPoints": .array([["x": .number(place.x), "y": .number(place.y)]]),
          ])
      }
      try browser.call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": []])
    }
    func tap(_ selector: String) throws { try touch([browser.middle(of: selector)]) }
    // One touch opens the chooser, in which all photos are chosen.
    touches += 1 + Self.inChooser
    try Self.give(files, to: "#choose", browser)
    try browser.wait(for: "docscan.receive.pages.filter((page) => page.isExamined).length === 5")
    // The last page moves to the front.
    try touch([
      browser.middle(of: "[data-thumb=\"5\"]"), browser.middle(of: "[data-thumb=\"3\"]"),
      browser.middle(of: "[data-thumb=\"1\"]"),
    ])
    try browser.wait(for: "docscan.receive.pages.map((page) => page.number).join() === '5,1,2,3,4'")
    try tap("[data-thumb=\"2\"]")
    try tap("[data-page=\"2\"] .turns")
    try browser.wait(for: "docscan.receive.pages[2].turns === 1")
    // A touch of the page shows its corners.
    try tap("[data-thumb=\"3\"]")
    try tap("[data-page=\"3\"] .shot")
    try browser.wait(for: "document.activeElement?.dataset.corner === 'top-left'")
    let before = try browser.text("JSON.stringify(docscan.receive.pages[3].corners)")
    let corner = try browser.middle(of: "[data-corner=\"top-left\"]")
    try touch([corner, (corner.x + 8, corner.y + 6), (corner.x + 12, corner.y + 9)])
    try tap("dialog .main")
    try browser.wait(for: "!document.querySelector('dialog')")
    #expect(try browser.text("JSON.stringify(docscan.receive.pages[3].corners)") != before)
    try tap("#send")
    try browser.wait(for: "document.querySelector('.sent [data-state=\"complete\"]')")
    #expect(try browser.complaints() == [])
    print("Touches for five photos: \(touches)")
    #expect(touches <= 15)
  }

  @Test("Shows and saves a page without color if the photographer chooses it, and the pages taken after it")
  func blackAndWhite() throws {
    let space = try ReceiveSpace()
    try space.start(watching: true)
    let files = try (1...3).map { number in
      try space.folder.write(DeskPhoto.jpeg(seed: UInt64(number)).data, to: "photo-\(number).jpg")
    }
    let browser = try Self.phone(space)
    try Self.give([files[0]], to: "#choose", browser)
    try browser.wait(for: "document.querySelector('[data-page=\"1\"] .grays')")
    try browser.click("[data-page=\"1\"] .grays")
    try browser.wait(for: "document.querySelector('[data-page=\"1\"] .shot img.gray')")
    try Self.give(Array(files[1...]), to: "#choose", browser)
    try browser.wait(for: "document.querySelectorAll('.grays[aria-pressed=true]').length === 3")
    try browser.click("[data-page=\"2\"] .grays")
    try browser.value("docscan.receive.name.value = 'mixed'")
    try browser.click("#send")
    try browser.wait(for: "document.querySelector('.sent [data-state=\"complete\"]')")
    for (page, isGray) in [(1, true), (2, false), (3, true)] {
      let steps = try space.correction("clean", "mixed", page: page)?.steps
      #expect(steps?.contains("gray") == isGray, "page \(page): \(steps ?? [])")
    }
    #expect(try browser.complaints() == [])
  }

  @Test(
    "Receives five photos once, in order, with the shown corners, despite two interruptions"
  )
  func five() throws {
    let space = try ReceiveSpace()
    try space.start()
    let photos = try (1...5).map { try DeskPhoto.jpeg(seed: UInt64($0)) }
    let files = try photos.enumerated().map { try space.folder.write($0.element.data, to: "photo-\($0.offset).jpg") }
    let browser = try Self.phone(space)
    // Slow enough that both interruptions happen during transfers.
    try Self.connect(true, bytesPerSecond: 200_000, browser)
    try Self.give([files[0]], to: "#take", browser)
    try Self.give(Array(files[1...]), to: "#choose", browser)
    try browser.wait(for: "\(Self.taken) === 5")
    let whole = "docscan.receive.pages.filter((page) => page.isWhole).length"
    try browser.wait(for: "\(whole) >= 1")
    try Self.connect(false, browser)
    try browser.wait(for: "docscan.receive.pages.some((page) => page.isWaiting)")
    #expect(try browser.text("document.querySelector('.taken').innerText").contains("No connection"))
    try Self.connect(true, bytesPerSecond: 200_000, browser)
    try browser.wait(for: "\(whole) >= 3")
    try space.kill()
    try browser.wait(for: "docscan.receive.pages.some((page) => page.isWaiting)")
    try Self.connect(true, browser)
    try space.start(watching: true)
    let seen = "docscan.receive.pages.filter((page) => page.isExamined).length === 5"
    try browser.wait(for: seen)
    // The last page moves to the front by its button.
    for _ in 0..<4 {
      try browser.value(
        "(() => { const [page] = docscan.receive.pages.filter((entry) => entry.number === 5); "
          + "document.querySelector('[data-page=\"5\"] .earlier').click(); return page.number; })()")
    }
    #expect(try browser.value("docscan.receive.pages.map((page) => page.number)") == [5, 1, 2, 3, 4])
    // A corner of the second page is moved by keyboard; all others keep their detected positions.
    try browser.click("[data-page=\"1\"] .adjusts")
    try browser.wait(for: "document.activeElement?.dataset.corner === 'top-left'")
    try browser.press("ArrowRight", code: 39)
    try browser.press("ArrowDown", code: 40)
    try browser.click("dialog .main")
    try browser.wait(for: "!document.querySelector('dialog')")
    let shown =
      try browser.value(
        "[...document.querySelectorAll('.shot polygon')].map((outline) => outline.getAttribute('points').split(' ').map((point) => point.split(',').map(Number)))"
      ).list ?? []
    #expect(shown.count == 5)
    try browser.value("document.querySelector('#name').value = 'Five pages'")
    try browser.click("#send")
    try browser.wait(for: "document.querySelector('.sent [data-state=\"complete\"]')")
    // The next document begins.
    #expect(try browser.value(Self.taken) == 0)
    let record = try JSONDecoder().decode(JSONValue.self, from: space.folder.data("out/Five pages/Five pages.json"))
    #expect(record["pages"]?.list?.count == 5 && record["status"] == "complete")
    let order = [5, 1, 2, 3, 4]
    for (index, number) in order.enumerated() {
      let sent = try space.folder.files(under: "inbox-processed/Five pages").filter {
        $0.hasSuffix("000\(index + 1).jpg")
      }
      #expect(
        try space.folder.data("inbox-processed/Five pages/\(sent[0].split(separator: "/").last ?? "")")
          == photos[number - 1].data)
      let used = try #require(try space.corners("Five pages", page: index + 1))
      for (corner, point) in zip(used, shown[index].list ?? []) {
        let (x, y) = (point.list?[0].number ?? 0, point.list?[1].number ?? 0)
        #expect(abs(corner.x - x) < 0.02 && abs(corner.y - y) < 0.02, "page \(index + 1): \(used), \(shown[index])")
      }
      // All corners are the sheet's except the moved one.
      for (corner, truth) in zip(used, photos[number - 1].corners).dropFirst() {
        #expect(hypot(corner.x - truth.x, corner.y - truth.y) < 12, "page \(index + 1)")
      }
    }
    let edits = try space.folder.text("out/Five pages/Five pages.edits.json")
    #expect(edits.ranges(of: "\"corners\"").count == 5 && edits.contains("\"Android (in the inbox)\""), "\(edits)")
    #expect(try browser.value("document.querySelectorAll('.sent a').length") == 2)
    let address = try browser.text("document.querySelector('.sent a').href")
    let answer = try browser.value(
      "fetch(\(Browser.quoted(address))).then((answer) => answer.headers.get('Content-Type'))")
    #expect(answer == "application/pdf")
    #expect(
      browser.requests.allSatisfy {
        $0.hasPrefix("http://127.0.0.1:\(space.port)/") || $0.hasPrefix("blob:") || $0.hasPrefix("about:")
      })
  }

  @Test("Resumes a page that the phone discarded, and retakes and deletes pictures")
  func again() throws {
    let space = try ReceiveSpace()
    try space.start()
    let files = try (1...3).map { try space.folder.write(DeskPhoto.jpeg(seed: UInt64($0)).data, to: "\($0).jpg") }
    let browser = try Self.phone(space)
    try Self.give(Array(files[..<2]), to: "#choose", browser)
    try browser.wait(for: "docscan.receive.pages.filter((page) => page.isExamined).length === 2")
    try browser.call("Page.reload")
    try browser.wait(
      for: "\(Self.taken) === 2 && document.querySelectorAll('.shot polygon[points*=\",\"]').length === 2")
    try browser.wait(for: "[...document.querySelectorAll('.shot img')].every((image) => image.naturalWidth === 900)")
    // A page is turned by its corners, and its picture with it.
    try browser.value("window.first = JSON.stringify(docscan.receive.pages[0].corners[0])")
    try browser.click("[data-page=\"1\"] .turns")
    #expect(try browser.value("JSON.stringify(docscan.receive.pages[0].corners[1]) === window.first") == .boolean(true))
    #expect(
      try browser.text("document.querySelector('[data-page=\"1\"] .turning').style.transform").contains("rotate(90deg)")
    )
    try Self.give([files[2]], to: "[data-page=\"1\"] input", browser)
    try browser.wait(for: "docscan.receive.pages.filter((page) => page.isExamined).length === 2")
    #expect(try browser.value("docscan.receive.pages.map((page) => page.number)") == [3, 2])
    try browser.click("[data-page=\"2\"] .away")
    try browser.wait(for: "\(Self.taken) === 1")
    #expect(try browser.text("document.activeElement.className") != "")
    try space.folder.write("not a picture", to: "broken.jpg")
    try Self.give([space.folder / "broken.jpg"], to: "#choose", browser)
    try browser.wait(for: "document.querySelector('.taken .bad')")
    #expect(try browser.text("document.querySelector('.taken .bad').textContent").contains("can’t read this picture"))
    #expect(try browser.value("document.querySelector('#send').disabled") == .boolean(true))
    let hindrance = "document.querySelector('.finish [role=status]').textContent"
    #expect(try browser.text(hindrance).hasPrefix("Page 4: docscan can’t read"))
    try browser.click("[data-page=\"4\"] .away")
    #expect(try browser.text(hindrance) == "")
    try browser.click("#send")
    try browser.wait(for: "document.querySelector('.sent [data-state=\"waiting\"]')")
    let name = try #require(try space.visible().first)
    #expect(try space.folder.data("inbox/\(name)/0001.jpg") == Data(contentsOf: URL(filePath: files[2])))
    #expect(try space.visible().count == 1)
  }

  @Test(
    "Speaks the phone's language in light and dark, with a name for every control", arguments: ["en", "de", "ko", "ja"])
  func languages(language: String) throws {
    let space = try ReceiveSpace()
    try space.start()
    let browser = try Self.phone(space, language: language)
    let title = ["en": "Send documents", "de": "Dokumente senden", "ko": "문서 보내기", "ja": "文書を送る"][language]
    #expect(try browser.text("document.querySelector('h1').textContent") == title)
    #expect(try browser.text("document.documentElement.lang") == language)
    let file = try space.folder.write(DeskPhoto.jpeg(seed: 1).data, to: "1.jpg")
    try Self.give([file], to: "#take", browser)
    try browser.wait(for: "document.querySelector('.adjusts:not(:disabled)')")
    // No text key is visible, and nothing is wider than the phone.
    #expect(try !browser.text("document.body.innerText").contains("receive."))
    #expect(try browser.value("document.documentElement.scrollWidth <= 390") == .boolean(true))
    let unnamed = try browser.value(
      "[...document.querySelectorAll('button, input, a')].filter((one) => !(one.innerText || one.getAttribute('aria-label') || one.labels?.length)).map((one) => one.outerHTML)"
    )
    #expect(unnamed == [])
    var grounds: Set<String> = []
    for scheme in ["light", "dark"] {
      try browser.call(
        "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
      grounds.insert(try browser.text("getComputedStyle(document.body).backgroundColor"))
    }
    #expect(grounds.count == 2)
    #expect(try browser.complaints() == [])
  }
}
