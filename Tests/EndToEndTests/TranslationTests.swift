// SPDX-License-Identifier: GPL-3.0-or-later
// Promise: translation never costs a document, leaks no key, and sends no text without https.

import DocScan
import DocScanCore
import DocScanFixtures
import DocScanNative
import DocScanStore
import DocScanTranslation
import FoundationEssentials
import Glibc
import Testing

@Suite("Translation")
struct TranslationTests {
  private static let notice = [
    "Aviso a los vecinos",
    "El próximo sábado, 12 de mayo de 2024, la calle Mayor estará cerrada a los coches desde las 10:30 hasta las "
      + "18:00. Los autobuses de la línea 24 pasarán por la plaza de la iglesia.",
    "Para más información, escriba a vecinos@calle-mayor.es, visite https://www.calle-mayor.es/obras_2024 o llame al "
      + "+34 91 555 01 23. La cuenta es ES91 2100 0418 4502 0005 1332 y la cuota es de 1.234,50 € al año.",
  ]
  /// Values in the notice that every translation must contain.
  private static let values = [
    "2024", "10:30", "18:00", "24", "vecinos@calle-mayor.es", "https://www.calle-mayor.es/obras_2024",
    "+34 91 555 01 23", "ES91 2100 0418 4502 0005 1332", "1.234,50",
  ]

  private static func drawing(_ paragraphs: [String]) throws -> PageDrawing {
    var page = PageDrawing()
    var y = 96.0
    for text in paragraphs {
      y = try page.paragraph(text, at: Point(x: 72, y: y), width: 451, font: .serif(11.5)) + 14
    }
    return page
  }

  /// Returns a workspace with a PDF with text, so recognition isn't needed; the pipeline translates from Spanish to English.
  private func workspace(
    _ translate: String, pages: [[String]] = [notice], stages: String = "", from: String = #""from": "es","#
  ) throws -> Workspace {
    let work = try Workspace()
    try PageDrawing.writePDF(try pages.map(Self.drawing), to: work.folder / "in/aviso.pdf")
    try pipeline(work, translate, stages: stages, from: from)
    return work
  }

  private func pipeline(_ work: Workspace, _ translate: String, stages: String = "", from: String = #""from": "es","#)
    throws
  {
    try work.folder.write(
      """
      {"stages": [\(stages) {"stage": "translate", \(from) \(translate)}],
       "output": {"writers": [{"writer": "text"}, {"writer": "translation"}, {"writer": "json"}]}}
      """, to: "pipeline.json")
  }

  private func server(_ server: TranslationServer, _ more: String = "") -> String {
    #""provider": "libretranslate", "address": "\#(server.address)", "requestsPerSecond": 1000 \#(more)"#
  }

  private func translation(_ work: Workspace, _ page: Int = 1) throws -> Translation? {
    try work.page("aviso", page).translations?.first
  }

  // MARK: Real providers

  @Test("Translates paragraphs with Apertium, and keeps numbers, addresses, and accounts")
  func apertium() throws {
    let work = try workspace(#""to": ["en"]"#)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let text = try work.folder.text("out/aviso/aviso.en.txt")
    #expect(text.contains("Notice to the neighbours\n"))
    #expect(text.contains("Main street will be closed to the cars"))
    for value in Self.values { #expect(text.contains(value), "\(value)") }
    let translation = try #require(try translation(work))
    #expect(translation.from == "es" && translation.to == "en" && translation.provider == "apertium")
    #expect(translation.paragraphs.count == 3 && translation.paragraphs.allSatisfy { $0.left == nil })
    #expect(translation.paragraphs[1].lines.count > 1)
    #expect(!translation.paragraphs[1].source.contains("\n"))
    #expect(text == translation.text)
    let parallel = try work.folder.text("out/aviso/aviso.en.md")
    #expect(parallel.contains("| Aviso a los vecinos | Notice to the neighbours |"))
    let schema = SchemaValidator(JSONSchema.page(parentStages.flatMap(\.findings)))
    let json = try JSONFile.parse(try work.folder.data("out/aviso/pages/0001.json"))
    #expect(schema.complaints(json).isEmpty)
    #expect(try work.run().output.contains("1 unchanged"))
  }

  @Test(
    "Adds the translation to the PDF on request without changing its text",
    arguments: ["keep", "picture"])
  func secondTextInPDF(pages: String) throws {
    let work = try Workspace()
    let drawing = try Self.drawing(Self.notice)
    if pages == "keep" {
      try PageDrawing.writePDF([drawing], to: work.folder / "in/aviso.pdf")
    } else {
      try drawing.raster(dpi: 200).write(to: work.folder / "in/aviso.png", as: .png, dpi: 200)
    }
    func run(_ writer: String, to folder: String) throws -> (text: String, path: String) {
      try work.folder.write(
        """
        {"stages": [{"stage": "recognize", "languages": ["spa"]}, {"stage": "translate", "from": "es", "to": ["en"]}],
         "output": {"verify": 1, "writers": [{"writer": "pdf"\(writer)}, {"writer": "json"}]}}
        """, to: "pipeline.json")
      let result = try Command.product(
        "docscan", ["run", work.folder / "pipeline.json", work.folder / "in", "-o", work.folder / folder]
      ).run()
      #expect(result.exitCode == 0, "\(result.summary)")
      let path = work.folder / "\(folder)/aviso/aviso.pdf"
      return (try Command("pdftotext", [path, "-"]).check().output, path)
    }
    let (plain, wanted) = (try run("", to: "plain"), try run(#", "translation": "en""#, to: "out"))
    #expect(wanted.text == plain.text && wanted.text.contains("Aviso a los vecinos"))
    #expect(
      try Command("pdftoppm", ["-r", "50", plain.path]).check().outputBytes
        == Command("pdftoppm", ["-r", "50", wanted.path]).check().outputBytes)
    let said = try PDFStructureElement.all(in: wanted.path).flatMap(\.flattened).filter { $0.replacement != nil }
    let translation = try #require(try work.page("aviso", 1).translations?.first)
    #expect(said.map(\.replacement) == translation.paragraphs.map(\.text) && said.allSatisfy { $0.language == "en" })
    #expect(said.first?.replacement == "Notice to the neighbours")
    let structure = try Command("pdfinfo", ["-struct-text", wanted.path]).check().output
    #expect(structure.contains("Div \"Translation (en)\""))
    #expect(structure.contains("Aviso a los vecinos") == (pages == "picture"))
    try Command("qpdf", ["--check", wanted.path]).check()
    #expect(try Command.product("docscan", ["verify", work.folder / "out"]).run().exitCode == 0)
  }

  @Test(
    "Rejects a PDF translation that the pipeline doesn't make, before reading anything",
    arguments: [
      (#"{"stage": "translate", "to": ["ca"], "provider": "libretranslate"}"#, #""en"}"#, #""to": ["ca", "en"]"#),
      (#"{"stage": "orientation"}"#, #""en"}"#, #""to": ["en"]"#),
      (#"{"stage": "orientation"}"#, #""none such"}"#, "is not a language"),
    ])
  func missingTranslation(stage: String, setting: String, advice: String) throws {
    let work = try workspace("")
    try work.folder.write(
      """
      {"stages": [{"stage": "recognize"}, \(stage)],
       "output": {"writers": [{"writer": "text"}, {"writer": "pdf", "translation": \(setting)]}}
      """.replacing(
        #"[{"stage": "recognize"}, {"stage": "orientation"}]"#,
        with: #"[{"stage": "orientation"}, {"stage": "recognize"}]"#),
      to: "pipeline.json")
    let result = try work.run()
    #expect(result.exitCode == 3)
    #expect(
      result.errors.contains("pipeline.json: output.writers[1].translation: ") && result.errors.contains(advice),
      "\(result.errors)")
    #expect(!work.folder.contains("out/aviso"))
  }

  @Test("Gives the same translation with Apertium's server as with its program")
  func apertiumServer() throws {
    let folder = try TemporaryFolder()
    // A port that was free a moment ago.
    let port = try LocalServer().port
    let server = try Command("apertium-apy", ["-p", "\(port)", "/usr/share/apertium/modes"]).start()
    defer { server.send(signal: SIGKILL) }
    let address = "http://localhost:\(port)"
    #expect(
      try server.wait(upToSeconds: 120) {
        try Command("curl", ["-s", "-o", folder / "pairs", "\(address)/listPairs"]).run().exitCode == 0
      })
    let work = try workspace(#""provider": "apertium-apy", "address": "\#(address)""#)
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let translation = try #require(try translation(work))
    let local = try workspace(#""provider": "apertium""#)
    #expect(try local.run().exitCode == 0)
    #expect(translation.provider == "apertium-apy")
    #expect(try translation.paragraphs.map(\.text) == self.translation(local)?.paragraphs.map(\.text))
  }

  @Test("Names the package of a missing language pair before reading anything")
  func missingPair() throws {
    let work = try workspace(#""to": ["ca"]"#)
    let result = try work.run()
    #expect(result.exitCode == 5)
    #expect(result.errors.contains("apt-get install apertium-spa-cat"))
    #expect(!work.folder.contains("out/aviso"))
  }

  @Test("Notes a pair missing for a detected language, and completes the document")
  func missingPairOfPage() throws {
    let work = try Workspace()
    try Documents.germanLetter().raster(dpi: 150).write(to: work.folder / "in/brief.png", as: .png, dpi: 150)
    try pipeline(work, #""to": ["en"]"#, stages: #"{"stage": "recognize", "languages": "auto"},"#, from: "")
    let result = try work.run()
    #expect(result.exitCode == 0, "\(result.summary)")
    let record = try work.record("brief")
    #expect(record.status == .complete)
    #expect(record.notes.contains("Debian has no Apertium from de to en; another provider may translate that."))
    #expect(try work.page("brief", 1).translations?.first?.paragraphs.allSatisfy { $0.left != nil } == true)
  }

  @Test("Leaves text that is already in the target language, and asks no server")
  func sameLanguage() throws {
    let server = try TranslationServer()
    let work = try workspace(#""to": ["es-MX"], "# + self.server(server))
    #expect(try work.run().exitCode == 0)
    #expect(try translation(work)?.paragraphs.map(\.left) == [.sameLanguage, .sameLanguage, .sameLanguage])
    #expect(try work.folder.text("out/aviso/aviso.es-MX.txt").contains("la plaza de la iglesia"))
    #expect(try server.texts().isEmpty)
  }

  // MARK: A server's behavior

  @Test("Restores numbers that a server changes, by translating the text between them")
  func numbers() throws {
    let server = try TranslationServer("digits")
    let work = try workspace(self.server(server))
    #expect(try work.run().exitCode == 0)
    let text = try work.folder.text("out/aviso/aviso.en.txt")
    for value in Self.values { #expect(text.contains(value), "\(value)") }
    #expect(text.contains("LA CALLE MAYOR ESTARÁ CERRADA"))
    #expect(!text.contains("#"))
  }

  @Test("Leaves a refused paragraph untranslated with a note, and translates the others")
  func refused() throws {
    let server = try TranslationServer("long")
    let work = try workspace(self.server(server))
    #expect(try work.run().exitCode == 0)
    #expect(try translation(work)?.paragraphs.map(\.left) == [nil, .refused, nil])
    #expect(
      try work.record("aviso").notes == [
        "A paragraph stays untranslated: libretranslate says \"400 this text is too long\"."
      ])
  }

  @Test("Retries when a server is busy for a moment")
  func busy() throws {
    let server = try TranslationServer("busy")
    let work = try workspace(self.server(server))
    #expect(try work.run().exitCode == 0)
    #expect(try translation(work)?.paragraphs.allSatisfy { $0.left == nil } == true)
    let texts = try server.texts()
    #expect(texts.count == Set(texts).count + 2)
  }

  @Test(
    "Ends translation, not the run, when a server fails, and continues in the next run",
    arguments: [
      ("slow", "does not answer within 0.5 seconds"), ("cut", "cannot be reached"), ("broken", "says \"500 broken\""),
      ("redirect", "redirects to another address"), ("forbidden", "says \"403 the key"),
      ("garbage", "answers with something that is not text"), ("huge", "answers with more than 4 MiB"),
      ("quota 1", "says \"429 Too many requests\""),
    ])
  func noUse(behaviour: String, message: String) throws {
    let server = try TranslationServer(behaviour)
    let pages = (1...6).map { number in Self.notice.map { "\($0) \(number)" } }
    let work = try workspace(self.server(server, #", "seconds": 0.5, "attempts": 2"#), pages: pages)
    let result = try work.run()
    #expect(result.exitCode == 1, "\(result.summary)")
    #expect(result.errors.contains("Translation has ended for this run: "))
    #expect(result.errors.contains(message))
    #expect(try work.report().translationEnded?.contains(message) == true)
    let record = try work.record("aviso")
    #expect(record.status == .complete && record.pages.count == 6)
    #expect(record.notes.last?.hasPrefix("The translation isn't finished: ") == true)
    #expect(try work.folder.text("out/aviso/aviso.txt").contains("la plaza de la iglesia"))
    #expect(!(try server.paths().contains("/elsewhere")))
    // A failed request isn't repeated by every page.
    #expect(try server.texts().count <= 10)
    let asked = try server.texts()
    try server.become("good")
    #expect(try work.run(["--dry-run"]).output.contains("its translation isn't finished"))
    let second = try work.run()
    #expect(second.exitCode == 0, "\(second.summary)")
    #expect(try translation(work, 6)?.text.contains("LA PLAZA DE LA IGLESIA. 6") == true)
    #expect(try work.record("aviso").notes.isEmpty)
    if behaviour == "quota 1" { #expect(try server.texts().dropFirst(asked.count).contains(asked[0]) == false) }
  }

  @Test("Translates later without reading again")
  func laterWithoutReading() throws {
    let server = try TranslationServer("quota 0")
    let work = try Workspace()
    try Self.drawing(Self.notice).raster(dpi: 150).write(to: work.folder / "in/aviso.png", as: .png, dpi: 150)
    try pipeline(work, self.server(server), stages: #"{"stage": "recognize", "languages": ["spa"]},"#)
    #expect(try work.run().exitCode == 1)
    #expect(try work.report().stageSeconds["recognize"] != nil)
    try server.become("good")
    #expect(try work.run().exitCode == 0)
    #expect(try work.report().stageSeconds["recognize"] == nil)
    let text = try work.folder.text("out/aviso/aviso.en.txt")
    #expect(text.contains("VECINOS"))
  }

  @Test("Continues after a killed translation without repeating requests")
  func killed() throws {
    let server = try TranslationServer("steady")
    let pages = (1...8).map { number in Self.notice.map { "\($0) \(number)" } }
    let work = try workspace(self.server(server), pages: pages)
    let running = try work.command().start()
    #expect(try running.wait { try server.texts().count >= 7 })
    running.send(signal: SIGKILL)
    _ = try running.wait()
    #expect(!work.folder.contains("out/aviso"))
    try server.become("good")
    #expect(try work.run().exitCode == 0)
    let texts = try server.texts()
    // A request in progress when the run was killed may be repeated.
    #expect(texts.count <= Set(texts).count + 1)
    let results = try work.results()
    try FileManager.default.removeItem(atPath: work.folder / "out")
    #expect(try work.run().exitCode == 0)
    #expect(try work.results() == results)
  }

  // MARK: Keys

  @Test("Writes keys into no file or message", arguments: ["forbidden", "parrot", "quota 1", "good"])
  func keys(behaviour: String) throws {
    let server = try TranslationServer(behaviour)
    let (identifier, key) = ("identifier-4711", "secret-0815")
    let pages = (1...3).map { number in Self.notice.map { "\($0) \(number)" } }
    let work = try workspace(
      #""provider": "papago", "address": "\#(server.address)", "requestsPerSecond": 1000"#, pages: pages)
    var command = try work.command(["--progress", "json", "--log", work.folder / "log"])
    command.environment["DOCSCAN_SECRET_PAPAGO_ID"] = identifier
    command.environment["DOCSCAN_SECRET_PAPAGO"] = key
    let result = try command.run()
    #expect(result.exitCode == (behaviour == "good" ? 0 : 1), "\(result.summary)")
    var everything = result.output + result.errors + (try work.folder.text("log"))
    for file in try work.folder.files(under: "out") { everything += try work.folder.text("out/\(file)") }
    #expect(!everything.contains(key) && !everything.contains(identifier))
    #expect(everything.contains("iglesia"))
    if behaviour == "good" { #expect(everything.contains("LA IGLESIA")) }
  }

  @Test("Hides the keys from workers", .realWorker)
  func keysOfWorkers() throws {
    let server = try TranslationServer("steady")
    let pages = (1...8).map { number in Self.notice.map { "\($0) \(number)" } }
    let work = try workspace(self.server(server), pages: pages)
    var command = try work.command()
    command.environment["DOCSCAN_SECRET_LIBRETRANSLATE"] = "secret-0815"
    let running = try command.start()
    #expect(try running.wait { try !server.texts().isEmpty })
    var seen = 0
    for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int32(process) != nil {
      guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
        String(decoding: line, as: UTF8.self).contains("docscan-worker"),
        let status = FileManager.default.contents(atPath: "/proc/\(process)/status"),
        String(decoding: status, as: UTF8.self).contains("PPid:\t\(running.process)\n"),
        let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ")
      else { continue }
      seen += 1
      #expect(!String(decoding: variables, as: UTF8.self).contains("secret-0815"))
    }
    #expect(seen > 0)
    running.send(signal: SIGTERM)
    #expect(try running.wait().exitCode == 130)
  }

  @Test("Rejects a key file that others can read", arguments: [0o644, 0o640, 0o660])
  func keyFile(mode: Int) throws {
    let server = try TranslationServer()
    let work = try workspace(
      #""provider": "papago", "address": "\#(server.address)", "keyFile": "keys/papago""#)
    _ = try work.folder.makeFolder("keys")
    try work.folder.write("identifier\nsecret-0815\n", to: "keys/papago")
    unsafe chmod(work.folder / "keys/papago", mode_t(mode))
    let result = try work.run()
    #expect(result.exitCode == 5)
    #expect(result.errors.contains("can be read by others. Make it yours alone: chmod 600 "))
    unsafe chmod(work.folder / "keys/papago", 0o600)
    #expect(try work.run().exitCode == 0)
    #expect(try work.folder.text("out/aviso/aviso.en.txt").contains("LA IGLESIA"))
  }

  @Test("Reports a missing key before reading anything")
  func noKey() throws {
    let work = try workspace(#""provider": "papago""#)
    let result = try work.run()
    #expect(result.exitCode == 5)
    #expect(result.errors.contains("DOCSCAN_SECRET_PAPAGO_ID"))
  }

  @Test("Refuses to send text without https")
  func plainHTTP() throws {
    let work = try workspace(#""provider": "libretranslate", "address": "http://translate.example.org""#)
    let result = try work.run()
    #expect(result.exitCode == 3)
    #expect(result.errors.contains("Use https://"))
  }

  @Test("Requires recognition before translation")
  func order() throws {
    let work = try workspace(#""to": ["en"]}, {"stage": "recognize""#)
    let result = try work.run()
    #expect(result.exitCode == 3)
    #expect(result.errors.contains("\"recognize\" must come before \"translate\""))
  }
}
