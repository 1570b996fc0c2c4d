// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: pages can be straightened, rotated, and reordered in the browser, and the next run applies it.

import DocScanCore
import DocScanFixtures
import DocScanStore
import DocScanVision
import FoundationEssentials
import Glibc
import Testing

@Suite("Correcting whole pages", .serialized) struct PageEndpointsTests {
  private static let isShown =
    "docscan.shown.page && document.querySelector('.source-sheet img') && document.querySelectorAll('.order li').length"

  /// Returns a new photograph of a letter on a desk. Reading it takes a quarter of the time of the sample's photograph.
  private func photo(in library: ViewLibrary) throws -> String {
    let letter = try Documents.shortLetter(size: .a4)[0].raster(dpi: 110, channels: .rgb)
    try DeskPhoto(of: letter, width: 900, height: 1200, seed: 7).image.write(
      to: library.folder / "photo.jpg", as: .jpeg, dpi: 110)
    return library.folder / "photo.jpg"
  }

  /// Opens the editor for a document's first page.
  private func open(_ library: ViewLibrary, _ name: String, width: Int = 1280) throws -> (ServedLibrary, Browser) {
    let served = try ServedLibrary(library, command: "review", ["--by", "Kim"])
    let browser = try Browser(width: width)
    try browser.open(address: served.address, until: "document.querySelector('.card')")
    try browser.value("location.hash = '#/page/\(name)/1'")
    try browser.wait(for: Self.isShown)
    return (served, browser)
  }

  private func decisions(_ library: ViewLibrary, _ name: String) throws -> EditList {
    try JSONDecoder().decode(EditList.self, from: Data(library.folder.text("out/\(name)/\(name).edits.json").utf8))
  }

  private func page(_ library: ViewLibrary, _ name: String, _ number: Int = 1) throws -> RecognizedPage {
    try JSONDecoder().decode(
      RecognizedPage.self, from: Data(library.folder.text("out/\(name)/pages/000\(number).json").utf8))
  }

  @Test("Straightens a page in the next run after a corner was dragged")
  func aCornerThatIsDraggedStraightensThePageInTheNextRun() throws {
    let library = try ViewLibrary()
    let photo = try photo(in: library)
    try library.run([photo], writers: ["pdf", "text", "json", "web"])
    let before = try page(library, "photo")
    let found = try #require(before.corrections.first { $0.kind == "perspective" }?.quad)
    let (served, browser) = try open(library, "photo")
    // The corners are the ones that the run found.
    let shown = try browser.value("docscan.shown.corners.corners.flat().map(Math.round)")
    #expect(shown == .array(found.flatMap { [.number($0.x.rounded()), .number($0.y.rounded())] }))
    let seen = try browser.text("document.querySelector('.frame img').style.transform")
    let corner = try browser.middle(of: "[data-corner='bottom-right']")
    try browser.drag([corner, (corner.x - 10, corner.y - 12), (corner.x - 40, corner.y - 50)]) {
      // A lens magnifies the area under the finger.
      let isHidden = try browser.value("document.querySelector('.lens').hidden")
      #expect(isHidden == .boolean(false))
    }
    try browser.wait(for: "docscan.shown.decided === 1")
    #expect(try browser.value("document.querySelector('.lens').hidden") == .boolean(true))
    #expect(try browser.text("document.querySelector('.frame img').style.transform") != seen)
    // The corner has the focus, so arrow keys move it.
    try browser.press("ArrowUp", code: 38)
    try browser.wait(for: "docscan.shown.decided === 2")
    let scale = try #require(try browser.value("docscan.shown.corners.scale").number)
    let edits = try decisions(library, "photo")
    #expect(edits.pages.count == 2 && edits.pages.allSatisfy { $0.by == "Kim" } == true)
    guard case .corners(let corners)? = edits.pages.last?.kind, corners.count == 4 else {
      throw FixtureError("No corners are kept.")
    }
    #expect(abs(corners[2].x - (found[2].x - 40 / scale)) <= 2 && abs(corners[2].y - (found[2].y - 51 / scale)) <= 3)
    #expect(corners[0].x.rounded() == found[0].x.rounded() && corners[0].y.rounded() == found[0].y.rounded())
    #expect(try browser.text("document.querySelector('.page-editor').textContent").contains("Saved. The next run"))
    #expect(try browser.complaints() == [])

    served.program.send(signal: SIGTERM)
    _ = try served.program.wait()
    try library.run([photo], writers: ["pdf", "text", "json", "web"])
    let after = try #require(try page(library, "photo").corrections.first { $0.kind == "perspective" })
    #expect(after.quad == corners && after.given == true)
    // Nothing is pending once the decisions have been applied.
    let (servedAgain, again) = try open(library, "photo")
    #expect(try again.value("docscan.shown.pages.arrangement.isWaiting") == .boolean(false))
    #expect(try again.value("docscan.shown.page.state.areCornersDecided") == .boolean(true))
    servedAgain.program.send(signal: SIGTERM)
  }

  @Test("Rotates a page by key, and undoes the rotation") func aPageIsTurnedByAKeyAndTheTurnTakenBack() throws {
    let library = try ViewLibrary()
    let photo = try photo(in: library)
    try library.run([photo], writers: ["json", "web"])
    let before = try page(library, "photo").corrections.last { $0.kind == "orientation" }?.degrees ?? 0
    let (served, browser) = try open(library, "photo")
    try browser.click("[data-corner='top-left']")
    try browser.press("r", code: 82, text: "r")
    try browser.wait(for: "docscan.shown.decided === 1")
    try browser.press("r", code: 82, text: "r")
    try browser.wait(for: "docscan.shown.decided === 2")
    try browser.press("l", code: 76, text: "l")
    try browser.wait(for: "docscan.shown.decided === 3")
    #expect(
      try decisions(library, "photo").pages.map(\.kind)
        == [90, 180, 90].map { .turn(degrees: (Int(before) + $0) % 360) })
    // Undo restores the previous rotation.
    try browser.click(".page-editor .tools button:nth-of-type(4)")
    try browser.wait(
      for: "docscan.shown.decided === 2 && docscan.shown.page.state.degrees === \((Int(before) + 180) % 360)")
    served.program.send(signal: SIGTERM)
    _ = try served.program.wait()
    try library.run([photo], writers: ["json", "web"])
    let after = try page(library, "photo").corrections.last { $0.kind == "orientation" }?.degrees
    #expect(after == Double((Int(before) + 180) % 360))
    #expect(try browser.complaints() == [])
  }

  @Test("Reorders pages by dragging, and omits one") func pagesAreDraggedIntoOrderAndLeftOut() throws {
    let library = try ViewLibrary()
    let names = ["Morning", "Harbour", "Winter", "Garden"]
    let minutes = library.folder / "minutes.pdf"
    try ImagePDF(Documents.titles(names).map { try $0.raster(dpi: 100) }, dpi: 100).write(to: minutes)
    try library.run([minutes], writers: ["pdf", "text", "json"])
    try library.view()
    func titles(_ text: String) -> [String] {
      text.split(separator: "\u{0C}").compactMap { page in names.first { page.contains($0) } }
    }
    let (served, browser) = try open(library, "minutes")
    // The first page moves after the second one.
    let first = try browser.middle(of: ".order li:nth-child(1) .thumb")
    let second = try browser.middle(of: ".order li:nth-child(2) .thumb")
    try browser.drag([first, (first.x + 20, first.y), (second.x + 20, second.y)])
    try browser.wait(for: "docscan.shown.decided === 1")
    #expect(try decisions(library, "minutes").standingOrder?.pages.prefix(3).map(\.sourcePage) == [2, 1, 3])
    // Keys move the third page to the front and keep its focus; the next page is then omitted.
    try browser.value("document.querySelector('.order li:nth-child(3) .thumb').focus()")
    for _ in 0..<2 {
      try browser.call(
        "Input.dispatchKeyEvent", ["type": "keyDown", "key": "ArrowLeft", "modifiers": 8, "windowsVirtualKeyCode": 37])
    }
    try browser.wait(for: "docscan.shown.decided === 3")
    #expect(try decisions(library, "minutes").standingOrder?.pages.prefix(3).map(\.sourcePage) == [3, 2, 1])
    try browser.press("ArrowRight", code: 39)
    try browser.press("Delete", code: 46)
    try browser.wait(for: "docscan.shown.decided === 4")
    #expect(try decisions(library, "minutes").standingOrder?.leftOut.map(\.sourcePage) == [2])
    #expect(try browser.complaints() == [])

    served.program.send(signal: SIGTERM)
    _ = try served.program.wait()
    try library.run([minutes], writers: ["pdf", "text", "json"])
    let wanted = ["Winter", "Morning", "Garden"]
    #expect(try titles(library.folder.text("out/minutes/minutes.txt")) == wanted)
    let pdf = "\(library.path)/minutes/minutes.pdf"
    #expect(try titles(Command("pdftotext", [pdf, "-"]).check().output) == wanted)
    let verified = try Command.product("docscan", ["verify", library.path, "--original", minutes]).run()
    #expect(verified.exitCode == 0, "\(verified.summary)")
    // Omitted pages can be restored.
    let (servedAgain, again) = try open(library, "minutes")
    try again.click(".order .out button")
    try again.wait(for: "docscan.shown.decided === 1")
    #expect(try decisions(library, "minutes").standingOrder?.leftOut == [])
    servedAgain.program.send(signal: SIGTERM)
  }

  @Test("Rejects orders, corners, and rotations that don't match the displayed pages")
  func onlyThePagesThatAreSeenAreOrdered() throws {
    let library = try ViewLibrary()
    try library.add("letter", pages: 3)
    let served = try ServedLibrary(library, command: "review")
    let headers = ["Origin: http://127.0.0.1:\(served.port)", "Content-Type: application/json", "X-Docscan: review"]
    func post(_ name: String, _ body: String) throws -> Int {
      try served.ask("/.docscan/review/\(name)", method: "POST", headers: headers, body: body).status
    }
    let pages = try JSONDecoder().decode(
      JSONValue.self, from: Data(served.ask("/.docscan/review/pages?document=letter").body))
    let stamp = pages["stamp"]?.text ?? ""
    for order in ["[]", "[0,0,1]", "[7]", "[-1]"] {
      #expect(try post("order", #"{"document":"letter","stamp":"\#(stamp)","order":\#(order)}"#) == 400, "\(order)")
    }
    #expect(try post("order", #"{"document":"letter","stamp":"7","order":[2,1,0]}"#) == 409)
    #expect(try post("order", #"{"document":"../letter","stamp":"\#(stamp)","order":[2,1,0]}"#) == 400)
    for corners in ["[]", "[[0,0],[9,0]]", "[[0,0],[9,9],[9,0],[0,9]]", "[[0,0],[1e99,0],[9,9],[0,9]]"] {
      #expect(try post("page", #"{"document":"letter","page":1,"corners":\#(corners)}"#) == 400, "\(corners)")
    }
    #expect(try post("page", #"{"document":"letter","page":1,"degrees":45}"#) == 400)
    #expect(try post("page", #"{"document":"letter","page":9,"degrees":90}"#) == 400)
    #expect(try served.ask("/.docscan/review/page?document=../../etc&page=1").status == 400)
    #expect(!library.folder.contains("out/letter/letter.edits.json"))
    #expect(try post("order", #"{"document":"letter","stamp":"\#(stamp)","order":[2,1,0]}"#) == 200)
    // An order based on an outdated list is rejected.
    #expect(try post("order", #"{"document":"letter","stamp":"\#(stamp)","order":[0,1,2]}"#) == 409)
    #expect(try decisions(library, "letter").standingOrder?.pages.map(\.sourcePage) == [3, 2, 1])
  }

  @Test(
    "Passes axe's accessibility rules in the page editor",
    .enabled(if: ViewTests.hasAxe, "axe-core is not installed: bash Tests/run.sh"))
  func nobodyIsShutOutOfTheRoom() throws {
    let library = try ViewLibrary()
    try library.run([photo(in: library)], writers: ["json", "web"])
    let script = try String(contentsOf: URL(filePath: ViewTests.axe), encoding: .utf8)
    for width in [1280, 390] {
      let (served, browser) = try open(library, "photo", width: width)
      try browser.value(script + "; 0")
      let found = try browser.value(
        "axe.run(document, { preload: false }).then((found) => found.violations.map((rule) => `${rule.id}: ${rule.nodes[0].html}`))"
      )
      #expect(found == [], "\(width)")
      #expect(try browser.value("document.documentElement.scrollWidth <= \(width)") == .boolean(true))
      served.program.send(signal: SIGTERM)
    }
  }
}
